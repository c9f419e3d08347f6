package gametree

import "context"

// AlphaBeta is [Negamax] without the positions that cannot matter. It asks only whether a value lies between alpha,
// what the side to move has for certain elsewhere, and beta, what the other side would not allow it to exceed; once a
// move reaches beta the rest of its position is cut off. This is the procedure F2 of Knuth and Moore ("An Analysis of
// Alpha-Beta Pruning", 1975), later called fail-hard: of a value outside the window it says only on which side it lies.
// Value, move and variation equal Minimax's. For the arguments and the error see Minimax.
func AlphaBeta[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.alphaBeta(p, depth, -Infinity, Infinity))
}

// alphaBeta finds the value of p when it lies between alpha and beta, and otherwise the bound that it passes; a leaf
// tells its value.
func (w *walk[P, M]) alphaBeta(p P, depth, alpha, beta int) (value int, line []M) {
	w.within(alpha, beta)
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best := alpha
	for i, m := range moves {
		w.play(m)
		value, tail := w.alphaBeta(p.Play(m), next(depth), -beta, -best)
		if w.err != nil {
			return best, line
		}
		if -value > best || i == 0 {
			best, line = min(max(best, -value), beta), after(m, tail)
		}
		if best >= beta {
			w.cut(moves[i+1:], depth)
			break
		}
	}
	w.leave(best, boundOf(best, alpha, beta))
	return best, line
}
