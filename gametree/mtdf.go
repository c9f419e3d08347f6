package gametree

import "context"

// MTDF is MTD(f) of Plaat, Schaeffer, Pijls and de Bruin ("Best-First Fixed-Depth Minimax Algorithms", 1996). It makes
// repeated searches with a null window, each of which raises a lower bound or lowers an upper bound of the value, until
// the bounds meet. A table makes the passes cheap, because they search much of the same tree. The first guess f is the
// evaluation of p, or 0 without one. A last pass with the narrowest window around the value finds the variation.
//
// Value, move and variation equal those of Minimax. For the arguments and the error see Minimax.
func MTDF[P ComparablePosition[P, M], M comparable](
	ctx context.Context, p P, depth int, eval func(P) int, t *Trace[M],
) (Result[M], error) {
	w := newTableWalk(ctx, depth, eval, t)
	w.passes(depth)
	value := w.converge(p, depth)
	if w.err != nil {
		return w.result(0, nil)
	}
	// No window can enclose ±Infinity, and bounds in the table would end the last pass without a line.
	if value == Infinity || value == -Infinity {
		clear(w.table)
	}
	_, line := w.alphaBeta(p, depth, max(value, -Infinity+1)-1, min(value, Infinity-1)+1)
	w.leaveAll(value)
	return w.result(value, line)
}

// converge makes null-window searches until the bounds meet, and returns the value.
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
