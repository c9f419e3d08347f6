package search

import (
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
	table   *table
	size    othello.Size
	board   bitboard.Set
	corners bitboard.Set
	without Heuristic
	weights *eval.Weights // nil: the plain evaluation
	// empty squares up to which positions are solved even where the search does not reach the end; -1: none
	solved            int
	network           int // empty squares up to which they have a network that is used; -1: none
	spreads           *deviations
	remembered, asked int // plies from which positions are in the table, and from which it is asked about all children
	stop              atomic.Bool
	deadline          time.Time     // zero: none
	nodes             atomic.Uint64 // published by the workers so far
	most              uint64        // nodes after which they stop
	team              team
}

// worker is one thread of a search. Values are final disc differences in hundredths of a disc (package eval), from the
// view of the side to move; a depth of at least the number of empty squares is a search to the end of the game, whose
// values are exact.
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
	s := solve.New(r.size)
	s.StopWith(&r.stop)
	for ours, theirs := range map[Heuristic]solve.Heuristic{
		Stability: solve.Stability, Fastest: solve.Fastest,
		Parity: solve.Parity,
	} {
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

// node is a position of the tree, as the search passes it on.
type node struct {
	mover, other bitboard.Set
	state        *evaluation // what the evaluation reads of it; nil where the search needs none
	empties      int         // empty squares of the board
}

// child returns the position after a move, without a state.
func (n node) child(square int, flips bitboard.Set) node {
	return node{mover: n.other &^ flips, other: n.mover | flips | 1<<square, empties: n.empties - 1}
}

// kind is the expected type of a node (Knuth and Moore 1975).
type kind uint8

const (
	pv  kind = iota // on the principal variation: the window has room for more than a bound
	cut             // null window; one move is expected to reach beta
	all             // null window; no move is expected to exceed alpha
)

// child returns the kind of a node behind one of kind k that is searched with a window of the width.
func (k kind) child(width int) kind {
	switch {
	case width > 1:
		return pv
	case k == cut:
		return all
	}
	return cut
}

// search is principal variation search (Marsland and Campbell 1982): the value of the node, exact between alpha and
// beta and a bound outside them (fail-soft). Once the search is stopped the value is meaningless. The steps:
//
//  1. The last squares are solved by package solve; at depth 0 the position is evaluated.
//  2. Count the node; stop when the limits say so.
//  3. Stability: in a search to the end, the opponent's stable discs bound the value.
//  4. Transposition table (Greenblatt 1967): a deep enough entry with a bound that decides the window.
//  5. Without a legal move, pass.
//  6. ProbCut (Buro 1995, 1997): cut off what a shallow search says is outside the null window.
//  7. Last ply: futility against the evaluation, then the moves in one loop.
//  8. Order the moves: table first, then by evaluation or by the replies they leave.
//  9. Enhanced transposition cutoff (Schaeffer and Plaat 1996): a child in the table that refutes the node.
//  10. Search the moves (children), with other workers where they are free, and store the result.
func (w *worker) search(n node, alpha, beta, depth int, k kind) int {
	exact := depth >= n.empties
	switch { // step 1
	case n.empties <= w.solved, exact && n.empties <= handOver:
		return w.solve(n, alpha, beta)
	case depth <= 0:
		w.enter()
		return w.leaf(n, alpha, beta)
	}
	w.enter() // step 2
	if w.halted() {
		return alpha
	}
	if exact { // step 3
		depth = n.empties
		bound := eval.Disc * w.solver.StableBound(n.mover, n.other, alpha/eval.Disc, n.empties)
		if bound <= alpha {
			return bound
		}
	}
	known := unknown() // step 4
	if depth >= w.remembered && (!exact || depth >= tableEnding) {
		known, _ = w.table.find(n.mover, n.other)
	}
	if known.depth >= depth && known.confidence >= w.needed(depth, exact) {
		if v, ok := known.cutoff(alpha, beta); ok {
			return v
		}
	}
	legal, theirs := w.moves(n)
	if legal == 0 { // step 5
		return w.pass(n, alpha, beta, depth, k)
	}
	if k != pv && w.sure < certain && depth >= leastProbCut(exact) { // step 6
		if v, ok := w.probCut(n, legal, theirs, alpha, depth); ok {
			return v
		}
	}
	if depth == 1 && w.weights != nil { // step 7
		if k != pv && w.sure < certain {
			if v, ok := w.futile(n, legal, theirs, alpha, beta); ok {
				return v
			}
		}
		if n.empties > w.solved+1 {
			return w.lastPly(n, legal, alpha, beta)
		}
	}
	var moves moveList
	list := w.order(&moves, n, legal, depth, known) // step 8
	// Step 9. What is handed over to package solve is not in the table.
	if depth >= w.asked && k != pv && (!exact || n.empties >= cutoffsEnding) {
		if v, ok := w.childCutoff(n, list, beta, depth, w.needed(depth-1, exact)); ok {
			return v
		}
	}
	return w.children(n, list, alpha, beta, depth, k) // step 10
}

// moves returns the legal moves of the node and, where it may be evaluated, those that the other side would have.
func (w *worker) moves(n node) (legal, theirs bitboard.Set) {
	if n.state == nil {
		return bitboard.Moves(n.mover, n.other) & w.board, 0
	}
	return bitboard.MovesOfBoth(n.mover, n.other)
}

// children searches the moves of a node and stores the result.
func (w *worker) children(n node, list []candidate, alpha, beta, depth int, k kind) int {
	best, move := w.brothers(n, list, alpha, beta, depth, k)
	if w.halted() {
		return alpha
	}
	if depth >= w.remembered {
		exact := depth >= n.empties
		if exact && depth < tableEnding {
			return best
		}
		w.table.store(n.mover, n.other, result{depth, w.needed(depth, exact), alpha, beta, best, move})
	}
	return best
}

// brothers returns the best value among the moves, and its move: the first is searched with the whole window, the
// others with a null window first. Idle workers share in all but the eldest ("young brothers wait": Feldmann, Monien,
// Mysliwietz and Vornberger 1989).
func (w *worker) brothers(n node, list []candidate, alpha, beta, depth int, k kind) (best int, move int8) {
	best, move = -worst, noMove
	low := alpha
	shared := eldest(k, depth, depth >= n.empties)
	for i := range list {
		if i == 1 {
			w.weigh(n, list[1:], depth)
		}
		if i >= shared && len(list)-i > 1 && w.team.waiting() {
			s := w.newSplit(n, list[i:], beta, depth, k)
			s.best, s.bestMove = best, move
			return w.share(s, low)
		}
		c := next(list[i:])
		var v int
		if i == 0 || w.without&NullWindow != 0 {
			v = w.whole(n, c, low, beta, depth, k)
		} else {
			v = w.child(n, c, low, beta, depth, k)
		}
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

// whole returns the value of the move c for the side that plays it, searched with the whole window.
func (w *worker) whole(n node, c candidate, low, beta, depth int, k kind) int {
	after := n.child(int(c.square), c.flips)
	if needsState(n, depth) {
		var own evaluation
		own.play(n.state, c)
		after.state = &own
	}
	return -w.search(after, -beta, -low, depth-1, k.child(beta-low))
}

// child returns the value of the move c for the side that plays it: a null window shows whether it beats low, and the
// whole window by how much.
func (w *worker) child(n node, c candidate, low, beta, depth int, k kind) int {
	after := n.child(int(c.square), c.flips)
	if needsState(n, depth) {
		var own evaluation
		own.play(n.state, c)
		after.state = &own
	}
	v := -w.search(after, -low-1, -low, depth-1, k.child(1))
	if low < v && v < beta && !w.halted() {
		v = -w.search(after, -beta, -low, depth-1, pv)
	}
	return v
}

// needsState reports whether the children of a node that is searched to the depth may be evaluated.
func needsState(n node, depth int) bool {
	return n.state != nil && (depth < n.empties || depth > stateless)
}

// pass hands the move over. It takes no ply of the depth, so that a search to the end stays one.
func (w *worker) pass(n node, alpha, beta, depth int, k kind) int {
	if bitboard.Moves(n.other, n.mover)&w.board == 0 {
		return eval.Disc * othello.Position{Mover: n.mover, Other: n.other, Size: w.size}.Score()
	}
	after := node{mover: n.other, other: n.mover, empties: n.empties}
	if n.state != nil {
		var own evaluation
		own.state.Pass(&n.state.state)
		after.state = &own
	}
	return -w.search(after, -beta, -alpha, depth, k.child(beta-alpha))
}

// solve returns the exact value by package solve, its window rounded outwards to whole discs.
func (w *worker) solve(n node, alpha, beta int) int {
	low, high := floorDisc(alpha), -floorDisc(-beta)
	before := w.solver.Nodes
	v := w.solver.Score(n.mover, n.other, low, high)
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
func (w *worker) childCutoff(n node, list []candidate, beta, depth int, needed confidence) (value int, ok bool) {
	var spots [len(moveList{})]spot
	for i, c := range list {
		spots[i] = w.table.look(n.other&^c.flips, n.mover|c.flips|1<<c.square)
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
