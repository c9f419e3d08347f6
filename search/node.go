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

// run is the state that the workers of one search share.
type run struct {
	table   *table
	size    othello.Size
	board   bitboard.Set
	corners bitboard.Set
	without Heuristic
	weights *eval.Weights // nil: the plain evaluation
	// solveFrom is the largest number of empty squares at which positions are solved although the search is not one to
	// the end of the game; -1: none are.
	solveFrom   int
	networkFrom int // largest number of empty squares at which the network is used; -1: it is not used
	spreads     *deviations
	tableFrom   int // least depth of positions that are looked up and stored in the table
	etcFrom     int // least depth of nodes that try enhanced transposition cutoffs
	stop        atomic.Bool
	deadline    time.Time     // zero: none
	nodes       atomic.Uint64 // total published by the workers
	nodeLimit   uint64
	searched    atomic.Bool // the step has searched a position near the start of the game: see decided
	team        team
	evaluator   Evaluator // replaces the plain evaluation; nil: none
}

// worker is one thread of a search. Values are final disc differences in hundredths of a disc (package eval), from the
// view of the side to move. A search whose depth is at least the number of empty squares reaches the end of the game,
// and its values are exact.
//
// The padding keeps the fields that are written at every node out of the cache lines of other workers: experiments/026.
type worker struct {
	_ cpu.CacheLinePad
	*run
	solver      *solve.Solver
	nodes       uint64          // entered by the worker, without those of solver: see total
	published   uint64          // part of total that is included in run.nodes
	othersNodes uint64          // nodes of the other workers at the last publish
	poll        func()          // nil for all but the first worker
	confidence  confidence      // of ProbCut cutoffs
	probCuts    int             // nesting depth of ProbCut's shallow searches
	split       *split          // the split node that the worker searches below; nil: none
	sharedAlpha int             // alpha at split when the search of the current move began
	replies     [64]solve.Child // scratch space of order and prioritize
	_           cpu.CacheLinePad
}

const (
	solveEmpties   = 10   // largest number of empty squares that package solve searches, without the table
	tableDepth     = 4    // least depth of positions in the table
	tableEnding    = 12   // the same in a search to the end of the game
	etcDepth       = 5    // least depth for enhanced transposition cutoffs
	etcEnding      = 13   // the same in a search to the end of the game
	statelessDepth = 13   // largest depth to the end of the game at which positions need no evaluation state
	never          = 65   // more than any depth and any number of moves: disables what begins at it
	pollEvery      = 4096 // nodes between two checks of the limits
)

// newSolver returns a solver that stops with the run and omits the heuristics that the run omits.
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

// total returns the number of positions that the worker has entered.
func (w *worker) total() uint64 { return w.nodes + w.solver.Nodes }

// halted reports whether the search is stopped or the result of the worker's current move is obsolete.
func (w *worker) halted() bool { return w.stop.Load() || w.split.obsolete(w.sharedAlpha) }

// node is a position of the search tree.
type node struct {
	mover, other bitboard.Set
	state        *evaluation // nil when the position and its descendants are not evaluated with learned weights
	empties      int         // number of empty squares
}

// child returns the position after a move, without a state.
func (n node) child(square int, flips bitboard.Set) node {
	return node{mover: n.other &^ flips, other: n.mover | flips | 1<<square, empties: n.empties - 1}
}

// kind is the expected type of a node (Knuth and Moore 1975).
type kind uint8

const (
	pv  kind = iota // open window (beta-alpha > 1), on the principal variation
	cut             // null window; one move is expected to reach beta
	all             // null window; no move is expected to exceed alpha
)

// child returns the kind of a child of a node of kind k. The child is searched with a window of the given width.
func (k kind) child(width int) kind {
	switch {
	case width > 1:
		return pv
	case k == cut:
		return all
	}
	return cut
}

// searchNode returns the value of the node by principal variation search (Marsland and Campbell 1982): exact between
// alpha and beta, and a bound outside them (fail-soft). The value of a stopped search is meaningless. The steps:
//
//  1. Solve positions with few empty squares by package solve; evaluate positions at depth 0.
//  2. Count the node and check the limits.
//  3. Stability: in a search to the end, the opponent's stable discs bound the value.
//  4. Transposition table (Greenblatt 1967): return a bound of sufficient depth that decides the window.
//  5. Pass when there is no legal move.
//  6. ProbCut (Buro 1995, 1997): cut off when a shallow search predicts a value outside the null window.
//  7. Last ply: futility pruning against the evaluation, then all moves in one loop. Not near the start of the game,
//     where the positions after the moves may have proved bounds.
//  8. Order the moves: table moves first, then by evaluation or by the opponent's replies.
//  9. Enhanced transposition cutoff (Schaeffer and Plaat 1996): look for a child in the table that cuts off the node.
//  10. Search the moves (expand), shared with idle workers, and store the result.
func (w *worker) searchNode(n node, alpha, beta, depth int, k kind) int {
	exact := depth >= n.empties
	switch { // step 1
	case n.empties <= w.solveFrom, exact && n.empties <= solveEmpties:
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
	if depth >= w.tableFrom && (!exact || depth >= tableEnding) {
		known, _ = w.table.find(n.mover, n.other)
	}
	if known.depth >= depth && known.confidence >= w.confidenceAt(depth, exact) {
		if v, ok := known.cutoff(alpha, beta); ok {
			return v
		}
	}
	legal, theirs := w.moves(n)
	if legal == 0 { // step 5
		return w.pass(n, alpha, beta, depth, k)
	}
	if k != pv && w.confidence < certain && depth >= leastProbCut(exact) { // step 6
		if v, ok := w.probCut(n, legal, theirs, alpha, depth); ok {
			return v
		}
	}
	if depth == 1 && w.weights != nil && !w.provedChildren(n) { // step 7
		if k != pv && w.confidence < certain {
			if v, ok := w.futile(n, legal, theirs, alpha, beta); ok {
				return v
			}
		}
		if n.empties > w.solveFrom+1 {
			return w.lastPly(n, legal, alpha, beta)
		}
	}
	var moves moveList
	list := w.order(&moves, n, legal, depth, known) // step 8
	// Step 9. Positions that package solve searches are not in the table, and bounds in the table are not clamped.
	if depth >= w.etcFrom && k != pv && (!exact || n.empties >= etcEnding) && !w.provedChildren(n) {
		if v, ok := w.childCutoff(n, list, beta, depth, w.confidenceAt(depth-1, exact)); ok {
			return v
		}
	}
	return w.expand(n, list, alpha, beta, depth, k) // step 10
}

// moves returns the legal moves of the node and, if it has an evaluation state, those that the other side would have if
// it were to move.
func (w *worker) moves(n node) (legal, theirs bitboard.Set) {
	if n.state == nil {
		return bitboard.Moves(n.mover, n.other) & w.board, 0
	}
	return bitboard.MovesOfBoth(n.mover, n.other)
}

// expand searches the moves of a node and stores the result in the table.
func (w *worker) expand(n node, list []candidate, alpha, beta, depth int, k kind) int {
	best, move := w.searchMoves(n, list, alpha, beta, depth, k)
	if w.halted() {
		return alpha
	}
	if depth >= w.tableFrom {
		exact := depth >= n.empties
		if exact && depth < tableEnding {
			return best
		}
		w.table.store(n.mover, n.other, result{depth, w.confidenceAt(depth, exact), alpha, beta, best, move})
	}
	return best
}

// searchMoves returns the best value among the moves and its move. The first move is searched with the whole window,
// the others with a null window first. Moves after the first ones are shared with idle workers ("young brothers wait":
// Feldmann, Monien, Mysliwietz and Vornberger 1989).
func (w *worker) searchMoves(n node, list []candidate, alpha, beta, depth int, k kind) (best int, move int8) {
	best, move = -worst, noMove
	low := alpha
	shared := serialMoves(k, depth, depth >= n.empties)
	for i := range list {
		if i == 1 {
			w.prioritize(n, list[1:], depth)
		}
		if i >= shared && len(list)-i > 1 && w.team.waiting() {
			s := w.newSplit(n, list[i:], beta, depth, k)
			s.best, s.bestMove = best, move
			return w.share(s, low)
		}
		c := next(list[i:])
		var v int
		if i == 0 || w.without&NullWindow != 0 {
			v = w.searchMove(n, c, low, beta, depth, k)
		} else {
			v = w.scoutMove(n, c, low, beta, depth, k)
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

// searchMove returns the value of the move c for the side that plays it, searched with the window from low to beta.
func (w *worker) searchMove(n node, c candidate, low, beta, depth int, k kind) int {
	after := n.child(int(c.square), c.flips)
	if needsState(n, depth) {
		var own evaluation
		own.play(n.state, c)
		after.state = &own
	}
	return -w.search(after, -beta, -low, depth-1, k.child(beta-low))
}

// scoutMove returns the value of the move c for the side that plays it. It searches with a null window above low first,
// and again with the whole window if the value lies between low and beta.
func (w *worker) scoutMove(n node, c candidate, low, beta, depth int, k kind) int {
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

// needsState reports whether the children of a node searched to the depth need an evaluation state.
func needsState(n node, depth int) bool {
	return n.state != nil && (depth < n.empties || depth > statelessDepth)
}

// pass returns the value of a node without a legal move. A pass does not reduce the depth: the number of empty squares
// stays the same, and so a search to the end remains one.
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

// solve returns the exact value by package solve, with the window rounded outwards to whole discs.
func (w *worker) solve(n node, alpha, beta int) int {
	low, high := floorDisc(alpha), -floorDisc(-beta)
	before := w.solver.Nodes
	v := w.solver.Score(n.mover, n.other, low, high)
	w.check(before + w.nodes)
	return eval.Disc * v
}

// floorDisc returns v in discs, rounded down.
func floorDisc(v int) int {
	if v < 0 {
		return -((-v + eval.Disc - 1) / eval.Disc)
	}
	return v / eval.Disc
}

// enter counts a node and calls check.
func (w *worker) enter() {
	w.nodes++
	w.check(w.total() - 1)
}

// check stops the search at the node limit. When a multiple of pollEvery lies between the node counts before and now,
// it also publishes the count, checks the deadline and calls poll.
func (w *worker) check(before uint64) {
	now := w.total()
	if now+w.othersNodes >= w.nodeLimit {
		w.stop.Store(true)
	}
	if now/pollEvery != before/pollEvery {
		w.publish()
		if !w.deadline.IsZero() && time.Now().After(w.deadline) { // noticed sooner than a timer fires
			w.stop.Store(true)
		}
		if w.poll != nil {
			w.poll()
		}
	}
}

// publish adds the worker's nodes since the last call to run.nodes.
func (w *worker) publish() {
	now := w.total()
	w.othersNodes = w.run.nodes.Add(now-w.published) - now
	w.published = now
}

// childCutoff looks for a child whose upper bound in the table proves that the move reaches beta (enhanced
// transposition cutoff: Schaeffer and Plaat 1996). Entries must have at least the needed confidence.
func (w *worker) childCutoff(n node, list []candidate, beta, depth int, needed confidence) (value int, ok bool) {
	var spots [len(moveList{})]lookup
	for i, c := range list {
		spots[i] = w.table.probe(n.other&^c.flips, n.mover|c.flips|1<<c.square)
	}
	for i := range list {
		k, ok := spots[i].complete(w.table.age)
		if ok && k.depth >= depth-1 && k.confidence >= needed && -k.upper >= beta {
			return -k.upper, true
		}
	}
	return 0, false
}

// cutoff returns the value of the node if the bounds decide the window.
func (k storedResult) cutoff(alpha, beta int) (value int, ok bool) {
	switch {
	case k.lower >= beta || k.lower == k.upper:
		return k.lower, true
	case k.upper <= alpha:
		return k.upper, true
	}
	return 0, false
}
