package classic

import (
	"context"
	"math"

	"github.com/kaeshi/kaeshi/othello"
)

// LazyTree is the program of article 004: on a game tree whose branches grow when they are looked at, it rates each
// move four plies deep and plays the first of the best. The article starts from rating every position,
// [LazyTree.Unpruned], and arrives at alpha-beta.
//
// The article prints the rating, with and without pruning, and not what it rates. The reading taken here: moves are
// listed column by column, x outside y; a side without a move passes, which is a move and costs a ply, unless the
// other side has just passed; the tree that is limited to a depth has no moves at that depth; scoreBoard is the discs
// of the player less those of the other side on the board. Values are not cut to the window (fail-soft), as in the
// printed code.
//
// A branch is made when it is rated and let go after that; [GameTree] is the tree that a game walks down.
type LazyTree struct {
	Depth    int  // plies to look ahead; 0 is the article's AI_LEVEL, 4
	Unpruned bool // rate every position, as the article did at first
	Mends    Mends
}

// LazyTreeDepth is the article's AI_LEVEL.
const LazyTreeDepth = 4

// Choose is the program's move in p. The value is its lead in discs at the end of the line.
func (l LazyTree) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := lazySearch{meter: newMeter(ctx), mends: l.Mends, unpruned: l.Unpruned}
	depth, root := depthOr(l.Depth, LazyTreeDepth), lazy{newBoard(pos), true, false}
	s.enter()
	if pos.MustPass() {
		return s.passing(s.rate(root.pass(), depth-1, s.least(), math.MaxFloat64), depth)
	}
	best, sq := math.Inf(-1), nowhere
	s.max(root, depth, s.least(), math.MaxFloat64, func(rating float64, at int) {
		if rating > best {
			best, sq = rating, at
		}
	})
	return s.choice(best, sq, depth)
}

// lazy is a position of the tree: own tells whether the program is to move, passed whether the other side has just
// passed.
type lazy struct {
	board
	own, passed bool
}

func (n lazy) play(sq int) lazy { return lazy{n.board.play(sq), !n.own, false} }

func (n lazy) pass() lazy { return lazy{n.board.pass(), !n.own, true} }

type lazySearch struct {
	meter
	mends    Mends
	unpruned bool
}

// least is the lower limit that the program starts from: JavaScript's Number.MIN_VALUE as published, which is the
// least number above 0.
func (s *lazySearch) least() float64 {
	if s.mends.Has(LazyMinValue) {
		return math.Inf(-1)
	}
	return math.SmallestNonzeroFloat64
}

// rate is the rating of a position for the program, with depth more plies of the tree behind it.
func (s *lazySearch) rate(n lazy, depth int, lower, upper float64) float64 {
	if !s.enter() {
		return 0
	}
	switch {
	case depth == 0 || n.passed && n.moves() == 0:
		return float64(leadOf(n.board, n.own))
	case n.own:
		best := math.Inf(-1)
		s.max(n, depth, lower, upper, func(rating float64, _ int) { best = max(best, rating) })
		return best
	}
	best := math.Inf(1)
	s.min(n, depth, lower, upper, func(rating float64, _ int) { best = min(best, rating) })
	return best
}

// max rates the program's own moves one by one, until one reaches the upper limit.
func (s *lazySearch) max(n lazy, depth int, lower, upper float64, rated func(rating float64, sq int)) {
	for sq, next := range n.branches {
		r := s.rate(next, depth-1, lower, upper)
		rated(r, sq)
		if upper <= r && !s.unpruned {
			break
		}
		lower = max(r, lower)
	}
}

// min rates the opponent's moves one by one, until one is at or below the lower limit. As published it hands its
// first upper limit down as the lower one.
func (s *lazySearch) min(n lazy, depth int, lower, upper float64, rated func(rating float64, sq int)) {
	below := upper
	if s.mends.Has(LazyLowerLimit) {
		below = lower
	}
	for sq, next := range n.branches {
		r := s.rate(next, depth-1, below, upper)
		rated(r, sq)
		if r <= lower && !s.unpruned {
			break
		}
		upper = min(r, upper)
	}
}

// branches yields the moves and what they lead to: a pass alone, on no square, when there is no other.
func (n lazy) branches(yield func(sq int, next lazy) bool) {
	moves := n.moves()
	if moves == 0 {
		yield(nowhere, n.pass())
		return
	}
	for sq := range moves.All() {
		if !yield(sq, n.play(sq)) {
			return
		}
	}
}
