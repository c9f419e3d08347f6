// Package gametree searches the tree of any two-player game of perfect information, to teach and to check: each
// algorithm in a file of its own, written to be read beside the paper that it comes from, and slow compared with
// package search.
//
// A game takes part by having the four methods of [Position]; it need not import this package, and package gametreetest
// tests that it keeps the contract. Every algorithm has the same signature, and [Algorithms] lists them. They give the
// same answer, the value of the position at the given depth from the view of the side to move there and a move that
// attains it, and differ in how many positions they enter, which [Result] tells. Two answer another question, as their
// comments say: [ProofNumber] whether a position is won, and [MonteCarlo] what it seems to be worth until its tree is
// solved.
//
// A [Trace] writes down what a search did, step by step, and costs nothing when there is none. Package classroom turns
// it into text, DOT or JSON. A [Lazy] tree makes its positions when they are needed.
package gametree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Position is a position of a game as a value: Play makes the next one and leaves its receiver as it was. Moves has the
// legal moves in a fixed order, without repetition; a pass is a move like others and costs a ply, and no moves means
// that the game is over. Score is the outcome from the view of the side to move, asked for when the game is over.
// String tells positions apart. The sides move in turn, so a good score for one is as bad for the other.
type Position[P any, M comparable] interface {
	Moves() []M
	Play(m M) P
	Score() int
	String() string
}

// ComparablePosition is a Position that can be a map key, as a transposition table needs it: equal values are one
// position.
type ComparablePosition[P any, M comparable] interface {
	comparable
	Position[P, M]
}

// Uncertain is what a game has besides when the outcome of some of its finished positions is not known, as in a tree of
// numbers that is written down in part. Unknown is nil when Score can be asked for; otherwise it is the error that a
// search ends with which has to ask. A search that never gets there does not notice.
type Uncertain interface{ Unknown() error }

// Result is what a search found.
type Result[M comparable] struct {
	Value    int  // from the view of the side to move
	Move     M    // a best move: where an algorithm's comment says so, the first in the order of Moves
	HasMove  bool // whether there is a Move: not when the game is over, at depth 0, or when the search was stopped
	PV       []M  // the principal variation: best play by both sides, from Move down to the position whose value it is
	Estimate bool // Value is a guess: only MonteCarlo's, while its tree is not solved

	Nodes     uint64 // positions entered, the root included; what a table answers is not entered
	Leaves    uint64 // of these, the positions where the game was over or the depth used up
	Cutoffs   uint64 // positions that were left before all of their moves had been looked at
	TableHits uint64 // positions that a table answered for
}

// ErrBudget is wrapped by the error of a search that used up its budget of nodes.
var ErrBudget = errors.New("the search has used up its budget of nodes")

type budgetKey struct{}

// WithBudget is a context under which a search stops with [ErrBudget] soon after it has entered this many nodes.
func WithBudget(ctx context.Context, nodes uint64) context.Context {
	return context.WithValue(ctx, budgetKey{}, nodes)
}

// pollInterval is how many nodes are entered between looks at the context.
const pollInterval = 1024

// A walk is one run of an algorithm: what it may ask and what it counts.
type walk[P Position[P, M], M comparable] struct {
	eval    func(P) int
	unknown func(P) error // nil for games whose outcomes are all known
	stopped func() error  // the context's Err
	budget  uint64        // nodes
	trace   *Trace[M]     // nil when nobody watches
	err     error         // why the walk must end; values found after it is set mean nothing

	nodes, leaves, cutoffs, hits uint64
	horizon                      bool // a position was evaluated because the depth was used up
}

func newWalk[P Position[P, M], M comparable](ctx context.Context, depth int, eval func(P) int, t *Trace[M]) walk[P, M] {
	w := walk[P, M]{eval: eval, stopped: ctx.Err, budget: math.MaxUint64, trace: t}
	if eval == nil && depth >= 0 {
		w.err = fmt.Errorf(
			"no evaluation for depth %d: only a search to the end of the game (a depth below 0) does without", depth)
	}
	if nodes, ok := ctx.Value(budgetKey{}).(uint64); ok {
		w.budget = nodes
	}
	var p P
	if _, ok := any(p).(Uncertain); ok {
		w.unknown = func(p P) error { return any(p).(Uncertain).Unknown() }
	}
	if t != nil {
		t.begin()
	}
	return w
}

// enter counts p as a node and begins a visit of it. It gives p's moves; or its value when p is a leaf of this walk,
// the visit then being over, or when the walk has been stopped.
func (w *walk[P, M]) enter(p P, depth int) (moves []M, value int, leaf bool) {
	if w.trace == nil {
		return w.look(p, depth)
	}
	if w.poll(); w.err == nil {
		w.trace.enter(depth)
	}
	moves, value, leaf = w.look(p, depth)
	if leaf && w.err == nil {
		w.trace.leave(value, Exact)
	}
	return moves, value, leaf
}

// look is enter without a visit.
func (w *walk[P, M]) look(p P, depth int) (moves []M, value int, leaf bool) {
	if w.nodes%pollInterval == 0 {
		w.poll()
	}
	if w.err != nil {
		return nil, 0, true
	}
	w.nodes++
	moves = p.Moves()
	switch {
	case len(moves) == 0:
		value = w.outcome(p)
	case depth == 0:
		value, w.horizon = w.eval(p), true
	default:
		return moves, 0, false
	}
	w.leaves++
	return nil, value, true
}

// poll finds out whether the walk must stop.
func (w *walk[P, M]) poll() {
	if w.err == nil {
		w.err = w.stopped()
	}
	if w.err == nil && w.nodes >= w.budget {
		w.err = fmt.Errorf("%w: %d entered, %d allowed", ErrBudget, w.nodes, w.budget)
	}
}

// outcome is the score of a finished game.
func (w *walk[P, M]) outcome(p P) int {
	if w.unknown != nil {
		w.err = w.unknown(p)
	}
	if w.err != nil {
		return 0
	}
	return p.Score()
}

// within tells the trace the window with which the next position is entered.
func (w *walk[P, M]) within(alpha, beta int) {
	if w.trace != nil {
		w.trace.within(alpha, beta)
	}
}

// play tells the trace the move that leads to the next position.
func (w *walk[P, M]) play(m M) {
	if w.trace != nil {
		w.trace.play(m)
	}
}

// cut counts a cutoff that leaves these moves of the position unsearched.
func (w *walk[P, M]) cut(rest []M, depth int) {
	if len(rest) == 0 {
		return
	}
	w.cutoffs++
	if w.trace != nil {
		w.trace.cut(rest, next(depth))
	}
}

// leave tells the trace what the position is worth.
func (w *walk[P, M]) leave(value int, b Bound) {
	if w.trace != nil {
		w.trace.leave(value, b)
	}
}

// result is the answer of a finished walk, or the counts alone and the reason when it was stopped.
func (w *walk[P, M]) result(value int, line []M) (Result[M], error) {
	r := Result[M]{Nodes: w.nodes, Leaves: w.leaves, Cutoffs: w.cutoffs, TableHits: w.hits}
	if w.err != nil {
		return r, w.err
	}
	r.Value, r.PV = value, line
	if len(line) > 0 {
		r.Move, r.HasMove = line[0], true
	}
	return r, nil
}

// next is the depth one ply down; a depth below 0, to the end of the game, stays what it is.
func next(depth int) int {
	if depth < 0 {
		return depth
	}
	return depth - 1
}

// Infinity is the greatest value, and -Infinity the least, so that every value has a negative. A window that ends there
// is open on that side.
const Infinity = math.MaxInt

// below is less than every value.
const below = math.MinInt

// Bound says how a value that a search found stands to the value of the position.
type Bound uint8

// What a value is, in the view of the side to move.
const (
	Exact Bound = iota // the position is worth just that
	Lower              // at least that
	Upper              // at most that
)

// String is "exact", "lower" or "upper".
func (b Bound) String() string { return boundNames[b%3] }

var boundNames = [...]string{"exact", "lower", "upper"}

// MarshalText returns [Bound.String]; another number is an error.
func (b Bound) MarshalText() ([]byte, error) {
	if b > Upper {
		return nil, fmt.Errorf("bound %d: bounds are exact, lower and upper", uint8(b))
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads "exact", "lower" or "upper"; any other text is an error.
func (b *Bound) UnmarshalText(text []byte) error {
	at := slices.Index(boundNames[:], string(text))
	if at < 0 {
		return fmt.Errorf("bound %q: bounds are exact, lower and upper", text)
	}
	*b = Bound(at)
	return nil
}

// boundOf is what a value found with the window from alpha to beta is.
func boundOf(value, alpha, beta int) Bound {
	switch {
	case value >= beta:
		return Lower
	case value <= alpha:
		return Upper
	}
	return Exact
}

// after is the line that plays m and goes on with tail.
func after[M comparable](m M, tail []M) []M {
	return append([]M{m}, tail...)
}
