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

// Format is a way to write games down. The zero value is none.
type Format uint8

// The formats. docs/formats.md lists what each of them holds.
const (
	Transcript Format = 1 + iota // "f5d6c3…", a game on each line
	OBF                          // one-line positions with scores of moves: the Othello Board Format
	GGF                          // the Generic Game Format of the server GGS, also used by NBoard
	SGF                          // the Smart Game Format, GM[2]
	WTHOR                        // the base of the French Othello Federation: .wtb with .jou and .trn
	PGN                          // chess's Portable Game Notation as sites for Othello use it
	JSON                         // Kaeshi's own, which holds everything
)

// entry is a row of the table of formats.
type entry struct {
	format   Format
	name     string
	suffixes []string // of file names, the usual one first
	read     func(r io.Reader, name string) iter.Seq2[*record.Game, error]
	write    func(io.Writer, iter.Seq[*record.Game]) ([]record.Loss, error) // nil: the format takes several files
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

// find returns the row of a format.
func find(f Format) (e entry, ok bool) {
	list := formats()
	if at := slices.IndexFunc(list, func(e entry) bool { return e.format == f }); at >= 0 {
		return list[at], true
	}
	return entry{}, false
}

// FormatNames lists the names that [ParseFormat] takes.
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

// ParseFormat reads the name of a format, in either case; the error for any other name lists them.
func ParseFormat(name string) (Format, error) {
	for _, f := range formats() {
		if strings.EqualFold(f.name, name) {
			return f.format, nil
		}
	}
	return 0, fmt.Errorf("format %q: formats are %s", name, strings.Join(FormatNames(), ", "))
}

// MarshalText returns the name of a format; a number that is none is an error.
func (f Format) MarshalText() ([]byte, error) {
	if _, ok := find(f); !ok {
		return nil, fmt.Errorf("no format %d: formats are %s", uint8(f), strings.Join(FormatNames(), ", "))
	}
	return []byte(f.String()), nil
}

// UnmarshalText reads what [ParseFormat] reads, with its errors.
func (f *Format) UnmarshalText(text []byte) error {
	read, err := ParseFormat(string(text))
	if err == nil {
		*f = read
	}
	return err
}

// FormatOf returns the format that the suffix of a file name stands for; ok is false for any other suffix.
func FormatOf(name string) (f Format, ok bool) {
	suffix := strings.ToLower(filepath.Ext(name))
	for _, f := range formats() {
		if slices.Contains(f.suffixes, suffix) {
			return f.format, true
		}
	}
	return 0, false
}
