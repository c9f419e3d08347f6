package gametree

import "context"

// AlphaBetaTable is [AlphaBetaSoft] with a transposition table, which stores results for positions that are reached
// again by other moves. Greenblatt, Eastlake and Crocker ("The Greenblatt Chess Program", 1967) used such a table, and
// Zobrist ("A New Hashing Method with Application for Game Playing", 1970) introduced the hash keys in use since. Here
// the key is the whole position, so that there are no collisions.
//
// Value, move and variation equal those of Minimax. For the arguments and the error see Minimax.
func AlphaBetaTable[P ComparablePosition[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newTableWalk(ctx, depth, eval, t)
	return w.result(w.alphaBeta(p, depth, -Infinity, Infinity))
}

// tableWalk is a walk with a table.
type tableWalk[P ComparablePosition[P, M], M comparable] struct {
	walk[P, M]
	table map[P]entry[M]
	limit int // greatest number of entries
}

func newTableWalk[P ComparablePosition[P, M], M comparable](
	ctx context.Context, depth int, eval func(P) int, t *Trace[M],
) tableWalk[P, M] {
	return tableWalk[P, M]{newWalk(ctx, depth, eval, t), map[P]entry[M]{}, tableLimit}
}

// alphaBeta is alphaBetaSoft with a look-up in the table before it and a store after it.
func (w *tableWalk[P, M]) alphaBeta(p P, depth, alpha, beta int) (best int, line []M) {
	w.within(alpha, beta)
	if e, ok := w.table[p]; ok && e.decides(depth, alpha, beta) {
		w.hit(e)
		return e.value, e.line
	}
	from := w.nodes
	moves, value, leaf := w.enter(p, depth)
	if leaf {
		return value, nil
	}
	best = below
	for i, m := range moves {
		w.play(m)
		value, tail := w.alphaBeta(p.Play(m), next(depth), -beta, -max(alpha, best))
		if w.err != nil {
			return best, line // results of a stopped search are not stored
		}
		if -value > best {
			best, line = -value, after(m, tail)
		}
		if best >= beta {
			w.cut(moves[i+1:], depth)
			break
		}
	}
	w.store(p, entry[M]{
		value: best, depth: depth, bound: boundOf(best, alpha, beta), line: line, nodes: w.nodes - from,
	})
	return best, line
}
