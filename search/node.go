package search

import (
	"math/bits"
	"sync/atomic"
	"time"

	"golang.org/x/sys/cpu"

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
	weights           *eval.Weights // nil: the plain evaluation
	solved            int           // empty squares up to which positions are solved even where the search does not reach the end; -1: none
	network           int           // empty squares up to which they have a network that is used; -1: none
	spreads           *deviations
	remembered, asked int // plies from which positions are in the table, and from which it is asked about all children
	stop              atomic.Bool
	deadline          time.Time     // zero: none
	nodes             atomic.Uint64 // published by the workers so far
	most              uint64        // nodes after which they stop
	team              team
}

// worker is one thread of a search. Values are final disc differences in hundredths of a disc (package eval), from the view of
// the side to move; a depth of at least the number of empty squares is a search to the end of the game, whose values are exact.
//
// What a worker writes at every node has cache lines of its own, which no other worker waits for: experiments/026.
type worker struct {
	_ cpu.CacheLinePad
	*run
	solver    *solve.Solver
	nodes     uint64          // entered by the worker itself: see total
	published uint64          // of total, to run
	others    uint64          // nodes of the other workers when it last published
	poll      func()          // nil for all but the first worker
	sure      confidence      // what branches are cut off at
	within    int             // shallow searches of ProbCut that it is in
	split     *split          // the work it shares in, nil at the top
	low       int             // what the move that it searches there was to beat when it began
	list      [64]solve.Child // what the moves leave whose order is being found
	_         cpu.CacheLinePad
}

const (
	handOver      = 10   // empties from which package solve goes on without the table
	tableDepth    = 4    // plies below which a position is not worth remembering
	tableEnding   = 12   // the same, to the end of the game
	cutoffs       = 5    // plies from which the table is asked about all children before any is searched
	cutoffsEnding = 13   // the same, to the end of the game
	stateless     = 13   // plies to the end of the game up to which nothing is evaluated
	never         = 65   // plies that no search has
	pollEvery     = 4096 // nodes between two looks at the limits
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
func (w *worker) halted() bool { return w.stop.Load() || w.split.pointless(w.low) }

// node is principal variation search: the value of the position with p to move, exact within alpha and beta, a bound outside
// (fail-soft); cut says that it is expected to be cut off, of the two types of node with a null window (Knuth and Moore 1975). Once stopped
// its value means nothing.
//
// The state is that of the position where the search needs it, nil where it does not.
func (w *worker) node(s *outlook, p, o uint64, alpha, beta, depth int, cut bool) int {
	empties := bits.OnesCount64(w.board &^ (p | o))
	exact := depth >= empties
	switch {
	case empties <= w.solved, exact && empties <= handOver:
		return w.solve(p, o, alpha, beta)
	case depth <= 0:
		w.enter()
		return w.leaf(s, p, o, alpha, beta)
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
	if depth >= w.remembered && (!exact || depth >= tableEnding) {
		known, _ = w.table.find(p, o)
	}
	if known.depth >= depth && known.confidence >= w.needed(depth, exact) {
		if v, ok := known.cutoff(alpha, beta); ok {
			return v
		}
	}
	legal, theirs := w.moves(s, p, o)
	if legal == 0 {
		return w.pass(s, p, o, alpha, beta, depth, cut)
	}
	if beta-alpha == 1 && w.sure < certain && depth >= leastProbCut(exact) {
		if v, ok := w.probCut(s, p, o, legal, theirs, alpha, depth, empties); ok {
			return v
		}
	}
	if depth == 1 && w.weights != nil {
		if v, ok := w.futile(s, legal, theirs, alpha, beta, empties); ok {
			return v
		}
		if empties > w.solved+1 {
			return w.lastPly(s, p, o, legal, alpha, beta)
		}
	}
	var moves moveList
	list := w.order(&moves, s, p, o, legal, depth, known)
	if depth >= w.asked && beta-alpha == 1 && (!exact || empties >= cutoffsEnding) { // what is handed over is not in the table
		if v, ok := w.childCutoff(p, o, list, beta, depth, w.needed(depth-1, exact)); ok {
			return v
		}
	}
	return w.children(s, p, o, list, alpha, beta, depth, cut)
}

// moves is the legal moves of the position and, where it may be evaluated, those that the other side would have.
func (w *worker) moves(s *outlook, p, o uint64) (legal, theirs uint64) {
	if s == nil {
		return bitboard.Moves(p, o) & w.board, 0
	}
	return bitboard.MovesOfBoth(p, o)
}

// children is the value of a node from its moves, and remembers it.
func (w *worker) children(s *outlook, p, o uint64, list []candidate, alpha, beta, depth int, cut bool) int {
	best, move := w.brothers(s, p, o, list, alpha, beta, depth, cut)
	if w.halted() {
		return alpha
	}
	if depth >= w.remembered {
		exact := depth >= bits.OnesCount64(w.board&^(p|o))
		if exact && depth < tableEnding {
			return best
		}
		w.table.store(p, o, depth, w.needed(depth, exact), alpha, beta, best, move)
	}
	return best
}

// brothers is the best value among the moves, and its move: the first is searched with the whole window, the others with a null window first.
// Workers that have nothing to do share in all but the eldest ("young brothers wait": Feldmann, Monien, Mysliwietz and Vornberger 1989).
func (w *worker) brothers(s *outlook, p, o uint64, list []candidate, alpha, beta, depth int, cut bool) (best int, move int8) {
	best, move = -worst, noMove
	low := alpha
	shared := eldest(alpha, beta, depth, depth >= bits.OnesCount64(w.board&^(p|o)))
	for i := range list {
		if i == 1 {
			w.weigh(s, p, o, list[1:], depth)
		}
		if i >= shared && len(list)-i > 1 && w.team.waiting() {
			return w.share(s, p, o, list[i:], best, move, low, beta, depth, cut)
		}
		c := next(list[i:])
		v := w.child(s, p, o, c, low, beta, depth, i == 0, cut)
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
func (w *worker) child(s *outlook, p, o uint64, c candidate, low, beta, depth int, first, cut bool) int {
	np, no := o&^c.flips, p|c.flips|1<<c.square
	var after *outlook
	if s != nil && (depth <= bits.OnesCount64(^(np|no)) || depth > stateless) {
		own := outlook{value: int(c.value), judged: c.value != unjudged}
		own.state.Play(&s.state, int(c.square), c.flips)
		after = &own
	}
	if first || w.without&NullWindow != 0 {
		return -w.node(after, np, no, -beta, -low, depth-1, beta-low == 1 && !cut)
	}
	v := -w.node(after, np, no, -low-1, -low, depth-1, !cut)
	if low < v && v < beta && !w.halted() {
		v = -w.node(after, np, no, -beta, -low, depth-1, false)
	}
	return v
}

// pass hands the move over; it takes no ply of the depth, so that a search to the end stays one.
func (w *worker) pass(s *outlook, p, o uint64, alpha, beta, depth int, cut bool) int {
	if bitboard.Moves(o, p)&w.board == 0 {
		return eval.Disc * othello.Position{Mover: p, Other: o, Size: w.size}.Score()
	}
	var after *outlook
	if s != nil {
		var own outlook
		own.state.Pass(&s.state)
		after = &own
	}
	return -w.node(after, o, p, -beta, -alpha, depth, !cut)
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
		if !w.deadline.IsZero() && time.Now().After(w.deadline) { // sooner seen than a timer wakes up
			w.stop.Store(true)
		}
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
func (w *worker) childCutoff(p, o uint64, list []candidate, beta, depth int, needed confidence) (value int, ok bool) {
	var spots [len(moveList{})]spot
	for i, c := range list {
		spots[i] = w.table.look(o&^c.flips, p|c.flips|1<<c.square)
	}
	for i := range list {
		k, ok := spots[i].known(w.table.age)
		if ok && k.depth >= depth-1 && k.confidence >= needed && -k.upper >= beta {
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
