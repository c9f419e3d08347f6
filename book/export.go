package book

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
)

// Formats lists the names of the formats that [Book.Export] writes.
func Formats() []string { return []string{"edax", "json"} }

// FormatOf returns the format that the extension of a path selects: "edax" for .dat, "json" for .json, .jsonl and
// .ndjson, and "" for others.
func FormatOf(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".dat":
		return "edax"
	case ".json", ".jsonl", ".ndjson":
		return "json"
	}
	return ""
}

// Export writes the book to path as [Book.Write] does. It replaces an existing file when the new one is complete.
func (b *Book) Export(path, format string, date time.Time) error {
	var text bytes.Buffer
	if err := b.Write(&text, format, date); err != nil {
		return err
	}
	return replaceFile(path, text.Bytes())
}

// Write writes the book in one of [Formats]. The date is stored in a book of Edax. It fails on other formats, if the
// book is inconsistent, and with the errors of w.
func (b *Book) Write(w io.Writer, format string, date time.Time) error {
	switch format {
	case "edax":
		data, err := b.EdaxBytes(date)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	case "json":
		return b.WriteJSON(w)
	}
	return fmt.Errorf("format %q: want %s", format, strings.Join(Formats(), " or "))
}
