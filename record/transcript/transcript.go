// Package transcript reads and writes games as lists of squares such as "f5d6c3", and files with one game per line.
package transcript

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Parse parses moves from start, in any of the usual notations:
//   - squares of two characters in either case, with or without spaces, commas and dashes, also in full width;
//   - move numbers such as "1.", "1:" or "1", which must count moves or pairs of moves;
//   - line breaks anywhere, even inside a pair or a square;
//   - sides such as "+d3-c3", "Black f5" and "●f5", which must be correct;
//   - notes after a move: scores and seconds, as in "f5/1.5/0.2" and "f5 (+1.5)", marks such as "f5!?", and comments in
//     braces;
//   - variations in parentheses after the move that they replace;
//   - a result at the end, such as "34-30", "34 30", "+4.00", "B+4" or "1-0".
//
// Passes may be written as "--", "pass", "pa", "ps" or "パス", or left out. Parse inserts a missing pass if the side to
// move must pass and another move follows. It does not insert a pass at the end. Blank text is a game without moves.
// Other text without squares, such as "12345", is an error, and so is text after the moves that is not a result. The
// error is a [*MoveError], and the game contains the moves before it.
func Parse(start othello.Position, text string) (*record.Game, error) {
	g := &record.Game{Start: start}
	m := NewMoves(start, false)
	offset, offsets := 0, []int{0}
	var err error
	for l := range Lines(text) {
		if err = m.Add(l); err != nil {
			break
		}
		offset += len(l)
		offset += lineEnd(text[offset:])
		offsets = append(offsets, offset)
	}
	if broken := m.Finish(g); err == nil {
		err = broken
	}
	if wrong := (*MoveError)(nil); errors.As(err, &wrong) {
		wrong.Offset += offsets[min(max(wrong.Line, 1), len(offsets))-1]
	}
	return g, err
}

// Lines yields the lines of a text without their line endings: a line feed, a carriage return, or both.
func Lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				yield(text)
				return
			}
			if !yield(text[:end]) {
				return
			}
			text = text[end+lineEnd(text[end:]):]
		}
	}
}

// lineEnd returns the number of bytes of the line ending at the start of text.
func lineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case text != "":
		return 1
	}
	return 0
}

var (
	errNoSquare = errors.New("expected a square such as f5")

	errNoVariation = errors.New("want a score or the moves of a variation in parentheses")
	errNoMove      = errors.New("a move number without a move")
)

// MoveError is an error at a move of a text.
type MoveError struct {
	Number int    // number of the move in the text, from 1; inserted passes are not counted
	Line   int    // line of the text, from 1
	Column int    // character in the line, from 1
	Offset int    // byte offset in the text, from 0
	Text   string // text at that place
	Err    error  // the cause, such as an [*othello.IllegalMove]
}

// Error returns the move, its place and the cause. The first line is not named.
func (e *MoveError) Error() string {
	if e.Line > 1 {
		return fmt.Sprintf("line %d: move %d, %q at character %d: %v", e.Line, e.Number, e.Text, e.Column, e.Err)
	}
	return fmt.Sprintf("move %d, %q at character %d: %v", e.Number, e.Text, e.Column, e.Err)
}

// Unwrap returns the cause.
func (e *MoveError) Unwrap() error { return e.Err }
