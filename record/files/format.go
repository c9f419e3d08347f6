package files

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/ggf"
	"github.com/kaeshi/kaeshi/record/kjson"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/pgn"
	"github.com/kaeshi/kaeshi/record/sgf"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Format is a file format of games. The zero value is not a format.
type Format uint8

// The formats. docs/formats.md lists what each of them can store.
const (
	Transcript Format = 1 + iota // one game per line, such as "f5d6c3…"
	OBF                          // the Othello Board Format: one position with move scores per line
	GGF                          // the Generic Game Format of the server GGS and of NBoard
	SGF                          // the Smart Game Format, GM[2]
	WTHOR                        // the base of the French Othello Federation: .wtb with .jou and .trn
	PGN                          // the Portable Game Notation of chess, as Othello sites use it
	JSON                         // Kaeshi's own format, which can store everything
)

// entry describes a format in the table of formats.
type entry struct {
	format   Format
	name     string
	suffixes []string // of file names; the first is the usual one
	read     func(r io.Reader, name string) iter.Seq2[*record.Game, error]
	write    func(io.Writer, iter.Seq[*record.Game]) ([]record.Loss, error) // nil: several files
}

func formats() []entry {
	return []entry{
		{Transcript, "transcript", []string{".txt", ".csv"}, paste.Read, transcript.Write},
		{OBF, "obf", []string{".obf", ".pos"}, paste.Read, obf.Write},
		{GGF, "ggf", []string{".ggf"}, ggf.Read, ggf.Write},
		{SGF, "sgf", []string{".sgf"}, sgf.Read, sgf.Write},
		{WTHOR, "wthor", []string{".wtb"}, wthor.Read, nil},
		{PGN, "pgn", []string{".pgn"}, pgn.Read, pgn.Write},
		{JSON, "json", []string{".json", ".jsonl", ".ndjson"}, kjson.Read, kjson.Write},
	}
}

// find returns the entry of a format.
func find(f Format) (e entry, ok bool) {
	list := formats()
	if at := slices.IndexFunc(list, func(e entry) bool { return e.format == f }); at >= 0 {
		return list[at], true
	}
	return entry{}, false
}

// FormatNames returns the names that [ParseFormat] accepts.
func FormatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// String returns the name of a format, such as "sgf".
func (f Format) String() string {
	if e, ok := find(f); ok {
		return e.name
	}
	return fmt.Sprintf("format %d", uint8(f))
}

// ParseFormat parses the name of a format, ignoring case. The error lists the valid names.
func ParseFormat(name string) (Format, error) {
	for _, f := range formats() {
		if strings.EqualFold(f.name, name) {
			return f.format, nil
		}
	}
	return 0, fmt.Errorf("unknown format %q; want one of %s", name, strings.Join(FormatNames(), ", "))
}

// MarshalText returns the name of a format, or an error if f is not one of the formats.
func (f Format) MarshalText() ([]byte, error) {
	if _, ok := find(f); !ok {
		return nil, fmt.Errorf("unknown format %d; want one of %s", uint8(f), strings.Join(FormatNames(), ", "))
	}
	return []byte(f.String()), nil
}

// UnmarshalText parses the name of a format. The errors are those of [ParseFormat].
func (f *Format) UnmarshalText(text []byte) error {
	read, err := ParseFormat(string(text))
	if err == nil {
		*f = read
	}
	return err
}

// Suffix returns the usual suffix of file names of a format, such as ".sgf".
func (f Format) Suffix() string {
	if e, ok := find(f); ok {
		return e.suffixes[0]
	}
	return ""
}

// FormatOf returns the format with the suffix of a file name. ok is false if no format has this suffix.
func FormatOf(name string) (f Format, ok bool) {
	suffix := strings.ToLower(filepath.Ext(name))
	for _, f := range formats() {
		if slices.Contains(f.suffixes, suffix) {
			return f.format, true
		}
	}
	return 0, false
}
