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

// FormatOf is the format that the name of a file speaks of: .dat is Edax's, .json, .jsonl and .ndjson are lines of
// JSON; else it is empty.
func FormatOf(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".dat":
		return "edax"
	case ".json", ".jsonl", ".ndjson":
		return "json"
	}
	return ""
}

// Export writes the book to path as [Book.Write] does. The file appears when it is complete.
func (b *Book) Export(path, format string, date time.Time) error {
	var text bytes.Buffer
	if err := b.Write(&text, format, date); err != nil {
		return err
	}
	return replaceFile(path, text.Bytes())
}

// Write writes the book in one of [Formats]; date is what a book of Edax bears.
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
	return fmt.Errorf("format %q: formats are %s", format, strings.Join(Formats(), " and "))
}
