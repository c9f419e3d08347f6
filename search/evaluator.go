package search

import (
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// Evaluator is a static evaluation for [Options].
//
// The same position must always have the same score, because the engine stores results. With several threads, calls are
// concurrent.
type Evaluator interface {
	// Evaluate returns the expected final disc difference of p in discs, from the view of the side to move. That side
	// has a legal move. Colours are not known: p.Turn is always Black. A score beyond the number of squares of the
	// board counts as that number, and NaN as 0.
	Evaluate(p othello.Position) othello.Score
}

// plain returns the evaluation of a position without learned weights: that of Options.Evaluator, if it is set. The side
// to move has a legal move.
func (r *run) plain(mover, other bitboard.Set) int {
	if r.evaluator == nil {
		return eval.PlainBits(mover, other, r.size)
	}
	score := r.evaluator.Evaluate(othello.Position{Mover: mover, Other: other, Size: r.size})
	if math.IsNaN(score.Discs()) {
		return 0
	}
	most := othello.Score(r.size.Squares())
	return hundredths(min(max(score, -most), most))
}
