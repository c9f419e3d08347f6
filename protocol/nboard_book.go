package protocol

import (
	"strconv"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
)

// bookMoves is what the book says of the moves here, the best n.
func (t *nboardTable) bookMoves(n int) []book.Move {
	if t.Book == nil {
		return nil
	}
	found, _ := t.Book.Look(t.game.Position())
	return found.Moves[:min(n, len(found.Moves))]
}

// tellBook tells these moves, each with the line that the book goes on with.
func (t *nboardTable) tellBook(moves []book.Move) {
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

// better reports whether one of the moves is this one and rests on more than a search of so many plies.
func better(moves []book.Move, m othello.Square, depth int, exact bool) bool {
	for _, b := range moves {
		if b.Move == m {
			return b.From.Exact || !exact && b.From.Depth >= depth
		}
	}
	return false
}

// founded is how the protocol writes what a value rests on.
func founded(depth int, exact bool) string {
	if exact {
		return "100%"
	}
	return strconv.Itoa(depth)
}
