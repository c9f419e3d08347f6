package gametree

import "context"

// PVS is principal variation search: [AlphaBetaSoft] that assumes the first move of a position to be the best. It
// searches each other move with a null window, and again with the whole window only if it proves better. Finkel and
// Fishburn ("Parallelism in Alpha-Beta Search", 1982) and Marsland and Campbell ("Parallel Search of Strongly Ordered
// Game Trees", 1982) describe it; Reinefeld's NegaScout (1983) is the same idea. It saves time when the first move
// usually is the best. In the order of Moves, which is used here, the repeated searches may cost more than they save.
//
// Value, move and variation equal those of Minimax. For the arguments and the error see Minimax.
func PVS[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.pvs(p, depth, -Infinity, Infinity))
}

func (w *walk[P, M]) pvs(p P, depth, alpha, beta int) (best int, line []M) {
	w.within(alpha, beta)
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best = below
	for i, m := range moves {
		value, tail := w.pvsMove(p.Play(m), m, depth, max(alpha, best), beta, i == 0)
		if w.err != nil {
			return best, line
		}
		if value > best {
			best, line = value, after(m, tail)
		}
		if best >= beta {
			w.cut(moves[i+1:], depth)
			break
		}
	}
	w.leave(best, boundOf(best, alpha, beta))
	return best, line
}

// pvsMove returns the value of the move m, which leads to child, from the view of the side that plays it.
func (w *walk[P, M]) pvsMove(child P, m M, depth, alpha, beta int, first bool) (value int, tail []M) {
	if !first {
		w.play(m)
		value, tail = w.pvs(child, next(depth), -alpha-1, -alpha)
		if w.err != nil || -value <= alpha || -value >= beta {
			return -value, tail
		}
	}
	w.play(m)
	value, tail = w.pvs(child, next(depth), -beta, -alpha)
	return -value, tail
}
