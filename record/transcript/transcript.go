// Package transcript reads and writes games as the squares played, as in "f5d6c3", and files with a game on each line.
package transcript

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Parse reads moves such as "f5d6c3" played from start, as people write them down:
//   - two characters a square in either case, full-width ones included, with or without blanks, commas and dashes;
//   - move numbers such as "1.", "1:" or "1", which must count moves or pairs of moves;
//   - line breaks anywhere, also inside a pair or a square, whatever ends the lines;
//   - sides, as in "+d3-c3", "Black f5" and "●f5", which must be right;
//   - scores and seconds behind a move, as in "f5/1.5/0.2" and "f5 (+1.5)", and variations in brackets behind the
//     move that they replace;
//   - a result at the end, as in "34-30", "34 30", "+4.00", "B+4" and "1-0".
//
// A pass may be written ("--", "pass", "pa", "ps" or "パス") or left out: it is put in where the side to move has no
// other choice and the next square is the other side's. A pass that would only stand at the end is not put in. Blank
// text is a game without moves, while other text that names no square, such as "12345", is an error, and so is text
// behind the moves that is no result. The error is a [*MoveError]; the game holds the moves before it.
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

// Lines yields the lines of a text without their ends: a line feed, a carriage return, or both.
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

// lineEnd is the number of bytes of the line end with which a text begins.
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
	errNoMove   = errors.New("a move number without a move")
)

// MoveError reports which move of a text could not be played, and why.
type MoveError struct {
	Number int    // which move of the text it is, the first being 1; passes that the text leaves out are not counted
	Line   int    // in which line of the text it stands, the first being 1
	Column int    // at which character of that line, the first being 1
	Offset int    // at which byte of the text it stands, the first being 0
	Text   string // what stands there
	Err    error  // why it cannot be played, such as an [*othello.IllegalMove]
}

// Error names the move, its place and the reason. The line is only named behind the first.
func (e *MoveError) Error() string {
	line := ""
	if e.Line > 1 {
		line = fmt.Sprintf("line %d: ", e.Line)
	}
	return fmt.Sprintf("%smove %d, %q at character %d: %v", line, e.Number, e.Text, e.Column, e.Err)
}

// Unwrap returns the reason alone.
func (e *MoveError) Unwrap() error { return e.Err }
