package search

import (
	"math/bits"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
)

// run is what the workers of one search share.
type run struct {
	table             *table
	size              othello.Size
	board             uint64
	corners           uint64
	without           Heuristic
	remembered, asked int // plies from which positions are in the table, and from which it is asked about all children
	stop              atomic.Bool
	nodes             atomic.Uint64 // published by the workers so far
	most              uint64        // nodes after which they stop
	team              team
}

// worker is one thread of a search. Values are final disc differences in hundredths of a disc (package eval), from the view of
// the side to move; a depth of at least the number of empty squares is a search to the end of the game, whose values are exact.
type worker struct {
	*run
	solver    *solve.Solver
	nodes     uint64 // entered by the worker itself: see total
	published uint64 // of total, to run
	others    uint64 // nodes of the other workers when it last published
	poll      func() // nil for all but the first worker
	split     *split // the work it shares in, nil at the top
}

const (
	handOver   = 10   // empties from which package solve goes on without the table
	tableDepth = 3    // plies below which a position is not worth remembering
	cutoffs    = 5    // plies from which the table is asked about all children before any is searched
	never      = 65   // plies that no search has
	pollEvery  = 4096 // nodes between two looks at the limits
)

// newSolver is a solver for the run's last squares.
func (r *run) newSolver() *solve.Solver {
	s := solve.New(r.size, &r.stop)
	for ours, theirs := range map[Heuristic]solve.Heuristic{Stability: solve.Stability, Fastest: solve.Fastest, Parity: solve.Parity} {
		if r.without&ours != 0 {
			s.Omit(theirs)
		}
	}
	return s
}

// total is the positions that the worker has entered so far.
func (w *worker) total() uint64 { return w.nodes + w.solver.Nodes }

// halted reports whether what the worker is doing is no longer wanted.
func (w *worker) halted() bool { return w.stop.Load() || w.split.pointless() }

// node is principal variation search: the value of the position with p to move, exact within alpha and beta, a bound outside
// (fail-soft); cut says that it is expected to be cut off, of the two types of node with a null window (Knuth and Moore 1975). Once stopped
// its value means nothing.
func (w *worker) node(p, o uint64, alpha, beta, depth int, cut bool) int {
	empties := bits.OnesCount64(w.board &^ (p | o))
	exact := depth >= empties
	switch {
	case exact && empties <= handOver:
		return w.solve(p, o, alpha, beta)
	case depth <= 0:
		return w.leaf(p, o)
	}
	w.enter()
	if w.halted() {
		return alpha
	}
	if exact {
		depth = empties
		if bound := eval.Disc * w.solver.StableBound(p, o, alpha/eval.Disc, empties); bound <= alpha {
			return bound
		}
	}
	known := unknown()
	if depth >= w.remembered {
		known, _ = w.table.find(p, o)
	}
	if known.depth >= depth {
		if v, ok := known.cutoff(alpha, beta); ok {
			return v
		}
	}
	legal := bitboard.Moves(p, o) & w.board
	if legal == 0 {
		return w.pass(p, o, alpha, beta, depth, cut)
	}
	var moves moveList
	list := w.order(&moves, p, o, legal, depth, known)
	if depth >= w.asked && beta-alpha == 1 && (!exact || empties > handOver+1) { // what is handed over is not in the table
		if v, ok := w.childCutoff(p, o, list, beta, depth); ok {
			return v
		}
	}
	return w.children(p, o, list, alpha, beta, depth, cut)
}

// children is the value of a node from its moves, and remembers it.
func (w *worker) children(p, o uint64, list []candidate, alpha, beta, depth int, cut bool) int {
	best, move := w.brothers(p, o, list, alpha, beta, depth, cut)
	if w.halted() {
		return alpha
	}
	if depth >= w.remembered {
		w.table.store(p, o, depth, alpha, beta, best, move)
	}
	return best
}

// brothers is the best value among the moves, and its move: the first is searched with the whole window, the others with a null window first.
// Workers that have nothing to do share in all but the eldest ("young brothers wait": Feldmann, Monien, Mysliwietz and Vornberger 1989).
func (w *worker) brothers(p, o uint64, list []candidate, alpha, beta, depth int, cut bool) (best int, move int8) {
	best, move = -worst, noMove
	low := alpha
	shared := eldest(alpha, beta, depth, depth >= bits.OnesCount64(w.board&^(p|o)), cut)
	for i := range list {
		if i >= shared && len(list)-i > 1 && w.team.waiting() {
			return w.share(p, o, list[i:], best, move, low, beta, depth, cut)
		}
		c := next(list[i:])
		v := w.child(p, o, c, low, beta, depth, i == 0, cut)
		if w.halted() {
			return best, move
		}
		if v > best {
			best, move = v, int8(c.square)
			low = max(low, v)
			if best >= beta {
				break
			}
		}
	}
	return best, move
}

// child is the value of the move c for the side that plays it: the first of its brothers with the whole window, the others with a null
// window and, when they beat low, with the whole.
func (w *worker) child(p, o uint64, c candidate, low, beta, depth int, first, cut bool) int {
	np, no := o&^c.flips, p|c.flips|1<<c.square
	if first || w.without&NullWindow != 0 {
		return -w.node(np, no, -beta, -low, depth-1, beta-low == 1 && !cut)
	}
	v := -w.node(np, no, -low-1, -low, depth-1, !cut)
	if low < v && v < beta && !w.halted() {
		v = -w.node(np, no, -beta, -low, depth-1, false)
	}
	return v
}

// pass hands the move over; it takes no ply of the depth, so that a search to the end stays one.
func (w *worker) pass(p, o uint64, alpha, beta, depth int, cut bool) int {
	if bitboard.Moves(o, p)&w.board == 0 {
		return eval.Disc * othello.Position{Mover: p, Other: o, Size: w.size}.Score()
	}
	return -w.node(o, p, -beta, -alpha, depth, !cut)
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

// check stops at the limit of nodes, and publishes and polls when a multiple of pollEvery lies between before and now.
func (w *worker) check(before uint64) {
	now := w.total()
	if now+w.others >= w.most {
		w.stop.Store(true)
	}
	if now/pollEvery != before/pollEvery {
		w.publish()
		if w.poll != nil {
			w.poll()
		}
	}
}

// publish adds the worker's nodes to those of the run.
func (w *worker) publish() {
	now := w.total()
	w.others = w.run.nodes.Add(now-w.published) - now
	w.published = now
}

// childCutoff looks for a child whose value is known to be so bad for the opponent that the move cuts off (enhanced
// transposition cutoff: Schaeffer and Plaat 1996).
func (w *worker) childCutoff(p, o uint64, list []candidate, beta, depth int) (value int, ok bool) {
	var spots [len(moveList{})]spot
	for i, c := range list {
		spots[i] = w.table.look(o&^c.flips, p|c.flips|1<<c.square)
	}
	for i := range list {
		k, ok := spots[i].known(w.table.generation)
		if ok && k.depth >= depth-1 && -k.upper >= beta {
			return -k.upper, true
		}
	}
	return 0, false
}

// cutoff is the value to return at once for the window, if the bounds decide it.
func (k known) cutoff(alpha, beta int) (value int, ok bool) {
	switch {
	case k.lower >= beta || k.lower == k.upper:
		return k.lower, true
	case k.upper <= alpha:
		return k.upper, true
	}
	return 0, false
}
