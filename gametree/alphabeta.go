package gametree

import "context"

// AlphaBeta is [Negamax] with a window. Alpha is a value that the side to move can already attain elsewhere, and beta
// one that the other side can hold it to. When a move reaches beta, the remaining moves of the position are cut off.
// This is the procedure F2 of Knuth and Moore ("An Analysis of Alpha-Beta Pruning", 1975), later called fail-hard: a
// value outside the window is replaced by the nearest end of the window.
//
// Value, move and variation equal those of Minimax. For the arguments and the error see Minimax.
func AlphaBeta[P Position[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newWalk(ctx, depth, eval, t)
	return w.result(w.alphaBeta(p, depth, -Infinity, Infinity))
}

// alphaBeta returns the value of p limited to the window from alpha to beta. The value of a leaf is not limited.
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
