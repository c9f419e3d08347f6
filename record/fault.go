package record

import (
	"fmt"
	"strings"
)

// FileError reports what is wrong with a file of games, and where.
type FileError struct {
	File string // as it was named; may be empty
	Line int    // of the fault, from 1; 0 for a binary file or a fault without a place
	Game int    // from 1; 0 when the fault concerns the file as a whole
	Err  error  // what is wrong
}

// Error names the file, the place and the reason.
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

// Unwrap returns the reason alone.
func (e *FileError) Unwrap() error { return e.Err }

// LineError reports which line of an input is wrong, and why.
type LineError struct {
	Line int   // from 1
	Err  error // what is wrong with it
}

// Error names the line and the reason.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason alone.
func (e *LineError) Unwrap() error { return e.Err }

// Loss is a part of games that a format could not hold.
type Loss struct {
	What  string // a noun, such as "variations", or "the whole game: …"
	Games int    // how many games lost it
	First int    // the first of them, from 1, in the order in which they were written
	Whole bool   // these games were not written at all
}

// String returns the loss as one line of text.
func (l Loss) String() string {
	if l.Games == 1 {
		return fmt.Sprintf("%s: lost in game %d", l.What, l.First)
	}
	return fmt.Sprintf("%s: lost in %d games, the first being game %d", l.What, l.Games, l.First)
}
