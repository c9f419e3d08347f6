package gametree

import "context"

// Negamax is [Minimax] with one rule for both players: the value of a position for the side to move is the maximum of
// the negated values of its children for the other side. It enters the same positions in the same order and returns the
// same move. Knuth and Moore ("An Analysis of Alpha-Beta Pruning", 1975) use this form. For the arguments and the error
// see Minimax.
func Negamax[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.negamax(p, depth))
}

func (w *walk[P, M]) negamax(p P, depth int) (best int, line []M) {
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best = below
	for _, m := range moves {
		w.play(m)
		value, tail := w.negamax(p.Play(m), next(depth))
		if w.err != nil {
			return best, line
		}
		if -value > best {
			best, line = -value, after(m, tail)
		}
	}
	w.leave(best, Exact)
	return best, line
}
