package record

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a way to write games down. The zero value is none.
type Format uint8

// The formats. FORMATS in docs/formats.md says what each of them holds.
const (
	Transcript Format = 1 + iota // "f5d6c3…", a game a line
	OBF                          // one-line positions, with scores of moves: the Othello Board Format
	GGF                          // the Generic Game Format of the server GGS, also used by NBoard
	SGF                          // the Smart Game Format, GM[2]
	WTHOR                        // the base of the French Othello Federation: .wtb with .jou and .trn
	PGN                          // chess's Portable Game Notation as sites for Othello use it
	JSON                         // Kaeshi's own, which holds everything
)

// format is what there is to know of a format by name.
type format struct {
	format   Format
	name     string
	suffixes []string // of file names, the usual one first
}

func formats() []format {
	return []format{
		{Transcript, "transcript", []string{".txt", ".csv"}},
		{OBF, "obf", []string{".obf", ".pos"}},
		{GGF, "ggf", []string{".ggf"}},
		{SGF, "sgf", []string{".sgf"}},
		{WTHOR, "wthor", []string{".wtb"}},
		{PGN, "pgn", []string{".pgn"}},
		{JSON, "json", []string{".json", ".jsonl", ".ndjson"}},
	}
}

// FormatNames lists the names that [ParseFormat] takes.
func FormatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// String is the name of a format, such as "sgf".
func (f Format) String() string {
	for _, known := range formats() {
		if known.format == f {
			return known.name
		}
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

// FormatOf is the format that the name of a file speaks of by its suffix; ok is false when that says nothing.
func FormatOf(name string) (f Format, ok bool) {
	suffix := strings.ToLower(filepath.Ext(name))
	for _, f := range formats() {
		if slices.Contains(f.suffixes, suffix) {
			return f.format, true
		}
	}
	return 0, false
}

// Sniff tells the format of a file from its beginning, a few kilobytes or all of it. Its name decides where the content leaves it
// open. Empty files and beginnings that fit no format are errors.
func Sniff(head []byte, name string) (Format, error) {
	if isWTHOR(head) {
		return wthorKind(name)
	}
	byName, named := FormatOf(name)
	if bytes.IndexByte(head, 0) >= 0 && byName != WTHOR {
		return 0, errors.New("no game file: there is a zero byte in it, and it is no WTHOR file")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff"))
	switch found := sniffText(text); {
	case text == "" && byName != WTHOR:
		return 0, errors.New("the file is empty")
	case found == 0 && named: // its reader says what is wrong
		return byName, nil
	case found == 0:
		return 0, fmt.Errorf("no format is known that begins with %q: formats are %s", clip(text), strings.Join(FormatNames(), ", "))
	case found == Transcript && byName == PGN: // both can begin with "1. f5"
		return PGN, nil
	default:
		return found, nil
	}
}

// sniffText looks at what a text begins with.
func sniffText(text string) Format {
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case text == "":
		return 0
	case text[0] == '{' || text[0] == '[' && strings.HasPrefix(strings.TrimSpace(text[1:]), "{"):
		return JSON
	case isHeader(first):
		return PGN
	case treeStart(text) >= 0:
		return sniffTree(text[treeStart(text):])
	case text[0] == '%' || isBoard(first):
		return OBF
	case nextWordIsMove(first) || strings.Contains(first, "game_moves"):
		return Transcript
	}
	return 0
}

// treeStart is where a first game in brackets begins: at once or after the number of games of a line; -1: there is none.
func treeStart(text string) int {
	at := strings.IndexByte(text, '(')
	if at < 0 || strings.Trim(text[:at], " \t\r\n0123456789") != "" || !strings.HasPrefix(strings.TrimSpace(text[at+1:]), ";") {
		return -1
	}
	return at
}

// sniffTree tells GGF, whose games name themselves and have a board as text, from SGF, whose games have a number.
func sniffTree(text string) Format {
	if _, game, ok := strings.Cut(text, "GM["); ok {
		if c := strings.TrimSpace(game); c != "" && c[0] >= '0' && c[0] <= '9' {
			return SGF
		}
		return GGF
	}
	if strings.Contains(text, "BO[") {
		return GGF
	}
	return SGF
}

// isBoard reports whether a line begins like a one-line position.
func isBoard(line string) bool {
	cells := strings.TrimLeft(strings.TrimSpace(line), "-.XxOo*BbWw")
	n := len(strings.TrimSpace(line)) - len(cells)
	return n >= 16
}

func nextWordIsMove(line string) bool {
	word, at := nextMove(line, 0)
	if word == "" || len(strings.TrimSpace(line[:at])) > 0 && strings.ContainsAny(line[:at], "-+") {
		return false
	}
	return len(word) == 2 && (word[0]|0x20) >= 'a' && (word[0]|0x20) <= 'h' && word[1] >= '1' && word[1] <= '8'
}

// clip shortens input that is quoted in an error.
func clip(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
