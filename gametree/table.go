package gametree

// tableLimit is how many positions a table holds at most: some 150 MB for positions of Othello. A full table starts
// anew.
const tableLimit = 1 << 20

// entry is what is known of a position. It answers for the same depth only: a deeper value would be better knowledge
// but not the value that Minimax gives at this depth.
type entry[M comparable] struct {
	value int
	depth int
	bound Bound
	line  []M    // best play from the position, of an exact entry
	nodes uint64 // that it took to find this out
	place int    // of the visit in the trace that found it, or -1
}

// answers reports whether an entry settles a search with this depth and window, as the search itself would.
func (e entry[M]) answers(depth, alpha, beta int) bool {
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

// hit counts that an entry answered.
func (w *tableWalk[P, M]) hit(e entry[M]) {
	w.hits++
	if w.trace != nil {
		w.trace.hit(e.place, e.nodes, e.depth, e.value, e.bound)
	}
}

// keep leaves the position and puts what was found out into the table.
func (w *tableWalk[P, M]) keep(p P, e entry[M]) {
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
