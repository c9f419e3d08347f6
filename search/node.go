package search

import (
	"math/bits"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
)

// worker is one search on its way. Values are final disc differences in hundredths of a disc (package eval), from the view of
// the side to move; a depth of at least the number of empty squares is a search to the end of the game, whose values are exact.
type worker struct {
	table   *table
	size    othello.Size
	board   uint64
	corners uint64
	stop    *atomic.Bool
	solver  *solve.Solver
	nodes   uint64 // entered by the worker itself: see total
	most    uint64 // nodes after which it stops
	poll    func()
}

const (
	handOver   = 10   // empties from which package solve goes on without the table
	tableDepth = 2    // plies below which a position is not worth remembering
	cutoffs    = 5    // plies from which the table is asked about all children before any is searched
	pollEvery  = 4096 // nodes between two looks at the limits
)

// total is the positions entered so far.
func (w *worker) total() uint64 { return w.nodes + w.solver.Nodes }

// node is principal variation search: the value of the position with p to move, exact within alpha and beta, a bound outside
// (fail-soft). Once stopped its value means nothing.
func (w *worker) node(p, o uint64, alpha, beta, depth int) int {
	empties := bits.OnesCount64(w.board &^ (p | o))
	exact := depth >= empties
	switch {
	case exact && empties <= handOver:
		return w.solve(p, o, alpha, beta)
	case depth <= 0:
		return w.leaf(p, o)
	}
	w.enter()
	if w.stop.Load() {
		return alpha
	}
	if exact {
		depth = empties
		if bound := eval.Disc * w.solver.StableBound(p, o, alpha/eval.Disc, empties); bound <= alpha {
			return bound
		}
	}
	known := w.table.find(p, o)
	if known != nil && int(known.depth) >= depth {
		if v, ok := known.cutoff(alpha, beta); ok {
			return v
		}
	}
	legal := bitboard.Moves(p, o) & w.board
	if legal == 0 {
		return w.pass(p, o, alpha, beta, depth)
	}
	var moves moveList
	list := w.order(&moves, p, o, legal, depth, known)
	if depth >= cutoffs && beta-alpha == 1 {
		if v, ok := w.childCutoff(p, o, list, beta, depth); ok {
			return v
		}
	}
	return w.children(p, o, list, alpha, beta, depth)
}

// children searches the moves: the first with the whole window, the others with a null window first.
func (w *worker) children(p, o uint64, list []candidate, alpha, beta, depth int) int {
	best, bestMove, low := -worst, noMove, alpha
	for i := range list {
		c := next(list[i:])
		np, no := o&^c.flips, p|c.flips|1<<c.square
		v := -worst
		if i > 0 {
			v = -w.node(np, no, -low-1, -low, depth-1)
		}
		if i == 0 || low < v && v < beta {
			v = -w.node(np, no, -beta, -low, depth-1)
		}
		if w.stop.Load() {
			return alpha
		}
		if v > best {
			best, bestMove = v, int8(c.square)
			low = max(low, v)
			if best >= beta {
				break
			}
		}
	}
	if depth >= tableDepth {
		w.table.store(p, o, depth, alpha, beta, best, bestMove)
	}
	return best
}

// pass hands the move over; it takes no ply of the depth, so that a search to the end stays one.
func (w *worker) pass(p, o uint64, alpha, beta, depth int) int {
	if bitboard.Moves(o, p)&w.board == 0 {
		return eval.Disc * othello.Position{Mover: p, Other: o, Size: w.size}.Score()
	}
	return -w.node(o, p, -beta, -alpha, depth)
}

// leaf is the evaluation, or the final score when the game is over.
func (w *worker) leaf(p, o uint64) int {
	w.enter()
	if bitboard.Moves(p, o)&w.board == 0 {
		if bitboard.Moves(o, p)&w.board == 0 {
			return eval.Disc * othello.Position{Mover: p, Other: o, Size: w.size}.Score()
		}
		return -eval.PlainBits(o, p, w.size)
	}
	return eval.PlainBits(p, o, w.size)
}

// solve is the exact value by package solve, its window rounded outwards to whole discs.
func (w *worker) solve(p, o uint64, alpha, beta int) int {
	low, high := floorDisc(alpha), -floorDisc(-beta)
	before := w.solver.Nodes
	v := w.solver.Score(p, o, low, high)
	w.check(before + w.nodes)
	return eval.Disc * v
}

// floorDisc is v in discs, rounded down.
func floorDisc(v int) int {
	if v < 0 {
		return -((-v + eval.Disc - 1) / eval.Disc)
	}
	return v / eval.Disc
}

// enter counts a node and looks at the limits from time to time.
func (w *worker) enter() {
	w.nodes++
	w.check(w.total() - 1)
}

// check polls and stops at the limit of nodes when a multiple of pollEvery lies between before and now.
func (w *worker) check(before uint64) {
	now := w.total()
	if now >= w.most {
		w.stop.Store(true)
	}
	if w.poll != nil && now/pollEvery != before/pollEvery {
		w.poll()
	}
}

// childCutoff looks for a child whose value is known to be so bad for the opponent that the move cuts off (enhanced
// transposition cutoff: Schaeffer and Plaat 1996).
func (w *worker) childCutoff(p, o uint64, list []candidate, beta, depth int) (value int, ok bool) {
	for _, c := range list {
		e := w.table.find(o&^c.flips, p|c.flips|1<<c.square)
		if e != nil && int(e.depth) >= depth-1 && -int(e.upper) >= beta {
			return -int(e.upper), true
		}
	}
	return 0, false
}

// cutoff is the value to return at once for the window, if the bounds decide it.
func (e *entry) cutoff(alpha, beta int) (value int, ok bool) {
	lower, upper := int(e.lower), int(e.upper)
	switch {
	case lower >= beta || lower == upper:
		return lower, true
	case upper <= alpha:
		return upper, true
	}
	return 0, false
}
