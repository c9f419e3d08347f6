package puzzles

import (
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// measure sets the difficulty of a puzzle and the numbers that determine it.
func (m *Maker) measure(ctx context.Context, z *Puzzle) error {
	p, err := othello.Parse(z.Position)
	if err != nil {
		return err
	}
	right := func(move othello.Square) bool { return slices.Contains(z.Best, p.Size.Name(move)) }
	if z.Depth, err = m.depth(ctx, p, right); err != nil {
		return err
	}
	if z.Tempting, err = m.tempting(ctx, p, right); err != nil {
		return err
	}
	z.Difficulty = difficulty(z.Depth, z.Tempting)
	return nil
}

// depth returns the search depth in plies from which on all searches prefer a right move. The searches do not extend to
// the end of the game.
func (m *Maker) depth(ctx context.Context, p othello.Position, right func(othello.Square) bool) (int, error) {
	found := 1
	for depth := 1; depth < p.Empties(); depth++ {
		m.engine.Forget()
		r, err := m.engine.Search(ctx, p, search.Limits{Depth: depth, Confidence: 100}, nil)
		if err != nil {
			return 0, err
		}
		if !right(r.Move) {
			found = depth + 1
		}
	}
	return found, nil
}

// tempting returns the number of wrong moves that a search of one ply prefers to every right move.
func (m *Maker) tempting(ctx context.Context, p othello.Position, right func(othello.Square) bool) (int, error) {
	m.engine.Forget()
	ratings, err := m.engine.Rate(ctx, p, search.Limits{Depth: 1})
	if err != nil {
		return 0, err
	}
	best := othello.Score(math.Inf(-1))
	for _, r := range ratings {
		if right(r.Move) {
			best = max(best, r.Score)
		}
	}
	n := 0
	for _, r := range ratings {
		if !right(r.Move) && r.Score > best {
			n++
		}
	}
	return n, nil
}

// many is the number of tempting moves that raises the difficulty.
const many = 3

// difficulty returns the difficulty of a puzzle: 1 for a depth of one ply, 2 from two plies on, 3 from four, 4 from six
// and 5 from nine, and one more if there are many tempting moves. It is at most [Hardest].
func difficulty(depth, tempting int) int {
	d := 1
	for _, from := range [...]int{2, 4, 6, 9} {
		if depth >= from {
			d++
		}
	}
	if tempting >= many {
		d++
	}
	return min(d, Hardest)
}
