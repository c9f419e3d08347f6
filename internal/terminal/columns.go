package terminal

import (
	"unicode"

	"golang.org/x/text/width"
)

// Columns returns how many columns of a terminal a text takes.
func Columns(text string) (n int) {
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

// Cut returns the longest beginning of a line that fits into so many columns of a terminal.
func Cut(line string, columns int) string {
	used := 0
	for i, r := range line {
		if used += columnsOf(r); used > columns {
			return line[:i]
		}
	}
	return line
}

// columnsOf is 2 for the characters of East Asian scripts, 0 for marks that are drawn over the character before.
func columnsOf(r rune) int {
	switch k := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case k == width.EastAsianWide || k == width.EastAsianFullwidth:
		return 2
	}
	return 1
}
