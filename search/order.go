package search

import (
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/solve"
)

// moveList has room for the legal moves of any position. The largest known number is 33.
type moveList [40]candidate

// candidate is a legal move. Moves of higher priority are searched first.
type candidate struct {
	flips    bitboard.Set
	priority int32
	square   int16
	value    int16 // static evaluation after the move, from the view of the side that then moves, or notEvaluated
}

// notEvaluated is the value of a candidate without an evaluation.
const notEvaluated = -1 << 15

const (
	orderDepth    = 4        // least depth at which moves are ordered by evaluation
	tablePriority = 1 << 20  // priority of the best move in the table
	noPriority    = -1 << 30 // priority of a move that is not evaluated yet
)

// order lists the legal moves with their priorities. If the table holds a best move, the others are left at noPriority
// until that move has been searched: see prioritize.
func (w *worker) order(moves *moveList, n node, legal bitboard.Set, depth int, known storedResult) []candidate {
	empty, count := w.board&^(n.mover|n.other), 0
	evaluate := w.ordersByEvaluation(n, depth)
	if !evaluate {
		solve.Children(&w.replies, solve.Node{Mover: n.mover, Other: n.other, Empty: empty}, legal, w.corners, 0)
	}
	for ; legal != 0 && count < len(moves); legal &= legal - 1 {
		sq := legal.First()
		c := candidate{square: int16(sq), priority: noPriority, value: notEvaluated}
		switch {
		case !evaluate:
			child := &w.replies[count]
			c.flips, c.priority = child.Flips, w.fastest(n.mover|child.Flips|1<<sq, child.Replies, sq, empty)
		case known.first != noMove:
			c.flips = bitboard.Flips(sq, n.mover, n.other)
		}
		switch int8(sq) {
		case known.first:
			c.priority = tablePriority
		case known.second:
			c.priority = tablePriority / 2
		}
		moves[count] = c
		count++
	}
	if known.first == noMove {
		w.prioritize(n, moves[:count], depth)
	}
	return moves[:count]
}

// ordersByEvaluation reports whether the moves of the node are ordered by evaluation.
func (w *worker) ordersByEvaluation(n node, depth int) bool {
	return w.without&Ordering == 0 && depth >= orderDepth && (n.state != nil || depth < n.empties)
}

// prioritize evaluates the moves of a list that have no priority yet. It is called after the move from the table has
// been searched, because that move usually causes a cutoff.
func (w *worker) prioritize(n node, list []candidate, depth int) {
	empty := w.board &^ (n.mover | n.other)
	var left bitboard.Set
	for i := range list {
		if list[i].priority == noPriority {
			left |= 1 << list[i].square
		}
	}
	if left == 0 {
		return
	}
	solve.Children(&w.replies, solve.Node{Mover: n.mover, Other: n.other, Empty: empty}, left, w.corners, 0)
	exact := depth >= n.empties
	var after eval.State
	for i := range list {
		c := &list[i]
		if c.priority != noPriority {
			continue
		}
		sq := int(c.square)
		child := &w.replies[(left&(1<<sq-1)).Len()&63]
		c.flips = child.Flips
		if w.weights == nil {
			c.priority = int32(-w.plainAfter(n, c))
			continue
		}
		value := w.staticAfter(&after, n, c, child.Replies)
		c.value, c.priority = int16(value), int32(-value)
		if exact {
			c.priority += 16 * w.fastest(n.mover|c.flips|1<<sq, child.Replies, sq, empty)
		}
	}
}

// fastest returns the priority of the move sq by the "fastest first" rule of endgame solvers: moves that leave few
// replies come first. Replies to corners count threefold. Further terms are the empty squares next to own, which are
// the mover's discs after the move, a bonus for taking a corner, and parity with a small weight.
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
		// With an odd number of empty squares left in the region, the opponent can make the last move there.
		worth -= 4 * ((empty & quadrant(sq)).Len() & 1)
	}
	return int32(worth)
}

// quadrant returns the quarter of the frame that contains sq.
func quadrant(sq int) bitboard.Set {
	return 0x0f0f0f0f << (sq >> 2 & 1 * 4) << (sq >> 5 & 1 * 32)
}

// next swaps the candidate of the highest priority, the first of equals, to the front and returns it. The maximum is
// unpredictable, so the loop is branch-free: priority and index are combined into one number, and the sign of a
// difference selects the greater one. Inlined, the loop would run out of registers.
//
//go:noinline
func next(list []candidate) candidate {
	top := math.MinInt >> 1
	for i := range list {
		less := top - (int(list[i].priority)<<6 - i)
		top -= less & (less >> 63)
	}
	at := -top & 63
	list[0], list[at] = list[at], list[0]
	return list[0]
}
