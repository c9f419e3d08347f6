package puzzles

import (
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// measure finds out how difficult a judged position is.
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

// depth is the plies from which on a search, one ply deeper each time and without looking to the end sooner than
// that, prefers a right move.
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

// tempting is how many wrong moves look better after one ply than every right one.
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

// many is how many tempting moves raise the difficulty.
const many = 3

// difficulty is 1 for what is seen at first sight, 2 from two plies on, 3 from four, 4 from six, 5 from nine; one
// more when at least three wrong moves look better at first.
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
