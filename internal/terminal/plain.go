package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"syscall"
)

// Plain returns the text of an error. It replaces errors of strconv and time.ParseDuration, of starting a process, and
// of reading a folder by texts without the names of Go functions and system calls.
func Plain(err error) string {
	text := err.Error()
	for _, raw := range leaves(err) {
		switch raw := raw.(type) { //nolint:errorlint // leaves unwraps errors
		case *strconv.NumError:
			text = strings.ReplaceAll(text, raw.Error(), number(raw))
		case *fs.PathError:
			if raw.Op == "fork/exec" {
				text = strings.ReplaceAll(text, raw.Error(), fmt.Sprintf("cannot start %s: %v", raw.Path, raw.Err))
			}
		}
	}
	text = strings.ReplaceAll(text, ": "+syscall.EISDIR.Error(), ": it is a folder (want a file)")
	return durations().ReplaceAllString(text, "$2 is not a duration such as 30s or 1m30s")
}

// durations matches the errors of time.ParseDuration, which have no type.
func durations() *regexp.Regexp {
	return regexp.MustCompile(
		`time: (invalid duration|missing unit in duration|unknown unit ".*?" in duration) ("[^"]*")`)
}

func number(err *strconv.NumError) string {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Sprintf("%q is too large", err.Num)
	}
	return fmt.Sprintf("%q is not a number", err.Num)
}

// leaves returns an error and all errors that it wraps.
func leaves(err error) []error {
	list := []error{err}
	switch wrapped := err.(type) { //nolint:errorlint // walks the tree of wrapped errors
	case interface{ Unwrap() error }:
		if inner := wrapped.Unwrap(); inner != nil {
			list = append(list, leaves(inner)...)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wrapped.Unwrap() {
			list = append(list, leaves(inner)...)
		}
	}
	return list
}
