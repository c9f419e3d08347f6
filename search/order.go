package search

import (
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/solve"
)

// moveList has room for the legal moves of any position: the most known in one is 33.
type moveList [40]candidate

// candidate is a legal move and how promising it looks: the higher its worth, the sooner it is tried.
type candidate struct {
	flips  bitboard.Set
	worth  int32
	square int16
	value  int16 // of the position behind it, as evaluated for the side that then moves, or unjudged
}

// unjudged is the value of a candidate that was not evaluated.
const unjudged = -1 << 15

const (
	evaluated = 4        // plies from which the children are evaluated to order them
	fromTable = 1 << 20  // worth of the best move known from an earlier search
	unweighed = -1 << 30 // stands for the worth of a move that is to be evaluated
)

// order lists the legal moves with their worth. Where the table knows the best move, the others are not evaluated
// before they are wanted: see weigh.
func (w *worker) order(moves *moveList, n node, legal bitboard.Set, depth int, known known) []candidate {
	empty, count := w.board&^(n.mover|n.other), 0
	evaluate := w.weighs(n, depth)
	if !evaluate {
		solve.Children(&w.list, solve.Node{Mover: n.mover, Other: n.other, Empty: empty}, legal, w.corners, 0)
	}
	for ; legal != 0 && count < len(moves); legal &= legal - 1 {
		sq := legal.First()
		c := candidate{square: int16(sq), worth: unweighed, value: unjudged}
		switch {
		case !evaluate:
			child := &w.list[count]
			c.flips, c.worth = child.Flips, w.fastest(n.mover|child.Flips|1<<sq, child.Replies, sq, empty)
		case known.first != noMove:
			c.flips = bitboard.Flips(sq, n.mover, n.other)
		}
		switch int8(sq) {
		case known.first:
			c.worth = fromTable
		case known.second:
			c.worth = fromTable / 2
		}
		moves[count] = c
		count++
	}
	if known.first == noMove {
		w.weigh(n, moves[:count], depth)
	}
	return moves[:count]
}

// weighs reports whether the moves of the node are evaluated to order them.
func (w *worker) weighs(n node, depth int) bool {
	return w.without&Ordering == 0 && depth >= evaluated && (n.state != nil || depth < n.empties)
}

// weigh evaluates the positions behind the moves of a list that have no worth yet. It is put off until a move from the
// table, which most often cuts off, has been searched.
func (w *worker) weigh(n node, list []candidate, depth int) {
	empty := w.board &^ (n.mover | n.other)
	var left bitboard.Set
	for i := range list {
		if list[i].worth == unweighed {
			left |= 1 << list[i].square
		}
	}
	if left == 0 {
		return
	}
	solve.Children(&w.list, solve.Node{Mover: n.mover, Other: n.other, Empty: empty}, left, w.corners, 0)
	exact := depth >= n.empties
	var after eval.State
	for i := range list {
		c := &list[i]
		if c.worth != unweighed {
			continue
		}
		sq := int(c.square)
		child := &w.list[(left&(1<<sq-1)).Len()&63]
		c.flips = child.Flips
		if w.weights == nil {
			c.worth = int32(-eval.PlainBits(n.other&^c.flips, n.mover|c.flips|1<<sq, w.size))
			continue
		}
		value := w.behind(&after, n, c, child.Replies)
		c.value, c.worth = int16(value), int32(-value)
		if exact {
			c.worth += 16 * w.fastest(n.mover|c.flips|1<<sq, child.Replies, sq, empty)
		}
	}
}

// fastest is the worth of having played sq, after which own are the mover's discs, by how little it leaves to the other
// side: its replies, corners thrice, and the empty squares that it borders on; parity weighs a little. This is the
// "fastest first" rule of endgame solvers.
func (w *worker) fastest(own, replies bitboard.Set, sq int, empty bitboard.Set) int32 {
	if w.without&Fastest != 0 {
		return 0
	}
	empty &^= 1 << sq
	replies &= empty
	worth := -16 * (replies.Len() + 2*(replies&w.corners).Len())
	worth -= 4 * (bitboard.Neighbours(own) & empty).Len()
	worth += 16 * (1 << sq & w.corners).Len()
	if w.without&Parity == 0 {
		// With an odd number of empty squares left in the region, the last move there may be theirs.
		worth -= 4 * ((empty & quadrant(sq)).Len() & 1)
	}
	return int32(worth)
}

// quadrant is the quarter of the frame that holds sq.
func quadrant(sq int) bitboard.Set {
	return 0x0f0f0f0f << (sq >> 2 & 1 * 4) << (sq >> 5 & 1 * 32)
}

// next brings the candidate of the highest worth to the front, the first among equals, and returns it. Nobody can
// foresee which it is, so that nothing branches on it: worth and place make one number, and what is less than it is
// taken off by its sign. Inlined, the loop would want for registers.
//
//go:noinline
func next(list []candidate) candidate {
	top := math.MinInt >> 1
	for i := range list {
		less := top - (int(list[i].worth)<<6 - i)
		top -= less & (less >> 63)
	}
	at := -top & 63
	list[0], list[at] = list[at], list[0]
	return list[0]
}
