package search

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// evaluation holds the evaluation state of a position, and its value once computed.
type evaluation struct {
	state eval.State
	value int
	known bool // value is set
}

// play sets e to the evaluation of the position after the move c.
func (e *evaluation) play(from *evaluation, c candidate) {
	e.value, e.known = int(c.value), c.value != notEvaluated
	e.state.Play(&from.state, int(c.square), c.flips)
}

// evaluate returns the static evaluation of a node that has a state. The sets are the legal moves of the side to move
// and of the other side.
func (w *worker) evaluate(n node, legal, theirs bitboard.Set) int {
	e := n.state
	if !e.known {
		e.value = w.weights.ValueOf(&e.state, n.counts(legal, theirs))
		e.known = true
	}
	return e.value
}

// counts returns the counts that the evaluation takes beside the state. The sets are the legal moves of the side to
// move and of the other side.
func (n node) counts(legal, theirs bitboard.Set) eval.Counts {
	return eval.Counts{Empties: n.empties, Moves: legal.Len(), Replies: theirs.Len()}
}

// leaf returns the value of a leaf: the static evaluation, refined by the network if networkApplies. Values that only
// order moves or prune branches are not refined (experiments/046).
func (w *worker) leaf(n node, alpha, beta int) int {
	if n.state == nil {
		return w.staticValue(n, nil)
	}
	rough := n.state.value
	if !n.state.known {
		rough = w.staticValue(n, &n.state.state)
	}
	if !w.networkApplies(rough, alpha, beta, n.empties) {
		return rough
	}
	return w.refine(rough, n)
}

// networkMargins holds the distance from the window within which the network is used, in hundredths of a disc, by
// number of empty squares: twice the network's typical correction.
var networkMargins = func() (t [maxEmpties + 1]int) {
	for empties := range t {
		t[empties] = 6200 / max(empties, 1)
	}
	return t
}()

// networkApplies reports whether the network is used to refine the evaluation rough of a leaf: if it may move the value
// across an end of the window. At full confidence it is always used. An empty window means that the value only orders
// moves, and it is not used.
func (w *worker) networkApplies(rough, alpha, beta, empties int) bool {
	if empties > w.networkFrom || alpha >= beta {
		return false
	}
	margin := networkMargins[empties]
	// alpha-reach < rough < beta+reach, in one comparison
	inside := uint(rough-alpha+margin-1) < uint(beta-alpha+2*margin-1)
	return inside || w.confidence == certain
}

// refine returns the evaluation with the correction of the network. rough is the result of [worker.staticValue].
func (w *worker) refine(rough int, n node) int {
	own, others := bitboard.MovesOfBoth(n.mover, n.other)
	switch {
	case own|others == 0:
		return rough
	case own == 0:
		var passed eval.State
		passed.Pass(&n.state.state)
		return -w.weights.Refine(-rough, &passed, n.counts(others, 0))
	}
	return w.weights.Refine(rough, &n.state.state, n.counts(own, others))
}

// staticValue returns the static evaluation of the node with state s, or the final score when the game is over. Without
// learned weights s is not used.
func (w *worker) staticValue(n node, s *eval.State) int {
	mine, theirs := bitboard.MovesOfBoth(n.mover, n.other)
	mine, theirs = mine&w.board, theirs&w.board
	switch {
	case mine|theirs == 0:
		return eval.Disc * othello.Position{Mover: n.mover, Other: n.other, Size: w.size}.Score()
	case mine == 0 && w.weights == nil:
		return -w.plain(n.other, n.mover)
	case w.weights == nil:
		return w.plain(n.mover, n.other)
	case mine == 0:
		var passed eval.State
		passed.Pass(s)
		return -w.weights.ValueOf(&passed, n.counts(theirs, 0))
	}
	return w.weights.ValueOf(s, n.counts(mine, theirs))
}

// besideCorners is the set of X- and C-squares of 8×8, which are seldom the best moves.
const besideCorners = 0x42c300000000c342

// lastPly returns the value of a node at depth 1: the best evaluation of the positions after its legal moves, or the
// first that is at least beta. Corners are tried first and X- and C-squares last, which saves a tenth of the nodes
// (experiments/019).
func (w *worker) lastPly(n node, legal bitboard.Set, alpha, beta int) int {
	best, before := -worst, w.total()
	var after eval.State
	for legal != 0 && best < beta {
		set := legal & w.corners
		if set == 0 {
			set = legal &^ besideCorners
		}
		if set == 0 {
			set = legal
		}
		sq := set.First()
		best = max(best, -w.valueAfter(&after, n, sq, -beta, -max(alpha, best)))
		w.nodes++
		legal &^= 1 << sq
	}
	w.check(before)
	return best
}

// valueAfter evaluates the position after a move of n like leaf, from the view of the side that then moves. It sets
// state to the state of that position.
func (w *worker) valueAfter(state *eval.State, n node, sq, alpha, beta int) int {
	flips, replies, later := bitboard.MovesAfter(sq, n.mover, n.other)
	if replies == 0 {
		var own evaluation
		own.state.Play(&n.state.state, sq, flips)
		then := n.child(sq, flips)
		then.state = &own
		return w.leaf(then, alpha, beta)
	}
	counts := eval.Counts{Empties: n.empties - 1, Moves: replies.Len(), Replies: later.Len()}
	rough := w.weights.ValueAfter(state, &n.state.state, sq, flips, counts)
	if w.networkApplies(rough, alpha, beta, counts.Empties) {
		return w.weights.Refine(rough, state, counts)
	}
	return rough
}

// plainAfter returns the evaluation without learned weights after a move, for the order of moves. The plain evaluation
// also accepts positions without a legal move; an [Evaluator] does not.
func (w *worker) plainAfter(n node, c *candidate) int {
	then := n.child(int(c.square), c.flips)
	if w.evaluator == nil {
		return w.plain(then.mover, then.other)
	}
	return w.staticValue(then, nil)
}

// staticAfter is valueAfter without the network, for a move whose flips and replies are known.
func (w *worker) staticAfter(state *eval.State, n node, c *candidate, replies bitboard.Set) int {
	sq := int(c.square)
	then := n.child(sq, c.flips)
	if replies == 0 {
		state.Play(&n.state.state, sq, c.flips)
		return w.staticValue(then, state)
	}
	later := bitboard.Moves(then.other, then.mover)
	return w.weights.ValueAfter(state, &n.state.state, sq, c.flips, then.counts(replies, later))
}
