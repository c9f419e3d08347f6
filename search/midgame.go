package search

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// evaluation is the state that the evaluation reads of a position, and its value once it has been computed.
type evaluation struct {
	state eval.State
	value int
	known bool
}

// play makes e the evaluation of the position after the move.
func (e *evaluation) play(from *evaluation, c candidate) {
	e.value, e.known = int(c.value), c.value != unjudged
	e.state.Play(&from.state, int(c.square), c.flips)
}

// evaluate returns the evaluation of a node with a state; legal is its moves, theirs those of the other side.
func (w *worker) evaluate(n node, legal, theirs bitboard.Set) int {
	e := n.state
	if !e.known {
		e.value = w.weights.ValueOf(&e.state, n.counts(legal, theirs))
		e.known = true
	}
	return e.value
}

// counts returns what the evaluation reads of the node beside its state; legal is its moves, theirs those of the other
// side.
func (n node) counts(legal, theirs bitboard.Set) eval.Counts {
	return eval.Counts{Empties: n.empties, Moves: legal.Len(), Replies: theirs.Len()}
}

// leaf returns the value of a node that is not searched: the evaluation, refined by the network where that matters.
// Values that only order moves or prune branches are not refined (experiments/046).
func (w *worker) leaf(n node, alpha, beta int) int {
	if n.state == nil {
		return w.judge(n, nil)
	}
	rough := n.state.value
	if !n.state.known {
		rough = w.judge(n, &n.state.state)
	}
	if !w.near(rough, alpha, beta, n.empties) {
		return rough
	}
	return w.refine(rough, n)
}

// reaches is how far from the window the network is asked, in hundredths of a disc, by empty squares: twice what it
// adds.
var reaches = func() (t [maxEmpties + 1]int) {
	for empties := range t {
		t[empties] = 6200 / max(empties, 1)
	}
	return t
}()

// near reports whether the network may change on which side of the window a value lies. What is certain has no room for
// "may". A window without room is nobody's: the value is to order moves.
func (w *worker) near(rough, alpha, beta, empties int) bool {
	if empties > w.network || alpha >= beta {
		return false
	}
	reach := reaches[empties]
	// alpha-reach < rough < beta+reach, in one comparison
	inside := uint(rough-alpha+reach-1) < uint(beta-alpha+2*reach-1)
	return inside || w.sure == certain
}

// refine returns the evaluation with what the network adds; rough is what [worker.judge] returned.
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

// judge returns the evaluation of the node, whose state is s, or the final score when the game is over. Without learned
// weights s is not used.
func (w *worker) judge(n node, s *eval.State) int {
	mine, theirs := bitboard.MovesOfBoth(n.mover, n.other)
	mine, theirs = mine&w.board, theirs&w.board
	switch {
	case mine|theirs == 0:
		return eval.Disc * othello.Position{Mover: n.mover, Other: n.other, Size: w.size}.Score()
	case mine == 0 && w.weights == nil:
		return -eval.PlainBits(n.other, n.mover, w.size)
	case w.weights == nil:
		return eval.PlainBits(n.mover, n.other, w.size)
	case mine == 0:
		var passed eval.State
		passed.Pass(s)
		return -w.weights.ValueOf(&passed, n.counts(theirs, 0))
	}
	return w.weights.ValueOf(s, n.counts(mine, theirs))
}

// besideCorners is the squares next to the corners of 8×8, which seldom are the best to move to.
const besideCorners = 0x42c300000000c342

// lastPly is the value of a node whose legal moves lead to positions that are evaluated: the best of them, or the first
// that is at least beta. Corners are tried first and the squares beside them last, which saves a tenth of the nodes
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
		best = max(best, -w.after(&after, n, sq, -beta, -max(alpha, best)))
		w.nodes++
		legal &^= 1 << sq
	}
	w.check(before)
	return best
}

// after evaluates the position after a move of n from the view of the side that then moves, with the network where that
// may change on which side of the window the value lies. It writes the state of that position.
func (w *worker) after(state *eval.State, n node, sq, alpha, beta int) int {
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
	if w.near(rough, alpha, beta, counts.Empties) {
		return w.weights.Refine(rough, state, counts)
	}
	return rough
}

// behind is after without the network, for a move whose flips and replies are known.
func (w *worker) behind(state *eval.State, n node, c *candidate, replies bitboard.Set) int {
	sq := int(c.square)
	then := n.child(sq, c.flips)
	if replies == 0 {
		state.Play(&n.state.state, sq, c.flips)
		return w.judge(then, state)
	}
	later := bitboard.Moves(then.other, then.mover)
	return w.weights.ValueAfter(state, &n.state.state, sq, c.flips, then.counts(replies, later))
}
