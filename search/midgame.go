package search

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// outlook is what the evaluation sees of a position, and the value once somebody asked for it.
type outlook struct {
	state  eval.State
	value  int
	judged bool
}

// evaluate is the value of the position with the outlook, in which the side to move has legal moves and the other would have theirs.
func (w *worker) evaluate(s *outlook, empties int, legal, theirs uint64) int {
	if !s.judged {
		s.value, s.judged = w.weights.ValueOf(&s.state, empties, bits.OnesCount64(legal), bits.OnesCount64(theirs)), true
	}
	return s.value
}

// leaf is the value of a position that is not searched: the evaluation, refined by the network where that matters. What is only to order moves or to leave
// branches out is not worth refining (experiments/046).
func (w *worker) leaf(s *outlook, p, o uint64, alpha, beta int) int {
	if s == nil {
		return w.judge(nil, p, o)
	}
	rough := s.value
	if !s.judged {
		rough = w.judge(&s.state, p, o)
	}
	if !w.near(rough, alpha, beta, bits.OnesCount64(^(p | o))) {
		return rough
	}
	return w.refine(rough, &s.state, p, o)
}

// reaches is how far from the window the network is asked, in hundredths of a disc, by empty squares: twice what it adds.
var reaches = func() (t [maxEmpties + 1]int) {
	for empties := range t {
		t[empties] = 6200 / max(empties, 1)
	}
	return t
}()

// near reports whether the network may change on which side of the window a value lies. What is certain has no room for "may". A window without
// room is nobody's: the value is to order moves.
func (w *worker) near(rough, alpha, beta, empties int) bool {
	if empties > w.network || alpha >= beta {
		return false
	}
	reach := reaches[empties]
	inside := uint(rough-alpha+reach-1) < uint(beta-alpha+2*reach-1) // alpha-reach < rough < beta+reach, in one comparison
	return inside || w.sure == certain
}

// refine is the evaluation with what the network adds; rough is what [worker.judge] gave.
func (w *worker) refine(rough int, s *eval.State, p, o uint64) int {
	own, others := bitboard.MovesOfBoth(p, o)
	empties, mine, theirs := bits.OnesCount64(^(p | o)), bits.OnesCount64(own), bits.OnesCount64(others)
	switch {
	case mine+theirs == 0:
		return rough
	case mine == 0:
		var passed eval.State
		passed.Pass(s)
		return -w.weights.Refine(-rough, &passed, empties, theirs, 0)
	}
	return w.weights.Refine(rough, s, empties, mine, theirs)
}

// judge is the evaluation, or the final score when the game is over.
func (w *worker) judge(s *eval.State, p, o uint64) int {
	mine, theirs := bitboard.MovesOfBoth(p, o)
	mine, theirs = mine&w.board, theirs&w.board
	switch {
	case mine|theirs == 0:
		return eval.Disc * othello.Position{Mover: p, Other: o, Size: w.size}.Score()
	case mine == 0 && w.weights == nil:
		return -eval.PlainBits(o, p, w.size)
	case w.weights == nil:
		return eval.PlainBits(p, o, w.size)
	case mine == 0:
		var passed eval.State
		passed.Pass(s)
		return -w.weights.ValueOf(&passed, bits.OnesCount64(^(p | o)), bits.OnesCount64(theirs), 0)
	}
	return w.weights.ValueOf(s, bits.OnesCount64(^(p | o)), bits.OnesCount64(mine), bits.OnesCount64(theirs))
}

// besideCorners is the squares next to the corners of 8×8, which seldom are the best to move to.
const besideCorners = 0x42c300000000c342

// lastPly is the value of a node whose legal moves lead to positions that are evaluated: the best of them, or the first that is at least beta.
// Corners are tried first and the squares beside them last, which saves a tenth of the nodes (experiments/019).
func (w *worker) lastPly(s *outlook, p, o, legal uint64, alpha, beta int) int {
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
		sq := bits.TrailingZeros64(set)
		best = max(best, -w.after(&after, &s.state, p, o, sq, -beta, -max(alpha, best)))
		w.nodes++
		legal &^= 1 << sq
	}
	w.check(before)
	return best
}

// after evaluates the position after the move from the view of the side that then moves, by the network, too, where that may change on which side
// of the window it lies.
func (w *worker) after(state, s *eval.State, p, o uint64, sq, alpha, beta int) int {
	flips, replies, later := bitboard.MovesAfter(sq, p, o)
	empties := bits.OnesCount64(^(p | o)) - 1
	if replies == 0 {
		var own outlook
		own.state.Play(s, sq, flips)
		return w.leaf(&own, o&^flips, p|flips|1<<sq, alpha, beta)
	}
	moves, more := bits.OnesCount64(replies), bits.OnesCount64(later)
	rough := w.weights.ValueAfter(state, s, sq, flips, empties, moves, more)
	if w.near(rough, alpha, beta, empties) {
		return w.weights.Refine(rough, state, empties, moves, more)
	}
	return rough
}

// behind is after for those who know what the move turns over and how the other side may reply, without the network.
func (w *worker) behind(state, s *eval.State, p, o uint64, sq int, flips, replies uint64) int {
	np, no := o&^flips, p|flips|1<<sq
	if replies == 0 {
		state.Play(s, sq, flips)
		return w.judge(state, np, no)
	}
	return w.weights.ValueAfter(state, s, sq, flips, bits.OnesCount64(^(np | no)), bits.OnesCount64(replies), bits.OnesCount64(bitboard.Moves(no, np)))
}
