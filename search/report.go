package search

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// Report is the result of a search.
type Report struct {
	Position othello.Position // the searched position
	Move     othello.Square   // the move to play; [othello.Pass] when the side to move must pass
	Best     []othello.Square // moves known to be as good as Move, including Move
	// Score is the expected final disc difference from the view of the side to move; a whole number when exact.
	Score      othello.Score
	Bound      Bound // whether Score is the value or a bound of it; see [Limits].Alpha and Beta
	Depth      int   // in plies; the number of empty squares when exact
	Confidence int   // confidence of cutoffs in percent; 100: no branch was cut off unsearched
	// Exact reports that Score is the final result with best play, found by search alone. It is false for positions
	// with 50 or more empty squares, whose score may rest on published bounds: see [Claims].
	Exact   bool
	Nodes   uint64        // positions entered, including passes and positions with one empty square
	Elapsed time.Duration // wall-clock time
	// PV is the principal variation, including passes. It begins with Move and reaches the end of the game when exact.
	PV    []othello.Square
	Lines []Line // the [Limits].Lines best moves, best first; empty when one was requested
	Book  bool   // the result comes from an opening book and not from a search
}

// Line is one of the best moves with its score and variation.
type Line struct {
	Move  othello.Square   // legal, or [othello.Pass]
	Score othello.Score    // as in [Report], from the view of the side to move
	PV    []othello.Square // best play, beginning with Move
}

// add appends a line. The line of the best move must be added first.
func (r *Report) add(line Line) {
	if len(r.Lines) > 0 && line.Score == r.Score {
		r.Best = append(r.Best, line.Move)
	}
	r.Lines = append(r.Lines, line)
}

// Bound is the relation of a score to the value of the position. Its negation is the relation from the view of the
// other side.
type Bound int8

// The bounds.
const (
	AtMost  Bound = -1 // the value is at most the score
	Value   Bound = 0  // the score is the value itself
	AtLeast Bound = 1  // the value is at least the score
)

// boundNames holds the texts of the bounds, from [AtMost] on.
var boundNames = [...]string{"at most", "value", "at least"}

// String returns "at most", "value" or "at least".
func (b Bound) String() string {
	if b < AtMost || b > AtLeast {
		return fmt.Sprintf("bound %d", int8(b))
	}
	return boundNames[b-AtMost]
}

// MarshalText returns the text of [Bound.String], or an error if b is not one of the constants.
func (b Bound) MarshalText() ([]byte, error) {
	if b < AtMost || b > AtLeast {
		return nil, fmt.Errorf("invalid bound %d: want %d to %d", int8(b), AtMost, AtLeast)
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads the text that [Bound.MarshalText] writes. The error for any other text lists the valid ones.
func (b *Bound) UnmarshalText(text []byte) error {
	at := slices.Index(boundNames[:], string(text))
	if at < 0 {
		return fmt.Errorf("invalid bound %q: want one of: %s", text, strings.Join(boundNames[:], ", "))
	}
	*b = AtMost + Bound(at)
	return nil
}

// Limits limits a search and selects its results. A field of zero sets no limit.
type Limits struct {
	Depth int           // in plies
	Exact int           // largest number of empty squares at which to search to the end of the game without ProbCut
	Time  time.Duration // time after which the search stops with the best result so far
	Nodes uint64        // nodes after which the search stops with the best result so far

	// Confidence is the confidence in percent of ProbCut cutoffs in the middle game and in selective endings: 50, 73,
	// 87, 95, 98 or 99, or 100 to cut off nothing. Other values are rounded up to the next of these. 0 selects 73, and
	// 87 from depth 13 on in searches that only Time, Nodes or Enough ends. From 95 on, leaves with ten or fewer empty
	// squares are solved instead of evaluated.
	Confidence int
	// Selective is the largest number of empty squares at which to search to the end of the game with Confidence.
	Selective int
	// Enough is called with the report of each completed depth. The search ends when it returns true.
	Enough func(Report) bool
	Poll   func() // called every few thousand nodes by the searching goroutine, in addition to that of [Polling]

	// Alpha and Beta are the search window, in discs from the view of the side to move. For a value outside the window,
	// the report holds a bound, which takes less time to find than the value. The window from -1 to 1 finds the winner.
	// Alpha ≥ Beta, as in the zero value, searches without a window.
	Alpha, Beta int
	Lines       int  // number of best moves to report with score and variation; 0 or 1: only the best
	Ties        bool // with an exact score, find every move that attains it

	Only bitboard.Set // moves to search; all legal moves if none of them is in the set
}

// fixed reports whether only the depth ends the search, so that the same search is made every time.
func (l Limits) fixed() bool { return l.Time <= 0 && l.Nodes == 0 && l.Enough == nil }

// legal returns the moves of p to search: see Only.
func (l Limits) legal(p othello.Position) bitboard.Set {
	if some := p.Legal() & l.Only; some != 0 {
		return some
	}
	return p.Legal()
}

// window returns the window in the unit of package eval, hundredths of a disc.
func (l Limits) window() (alpha, beta int) {
	if l.Alpha >= l.Beta {
		return -worst, worst
	}
	return eval.Disc * l.Alpha, eval.Disc * l.Beta
}

// bound returns the relation of a search result to the value, in a search with the window of l.
func (l Limits) bound(value int) Bound {
	switch alpha, beta := l.window(); {
	case value >= beta:
		return AtLeast
	case value <= alpha:
		return AtMost
	}
	return Value
}

// forOther returns the limits with the window from the view of the other side.
func (l Limits) forOther() Limits {
	l.Alpha, l.Beta = -l.Beta, -l.Alpha
	return l
}
