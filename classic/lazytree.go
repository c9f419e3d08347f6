package classic

import (
	"context"
	"math"

	"github.com/kaeshi/kaeshi/othello"
)

// LazyTree is the program of article 004: on a game tree whose branches are created on demand, it rates each move to a
// depth of four plies and plays the first of the best. The article begins with a search without pruning
// (LazyTree.Unpruned) and develops alpha-beta.
//
// The article prints the rating functions, with and without pruning, but not the tree. The interpretation here: moves
// are listed column by column, with x in the outer loop. A side without a move passes, unless the other side has just
// passed; a pass is a move and takes a ply. The tree limited to a depth has no moves at that depth. scoreBoard is the
// disc difference of the player. Values may lie outside the window (fail-soft), as in the printed code.
//
// The search discards a branch after rating it. See [GameTree] for the tree of a whole game.
type LazyTree struct {
	Depth    int  // in plies; 0: LazyTreeDepth
	Unpruned bool // search without pruning, the first version of the article
	Fixes    Fixes
}

// LazyTreeDepth is the default depth, the article's AI_LEVEL.
const LazyTreeDepth = 4

// Choose returns the program's move in pos. The value is its disc difference at the end of the line.
func (l LazyTree) Choose(ctx context.Context, pos othello.Position) (Choice, error) {
	if err := ready(pos); err != nil {
		return Choice{}, err
	}
	s := lazySearch{meter: newMeter(ctx), fixes: l.Fixes, unpruned: l.Unpruned}
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

// lazy is a position of the tree. own means that the program is to move, and passed that the other side has just
// passed.
type lazy struct {
	board
	own, passed bool
}

func (n lazy) play(sq int) lazy { return lazy{n.board.play(sq), !n.own, false} }

func (n lazy) pass() lazy { return lazy{n.board.pass(), !n.own, true} }

type lazySearch struct {
	meter
	fixes    Fixes
	unpruned bool
}

// least returns the initial lower limit: as published JavaScript's Number.MIN_VALUE, which is the least number above 0.
func (s *lazySearch) least() float64 {
	if s.fixes.Has(LazyMinValue) {
		return math.Inf(-1)
	}
	return math.SmallestNonzeroFloat64
}

// rate returns the rating of a position for the program with a depth of depth more plies.
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

// max rates the program's moves until one reaches the upper limit, and calls rated for each.
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

// min rates the opponent's moves until one is at or below the lower limit, and calls rated for each. As published, it
// passes its initial upper limit down as the lower one.
func (s *lazySearch) min(n lazy, depth int, lower, upper float64, rated func(rating float64, sq int)) {
	below := upper
	if s.fixes.Has(LazyLowerLimit) {
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

// branches yields the moves and the positions after them, or only a pass, with the square nowhere, if there is no move.
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
