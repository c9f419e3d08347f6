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

// Report is what a search found, for every outlet: terminal, protocols, web and tournaments.
type Report struct {
	Position othello.Position // what was searched
	Move     othello.Square   // the move to play; [othello.Pass] when the side to move must pass
	Best     []othello.Square // the moves known to be as good as Move, itself among them
	// expected final disc difference from the view of the side to move; a whole number when exact
	Score      othello.Score
	Bound      Bound         // whether Score is the value, or a bound of it at an end of the window asked for
	Depth      int           // plies looked ahead; the number of empty squares when exact
	Confidence int           // the confidence in percent with which branches were cut off unsearched; 100: none was
	Exact      bool          // Score is that of the final result with best play
	Nodes      uint64        // positions entered, one-empty positions and passes included
	Elapsed    time.Duration // of searching, by the clock on the wall
	// the principal variation, Move first; passes included; to the end of the game when exact
	PV    []othello.Square
	Lines []Line // the best moves in order, as many as were asked for; empty when one was
	Book  bool   // an opening book says so: nothing was searched here
}

// Line is one of the best moves, with what it leads to.
type Line struct {
	Move  othello.Square   // legal, or [othello.Pass]
	Score othello.Score    // as in [Report], from the view of the side to move
	PV    []othello.Square // the line it leads to, Move first
}

// add takes a further line; the best move's is the first.
func (r *Report) add(line Line) {
	if len(r.Lines) > 0 && line.Score == r.Score {
		r.Best = append(r.Best, line.Move)
	}
	r.Lines = append(r.Lines, line)
}

// Bound says what a score is; negated, it says so for the other side.
type Bound int8

// What scores are.
const (
	AtMost  Bound = -1 // the value is at most the score
	Value   Bound = 0  // the score is the value itself
	AtLeast Bound = 1  // the value is at least the score
)

// boundNames are the texts of bounds, from [AtMost] on.
var boundNames = [...]string{"at most", "value", "at least"}

// String is "at most", "value" or "at least".
func (b Bound) String() string {
	if b < AtMost || b > AtLeast {
		return fmt.Sprintf("bound %d", int8(b))
	}
	return boundNames[b-AtMost]
}

// MarshalText returns [Bound.String]; another number is an error.
func (b Bound) MarshalText() ([]byte, error) {
	if b < AtMost || b > AtLeast {
		return nil, fmt.Errorf("bound %d: bounds are %s", int8(b), strings.Join(boundNames[:], ", "))
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads what [Bound.MarshalText] writes; the error for any other text lists what there is.
func (b *Bound) UnmarshalText(text []byte) error {
	at := slices.Index(boundNames[:], string(text))
	if at < 0 {
		return fmt.Errorf("bound %q: bounds are %s", text, strings.Join(boundNames[:], ", "))
	}
	*b = AtMost + Bound(at)
	return nil
}

// Limits bounds a search and says what to find. A zero field does not bound.
type Limits struct {
	Depth int           // plies to look ahead
	Exact int           // with at most this many empty squares, search to the end of the game
	Time  time.Duration // after which the best move so far is the answer
	Nodes uint64        // likewise

	// Confidence in percent is how sure a search must be of a branch that it cuts off unsearched: 50, 73, 87, 95, 98 or
	// 99, or the next of them; 100: nothing is cut off; 0: 73, and 87 from 13 plies on where neither Depth nor an
	// ending ends the search but time, nodes or Enough. It holds in the middle game and in endings of at most Selective
	// empty squares; with at most Exact nothing is cut off. From 95 on, positions with ten empty squares or fewer are
	// solved where a search does not reach the end, instead of evaluated.
	Confidence int
	Selective  int
	// Enough is asked after each finished search; when it says so, the report is the answer. Nil: only the limits end a
	// search.
	Enough func(Report) bool
	Poll   func() // called every few thousand nodes by the goroutine that searches, beside what [Polling] asks for

	// Alpha and Beta are the window, in discs from the view of the side to move: a value outside it is only known to be
	// so, which is found sooner. −1 and 1 ask who wins. Alpha ≥ Beta, as in the zero value, is no window.
	Alpha, Beta int
	Lines       int  // how many of the best moves to give a score and a line of their own; at most 1: the best
	Ties        bool // with an exact score, find every move that attains it

	Only bitboard.Set // other moves are left out of account; none of the legal moves among them: all are taken
}

// fixed reports whether the effort is the same each time: nothing ends the search early.
func (l Limits) fixed() bool { return l.Time <= 0 && l.Nodes == 0 && l.Enough == nil }

// legal is the moves of p that count.
func (l Limits) legal(p othello.Position) bitboard.Set {
	if some := p.Legal() & l.Only; some != 0 {
		return some
	}
	return p.Legal()
}

// window is the window in the unit of package eval.
func (l Limits) window() (alpha, beta int) {
	if l.Alpha >= l.Beta {
		return -worst, worst
	}
	return eval.Disc * l.Alpha, eval.Disc * l.Beta
}

// bound is what a value found within the window is.
func (l Limits) bound(value int) Bound {
	switch alpha, beta := l.window(); {
	case value >= beta:
		return AtLeast
	case value <= alpha:
		return AtMost
	}
	return Value
}

// forOther is the same window seen from the other side.
func (l Limits) forOther() Limits {
	l.Alpha, l.Beta = -l.Beta, -l.Alpha
	return l
}
