package main

import (
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// parseYears reads "1995-1999", "1995", "1995-" or "-1999".
func parseYears(text string) (from, to int, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	from, ok1 := parseYear(first)
	to, ok2 := parseYear(last)
	if !ok1 || !ok2 || to > 0 && from > to || isRange && from == 0 && to == 0 {
		return 0, 0, terminal.Usage("--year %s: expected a year or a range such as 1995-1999", text)
	}
	return from, to, nil
}

func parseYear(text string) (year int, ok bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(text, 10, 15)
	return int(n), err == nil && n > 0
}
