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

// evaluate is the value of the position with the outlook, which is nil where there is none.
func (w *worker) evaluate(s *outlook, p, o uint64) int {
	if s == nil {
		return w.judge(nil, p, o)
	}
	if !s.judged {
		s.value, s.judged = w.judge(&s.state, p, o), true
	}
	return s.value
}

// leaf is the value of a position that is not searched: the evaluation, refined by the network where that matters. What is only to order moves or to leave
// branches out is not worth refining (experiments/046).
func (w *worker) leaf(s *outlook, p, o uint64, alpha, beta int) int {
	rough := w.evaluate(s, p, o)
	if !w.near(rough, alpha, beta, bits.OnesCount64(^(p | o))) {
		return rough
	}
	return w.refine(rough, &s.state, p, o)
}

// networkReach is how far from the window the network is asked with one empty square, in hundredths of a disc; with more, so many times less: twice what it adds.
const networkReach = 6200

// near reports whether the network may change on which side of the window a value lies. What is certain has no room for "may". A window without
// room is nobody's: the value is to order moves.
func (w *worker) near(rough, alpha, beta, empties int) bool {
	reach := networkReach / max(empties, 1)
	return empties <= w.network && alpha < beta && (rough > alpha-reach && rough < beta+reach || w.sure == certain)
}

// refine is the evaluation with what the network adds; rough is what [worker.judge] gave.
func (w *worker) refine(rough int, s *eval.State, p, o uint64) int {
	empties, mine, theirs := bits.OnesCount64(^(p | o)), bits.OnesCount64(bitboard.Moves(p, o)), bits.OnesCount64(bitboard.Moves(o, p))
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
	mine, theirs := bitboard.Moves(p, o)&w.board, bitboard.Moves(o, p)&w.board
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

// lastPly is the value of a node whose moves lead to positions that are evaluated: the best of them, or the first that is at least beta.
// Corners are tried first and the squares beside them last, which saves a tenth of the nodes (experiments/019).
func (w *worker) lastPly(s *outlook, p, o, legal uint64, alpha, beta int) int {
	best, before := -worst, w.total()
	var after eval.State
	for _, set := range [...]uint64{legal & w.corners, legal &^ (w.corners | besideCorners), legal & besideCorners} {
		for ; set != 0 && best < beta; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			best = max(best, -w.after(&after, &s.state, p, o, sq, -beta, -max(alpha, best)))
			w.nodes++
		}
	}
	w.check(before)
	return best
}

// after evaluates the position after the move from the view of the side that then moves, by the network, too, where that may change on which side
// of the window it lies.
func (w *worker) after(state, s *eval.State, p, o uint64, sq, alpha, beta int) int {
	flips, replies := bitboard.Replies(sq, p, o)
	return w.behind(state, s, p, o, sq, flips, replies, alpha, beta)
}

// behind is after for those who know what the move turns over and how the other side may reply.
func (w *worker) behind(state, s *eval.State, p, o uint64, sq int, flips, replies uint64, alpha, beta int) int {
	np, no := o&^flips, p|flips|1<<sq
	state.Play(s, sq, flips)
	if replies == 0 {
		rough := w.judge(state, np, no)
		if w.near(rough, alpha, beta, bits.OnesCount64(^(np | no))) {
			return w.refine(rough, state, np, no)
		}
		return rough
	}
	empties, moves, later := bits.OnesCount64(^(np | no)), bits.OnesCount64(replies), bits.OnesCount64(bitboard.Moves(no, np))
	rough := w.weights.ValueOf(state, empties, moves, later)
	if w.near(rough, alpha, beta, empties) {
		return w.weights.Refine(rough, state, empties, moves, later)
	}
	return rough
}
