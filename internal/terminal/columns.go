package terminal

import (
	"unicode"

	"golang.org/x/text/width"
)

// Columns returns the width of a text in terminal columns.
func Columns(text string) (n int) {
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

// Cut returns the longest prefix of a line that fits into the given number of terminal columns.
func Cut(line string, columns int) string {
	used := 0
	for i, r := range line {
		if used += columnsOf(r); used > columns {
			return line[:i]
		}
	}
	return line
}

// columnsOf returns the width of a character: 2 for wide East Asian characters, 0 for combining marks, otherwise 1.
func columnsOf(r rune) int {
	switch k := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case k == width.EastAsianWide || k == width.EastAsianFullwidth:
		return 2
	}
	return 1
}
