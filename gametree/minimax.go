package gametree

import "context"

// Minimax walks the whole tree to the given depth and keeps every value in the view of one player, the side to move in
// p: at that player's turn the value of a position is the greatest of its children's, at the opponent's turn the least.
// The idea is von Neumann's ("Zur Theorie der Gesellschaftsspiele", 1928); Shannon ("Programming a Computer for Playing
// Chess", 1950) cut it at a depth and put an evaluation there. The move is the first of the best in the order of Moves.
//
// A depth below 0 means to the end of the game. Where the depth is used up, eval gives the value for the side to move
// there, which must have a negative (it is not [math.MinInt]); Score does where the game is over. eval may be nil when
// the depth is below 0, and t when nobody watches. The error is ctx's when it was stopped, [ErrBudget] or an
// [Uncertain] game's, and the Result then has the counts alone.
func Minimax[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.maximum(p, depth))
}

// maximum is the value of p where the player is to move, and best play from there.
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

// minimum is the value of p where the opponent is to move; a leaf's value is the opponent's, so the player's is its
// negative.
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
