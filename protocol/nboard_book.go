package protocol

import (
	"strconv"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
)

// bookMoves returns the best n moves of the book in the current position.
func (t *nboardSession) bookMoves(n int) []book.Move {
	if t.Book == nil {
		return nil
	}
	found, _ := t.Book.Look(t.game.Position())
	return found.Moves[:min(n, len(found.Moves))]
}

// sendBook sends the moves, each with its line in the book.
func (t *nboardSession) sendBook(moves []book.Move) {
	for _, m := range moves {
		p := t.game.Position()
		pv := []othello.Square{m.Move}
		for next := p.Play(m.Move); ; {
			found, ok := t.Book.Look(next)
			if !ok || len(found.Moves) == 0 {
				break
			}
			pv = append(pv, found.Moves[0].Move)
			next = next.Play(found.Moves[0].Move)
		}
		t.showLine("book", p, pv, othello.Score(m.Value.Discs()), founded(m.From.Depth, m.From.Exact))
	}
}

// better reports whether the book's value of the move m has at least the depth of that of a search.
func better(moves []book.Move, m othello.Square, depth int, exact bool) bool {
	for _, b := range moves {
		if b.Move == m {
			return b.From.Exact || !exact && b.From.Depth >= depth
		}
	}
	return false
}

// founded returns the depth of a value in the notation of the protocol.
func founded(depth int, exact bool) string {
	if exact {
		return "100%"
	}
	return strconv.Itoa(depth)
}
