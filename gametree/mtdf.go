package gametree

import "context"

// MTDF is MTD(f) of Plaat, Schaeffer, Pijls and de Bruin ("Best-First Fixed-Depth Minimax Algorithms", 1996). It never
// asks for a value, only whether the position is worth at least so much, again and again; each answer moves a lower or
// an upper bound, until they meet. A table makes that cheap, since each pass goes over much of the same tree. The first
// guess f is the evaluation of p, or 0 without one. A last pass with the window closed around the value reads best play
// off.
//
// Value, move and variation equal Minimax's. For the arguments and the error see Minimax.
func MTDF[P ComparablePosition[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newTableWalk(ctx, depth, eval, t)
	w.passes(depth)
	value := w.converge(p, depth)
	if w.err != nil {
		return w.result(0, nil)
	}
	// no window lies around them, and a bound would answer instead of a line
	if value == Infinity || value == -Infinity {
		clear(w.table)
	}
	_, line := w.alphaBeta(p, depth, max(value, -Infinity+1)-1, min(value, Infinity-1)+1)
	w.leaveAll(value)
	return w.result(value, line)
}

// converge asks until the bounds meet.
func (w *tableWalk[P, M]) converge(p P, depth int) (value int) {
	if w.eval != nil && len(p.Moves()) > 0 {
		value = w.eval(p)
	}
	lower, upper := -Infinity, Infinity
	for lower < upper && w.err == nil {
		atLeast := max(value, -Infinity+1)
		if value == lower {
			atLeast = value + 1
		}
		value, _ = w.alphaBeta(p, depth, atLeast-1, atLeast)
		if value >= atLeast {
			lower = value
		} else {
			upper = value
		}
	}
	return value
}
