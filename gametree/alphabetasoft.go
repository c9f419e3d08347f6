package gametree

import "context"

// AlphaBetaSoft is [AlphaBeta] that also tells how far a value lies outside the window: the procedure F3 of Fishburn
// ("Another Optimization of Alpha-Beta Search", 1980), later called fail-soft. With the window open at the root it
// enters the same positions; the closer bounds pay where they are kept, in a table or for another search. Value, move
// and variation equal Minimax's. For the arguments and the error see Minimax.
func AlphaBetaSoft[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.alphaBetaSoft(p, depth, -Infinity, Infinity))
}

// alphaBetaSoft finds the value of p when it lies between alpha and beta; otherwise an upper bound of it, at most
// alpha, or a lower bound, at least beta.
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
