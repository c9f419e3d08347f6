package gametree

import "context"

// AlphaBetaTable is [AlphaBetaSoft] with a transposition table: what was found out about a position is kept, and
// answers when other moves lead to the same position. Greenblatt, Eastlake and Crocker ("The Greenblatt Chess Program",
// 1967) used such a table; Zobrist ("A New Hashing Method with Application for Game Playing", 1970) gave it the key
// that programs use since. Here the key is the whole position, so that two positions are never taken for one another.
//
// Value, move and variation equal Minimax's. For the arguments and the error see Minimax.
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
	limit int // of the table's entries
}

func newTableWalk[P ComparablePosition[P, M], M comparable](
	ctx context.Context, depth int, eval func(P) int, t *Trace[M],
) tableWalk[P, M] {
	return tableWalk[P, M]{newWalk(ctx, depth, eval, t), map[P]entry[M]{}, tableLimit}
}

// alphaBeta is the routine of [AlphaBetaSoft] between a look into the table and an entry in it.
func (w *tableWalk[P, M]) alphaBeta(p P, depth, alpha, beta int) (best int, line []M) {
	w.within(alpha, beta)
	if e, ok := w.table[p]; ok && e.answers(depth, alpha, beta) {
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
			return best, line // what a stopped search knows is not kept
		}
		if -value > best {
			best, line = -value, after(m, tail)
		}
		if best >= beta {
			w.cut(moves[i+1:], depth)
			break
		}
	}
	w.keep(p, entry[M]{value: best, depth: depth, bound: boundOf(best, alpha, beta), line: line, nodes: w.nodes - from})
	return best, line
}
