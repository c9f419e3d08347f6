package gametree

// tableLimit is the greatest number of positions in a table, some 150 MB for Othello. A full table is cleared.
const tableLimit = 1 << 20

// entry is the stored result of a position. It is used for searches of the same depth only: a deeper value would be
// more accurate, but not equal to that of Minimax.
type entry[M comparable] struct {
	value int
	depth int
	bound Bound
	line  []M    // best play, if bound is Exact
	nodes uint64 // nodes of the search that found it
	place int    // index of the visit in the trace that found it, or -1
}

// decides reports whether the entry decides a search with the depth and window.
func (e entry[M]) decides(depth, alpha, beta int) bool {
	switch {
	case e.depth != depth:
		return false
	case e.bound == Lower:
		return e.value >= beta
	case e.bound == Upper:
		return e.value <= alpha
	}
	return true
}

// hit counts and records the use of an entry.
func (w *tableWalk[P, M]) hit(e entry[M]) {
	w.hits++
	if w.trace != nil {
		w.trace.hit(e.place, e.nodes, e.depth, e.value, e.bound)
	}
}

// store ends the visit in the trace and stores the entry.
func (w *tableWalk[P, M]) store(p P, e entry[M]) {
	if e.bound != Exact {
		e.line = nil
	}
	e.place = Nowhere
	if w.trace != nil {
		e.place = w.trace.leave(e.value, e.bound)
	}
	if len(w.table) >= w.limit {
		clear(w.table)
	}
	w.table[p] = e
}
