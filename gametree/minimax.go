package gametree

import "context"

// Minimax searches the whole tree to the given depth. All values are from the view of the side to move in p: the value
// of a position is the maximum of its children's values at that player's turn, and the minimum at the opponent's. The
// theory is from von Neumann ("Zur Theorie der Gesellschaftsspiele", 1928); Shannon ("Programming a Computer for
// Playing Chess", 1950) added the limit of depth and the evaluation. The move is the first of the best in the order of
// Moves.
//
// A depth below 0 searches to the end of the game. Otherwise eval returns the value of a position at depth 0 from the
// view of the side to move, which must not be [math.MinInt]; Score does so when the game is over. eval may be nil if
// the depth is below 0, and t may be nil. The error is that of ctx, [ErrBudget], or that of an [Uncertain] game. With
// an error, the Result has only the counts.
func Minimax[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.maximum(p, depth))
}

// maximum returns the value of p, in which the player is to move, and the line of best play.
func (w *walk[P, M]) maximum(p P, depth int) (best int, line []M) {
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best = below
	for _, m := range moves {
		w.play(m)
		value, tail := w.minimum(p.Play(m), next(depth))
		if w.err != nil {
			return best, line
		}
		if value > best {
			best, line = value, after(m, tail)
		}
	}
	w.leave(best, Exact)
	return best, line
}

// minimum returns the value of p, in which the opponent is to move, and the line of best play. The value of a leaf is
// negated, because it is from the view of the opponent.
func (w *walk[P, M]) minimum(p P, depth int) (least int, line []M) {
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return -value, nil
	}
	for i, m := range moves {
		w.play(m)
		value, tail := w.maximum(p.Play(m), next(depth))
		if w.err != nil {
			return least, line
		}
		if i == 0 || value < least {
			least, line = value, after(m, tail)
		}
	}
	w.leave(-least, Exact)
	return least, line
}
