package search

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
)

// moveList has room for the legal moves of any position: the most known in one is 33.
type moveList [40]candidate

// candidate is a legal move and how promising it looks: the higher its worth, the sooner it is tried.
type candidate struct {
	flips  uint64
	worth  int32
	square int16
	value  int16 // of the position behind it, as evaluated for the side that then moves, or unjudged
}

// unjudged is the value of a candidate that was not evaluated.
const unjudged = -1 << 15

const (
	evaluated = 4       // plies from which the children are evaluated to order them
	fromTable = 1 << 20 // worth of the best move known from an earlier search
)

// order lists the legal moves with their worth.
func (w *worker) order(moves *moveList, s *outlook, p, o, legal uint64, depth int, known known) []candidate {
	n := 0
	empty := w.board &^ (p | o)
	exact := depth >= bits.OnesCount64(empty)
	evaluate := w.without&Ordering == 0 && depth >= evaluated && (!exact || s != nil)
	var after eval.State
	for ; legal != 0 && n < len(moves); legal &= legal - 1 {
		sq := bits.TrailingZeros64(legal)
		flips, replies := bitboard.Replies(sq, p, o)
		var worth int32
		value := unjudged
		switch {
		case int8(sq) == known.first:
			worth = fromTable
		case int8(sq) == known.second:
			worth = fromTable / 2
		case evaluate && w.weights == nil:
			worth = int32(-eval.PlainBits(o&^flips, p|flips|1<<sq, w.size))
		case evaluate:
			value = w.after(&after, &s.state, p, o, sq, worst, -worst)
			worth = int32(-value)
			if exact {
				worth += 16 * w.fastest(p|flips|1<<sq, replies, sq, empty)
			}
		default:
			worth = w.fastest(p|flips|1<<sq, replies, sq, empty)
		}
		moves[n] = candidate{flips: flips, square: int16(sq), worth: worth, value: int16(value)}
		n++
	}
	return moves[:n]
}

// fastest is the worth of having played sq, after which own are the mover's discs, by how little it leaves to the other side: its
// replies, corners thrice, and the empty squares that it borders on; parity weighs a little. The "fastest first" rule of endgame solvers.
func (w *worker) fastest(own, replies uint64, sq int, empty uint64) int32 {
	if w.without&Fastest != 0 {
		return 0
	}
	empty &^= 1 << sq
	replies &= empty
	worth := -16 * (bits.OnesCount64(replies) + 2*bits.OnesCount64(replies&w.corners))
	worth -= 4 * bits.OnesCount64(bitboard.Neighbours(own)&empty)
	worth += 16 * bits.OnesCount64(1<<sq&w.corners)
	if w.without&Parity == 0 && bits.OnesCount64(empty&quadrant(sq))&1 == 0 {
		worth += 4 // the region had an odd number of empty squares: the last move in it may be ours
	}
	return int32(worth)
}

// quadrant is the quarter of the frame that holds sq.
func quadrant(sq int) uint64 {
	return 0x0f0f0f0f << (sq >> 2 & 1 * 4) << (sq >> 5 & 1 * 32)
}

// next brings the candidate of the highest worth to the front, the first among equals, and returns it.
func next(list []candidate) candidate {
	at := 0
	for i := range list {
		if list[i].worth > list[at].worth {
			at = i
		}
	}
	list[0], list[at] = list[at], list[0]
	return list[0]
}
