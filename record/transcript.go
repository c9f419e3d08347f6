package record

import (
	"strings"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/othello"
)

// ParseTranscript reads moves such as "f5d6c3" played from start: two characters a square in either case, with or without
// blanks, commas and move numbers, numbers of a result at the end ignored. A pass may be written ("--", "pass", "pa" or "ps")
// or left out: it is put in where the side to move has no other choice and the next square is the other side's. A pass that
// would only stand at the end is not put in.
// The error is a [*MoveError]; the game holds the moves before it.
func ParseTranscript(start othello.Position, text string) (*Game, error) {
	l := line{now: start}
	for number, offset := 1, 0; ; number++ {
		word, at := nextMove(text, offset)
		if word == "" {
			return &Game{Start: start, Moves: l.moves}, nil
		}
		m, err := start.Size.Parse(word)
		if err == nil {
			err = l.follow(m)
		}
		if err != nil {
			return &Game{Start: start, Moves: l.moves}, &MoveError{Number: number, Offset: at, Text: word, Err: err}
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
	_, width := utf8.DecodeRuneInString(rest)
	return rest[:min(width+1, len(rest))]
}

// Transcript is the moves as "f5d6c3…", passes left out as is usual.
func (g *Game) Transcript() string {
	var b strings.Builder
	for _, m := range g.Moves {
		if m != othello.Pass {
			b.WriteString(g.Start.Size.Name(m))
		}
	}
	return b.String()
}

// ParsePosition reads what a person may give for a position: a one-line position, whose length tells the board's size, or
// a transcript played from start. An empty text is start itself. The error is that of [othello.Parse] or [ParseTranscript].
func ParsePosition(start othello.Position, text string) (othello.Position, error) {
	if isTranscript(text) {
		g, err := ParseTranscript(start, text)
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
