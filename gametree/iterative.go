package gametree

import "context"

// Iterative is iterative deepening: [AlphaBetaSoft] to depth 1, 2 and so on up to the given depth. Each pass stores the
// best moves that it finds, and the next pass searches them first. This makes the last pass, which contains most of the
// tree, smaller, because alpha-beta cuts off most when the best move comes first. Slate and Atkin ("CHESS 4.5", 1977)
// made the method popular; Korf ("Depth-First Iterative-Deepening", 1985) shows that the earlier passes cost little.
// The search ends early with a pass that reaches the end of every line. Without an evaluation, positions at the horizon
// have the value 0.
//
// The value equals that of Minimax and the move attains it. It may be another of several best moves, because the search
// order differs. For the arguments and the error see Minimax.
func Iterative[P ComparablePosition[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := iterativeWalk[P, M]{newWalk(ctx, depth, eval, t), map[P]M{}}
	if w.eval == nil {
		w.eval = func(P) int { return 0 }
	}
	w.passes(depth)
	var value int
	var line []M
	d := 1
	if depth == 0 {
		d = 0
	}
	for ; ; d++ {
		w.horizon = false
		value, line = w.alphaBeta(p, d, -Infinity, Infinity)
		if w.err != nil || d == depth || !w.horizon {
			break
		}
	}
	w.leaveAll(value)
	return w.result(value, line)
}

// iterativeWalk is a walk that stores the best moves of earlier passes.
type iterativeWalk[P ComparablePosition[P, M], M comparable] struct {
	walk[P, M]
	best map[P]M
}

// alphaBeta is alphaBetaSoft with the best move of the previous pass first.
func (w *iterativeWalk[P, M]) alphaBeta(p P, depth, alpha, beta int) (best int, line []M) {
	w.within(alpha, beta)
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	if m, ok := w.best[p]; ok {
		moves = first(m, moves)
	}
	best = below
	for i, m := range moves {
		w.play(m)
		value, tail := w.alphaBeta(p.Play(m), next(depth), -beta, -max(alpha, best))
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
	w.remember(p, line[0], best > alpha)
	return best, line
}

// remember stores a best move, if good. After a fail low, no move is known to be good.
func (w *iterativeWalk[P, M]) remember(p P, m M, good bool) {
	if !good {
		return
	}
	if len(w.best) >= tableLimit {
		clear(w.best)
	}
	w.best[p] = m
}

// first returns the moves with m moved to the front.
func first[M comparable](m M, moves []M) []M {
	ordered := make([]M, 0, len(moves))
	ordered = append(ordered, m)
	for _, other := range moves {
		if other != m {
			ordered = append(ordered, other)
		}
	}
	return ordered
}
