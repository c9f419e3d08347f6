package record

import (
	"fmt"
	"strings"
)

// FileError is an error in a file of games, with its place.
type FileError struct {
	File string // the file name; may be empty
	Line int    // from 1; 0 for a binary file or an unknown line
	Game int    // from 1; 0 if the error concerns the whole file
	Err  error  // the cause
}

// Error returns the file, the line, the game and the cause, separated by colons.
func (e *FileError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Game > 0 {
		fmt.Fprintf(&b, "game %d: ", e.Game)
	}
	return b.String() + e.Err.Error()
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// LineError is an error in a line of an input.
type LineError struct {
	Line int   // from 1
	Err  error // the cause
}

// Error returns the line and the cause.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// Loss is something that games contain and a format cannot store.
type Loss struct {
	What  string // such as "variations", or "the whole game: …"
	Games int    // number of games affected
	First int    // number of the first such game in the output, from 1
	Whole bool   // the games were not written at all
}

// String returns the loss as one line of text.
func (l Loss) String() string {
	if l.Games == 1 {
		return fmt.Sprintf("%s: lost in game %d", l.What, l.First)
	}
	return fmt.Sprintf("%s: lost in %d games, the first being game %d", l.What, l.Games, l.First)
}
