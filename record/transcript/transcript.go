// Package transcript reads and writes games as the squares played, as in "f5d6c3", and files with a game on each line.
package transcript

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Parse reads moves such as "f5d6c3" played from start: two characters a square in either case, with or without
// blanks, commas and move numbers, numbers of a result at the end ignored. A pass may be written ("--", "pass", "pa"
// or "ps") or left out: it is put in where the side to move has no other choice and the next square is the other
// side's. A pass that would only stand at the end is not put in. Blank text is a game without moves, while text that
// names no square, such as "12345", is an error. The error is a [*MoveError]; the game holds the moves before it.
func Parse(start othello.Position, text string) (*record.Game, error) {
	l := record.NewLine(start)
	for number, offset := 1, 0; ; number++ {
		word, at := nextMove(text, offset)
		if word == "" {
			if rest := strings.TrimSpace(text); number == 1 && rest != "" {
				return &record.Game{Start: start}, &MoveError{
					Number: 1, Offset: strings.Index(text, rest), Text: rest[:moveWidth(rest)], Err: errNoSquare,
				}
			}
			return &record.Game{Start: start, Moves: l.Moves()}, nil
		}
		m, err := start.Size.Parse(word)
		if err == nil {
			err = l.Follow(m)
		}
		if err != nil {
			return &record.Game{Start: start, Moves: l.Moves()}, &MoveError{
				Number: number, Offset: at, Text: word,
				Err: err,
			}
		}
		offset = at + len(word)
	}
}

// nextMove finds the next word that should be a move, from offset on, and where it begins.
func nextMove(text string, offset int) (word string, at int) {
	for at = offset; at < len(text); at++ {
		rest := text[at:]
		if strings.HasPrefix(rest, "--") {
			return "--", at
		}
		if !strings.ContainsRune(" \t\r\n,.;:+-/0123456789", rune(rest[0])) {
			return moveWord(rest), at
		}
	}
	return "", at
}

func moveWord(rest string) string {
	for _, pass := range []string{"pass", "pa", "ps"} {
		if len(rest) >= len(pass) && strings.EqualFold(rest[:len(pass)], pass) {
			return rest[:len(pass)]
		}
	}
	return rest[:moveWidth(rest)]
}

// moveWidth is the number of bytes of the first character of the text and the byte behind it.
func moveWidth(text string) int {
	_, width := utf8.DecodeRuneInString(text)
	return min(width+1, len(text))
}

var errNoSquare = errors.New("expected a square such as f5")

// ParsePosition reads what a person may give for a position: a one-line position, whose length tells the board's
// size, or a transcript played from start. An empty text is start itself. The error is that of [othello.Parse] or
// [Parse].
func ParsePosition(start othello.Position, text string) (othello.Position, error) {
	if isTranscript(text) {
		g, err := Parse(start, text)
		return g.Position(), err
	}
	return othello.Parse(text)
}

// isTranscript tells a transcript, which begins with a square or a move number or is short, from a one-line position.
func isTranscript(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 15 {
		return true
	}
	isRow := '1' <= text[1] && text[1] <= '8'
	return isRow || '0' <= text[0] && text[0] <= '9' || strings.EqualFold(text[:4], "pass")
}

// MoveError reports which move of a text could not be played, and why.
type MoveError struct {
	Number int    // which move of the text it is, the first being 1; passes that the text leaves out are not counted
	Offset int    // at which byte of the text it stands, the first being 0
	Text   string // what stands there
	Err    error  // why it cannot be played, such as an [*othello.IllegalMove]
}

// Error names the move, its place and the reason.
func (e *MoveError) Error() string {
	return fmt.Sprintf("move %d, %q at character %d: %v", e.Number, e.Text, e.Offset+1, e.Err)
}

// Unwrap returns the reason alone.
func (e *MoveError) Unwrap() error { return e.Err }
