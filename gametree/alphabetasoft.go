package gametree

import "context"

// AlphaBetaSoft is [AlphaBeta] with bounds that may lie outside the window: the procedure F3 of Fishburn ("Another
// Optimization of Alpha-Beta Search", 1980), later called fail-soft. With an open window at the root it enters the same
// positions as AlphaBeta. The tighter bounds help when they are kept, in a table or for another search.
//
// Value, move and variation equal those of Minimax. For the arguments and the error see Minimax.
func AlphaBetaSoft[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.alphaBetaSoft(p, depth, -Infinity, Infinity))
}

// alphaBetaSoft returns the value of p if it lies between alpha and beta. A result ≤ alpha is an upper bound, and one ≥
// beta a lower bound.
func (w *walk[P, M]) alphaBetaSoft(p P, depth, alpha, beta int) (best int, line []M) {
	w.within(alpha, beta)
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best = below
	for i, m := range moves {
		w.play(m)
		value, tail := w.alphaBetaSoft(p.Play(m), next(depth), -beta, -max(alpha, best))
		if w.err != nil {
			return best, line
		}
		if -value > best {
			best, line = -value, after(m, tail)
		}
		if best >= beta {
			w.cut(moves[i+1:], depth)
			break
		}
	}
	w.leave(best, boundOf(best, alpha, beta))
	return best, line
}
