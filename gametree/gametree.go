// Package gametree implements search algorithms for two-player games of perfect information, for teaching and testing.
// Each algorithm is in its own file and follows the paper that it is from. All are slow compared with package search.
//
// A game must have the four methods of [Position]. Package gametreetest tests an implementation. All algorithms have
// the same signature; [Algorithms] lists them. They return the same value, that of the position at the given depth from
// the view of the side to move, and a move that attains it. They differ in the number of positions that they enter,
// which [Result] reports. There are two exceptions: [ProofNumber] only determines whether a position is won, drawn or
// lost, and [MonteCarlo] estimates the value until its tree is solved.
//
// A [Trace] records the steps of a search. Without one, recording costs nothing. Package classroom converts a trace to
// text, DOT or JSON. A [Lazy] tree creates its positions on demand.
package gametree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Position is a position of a zero-sum game in which the sides move alternately.
type Position[P any, M comparable] interface {
	// Moves returns the legal moves in a fixed order, without repetition. A pass is a move and takes a ply. No moves
	// means that the game is over.
	Moves() []M
	// Play returns the position after a move. It must not change its receiver.
	Play(m M) P
	// Score returns the outcome from the view of the side to move. It is called when the game is over.
	Score() int
	// String returns a text that is different for different positions.
	String() string
}

// ComparablePosition is a Position that can be a key of a transposition table. Equal values are the same position.
type ComparablePosition[P any, M comparable] interface {
	comparable
	Position[P, M]
}

// Uncertain is implemented by games in which the outcome of some finished positions is unknown, such as an incomplete
// tree of numbers. Unknown returns nil if Score is valid. Otherwise a search that needs the score ends with the error.
type Uncertain interface{ Unknown() error }

// Result is the result of a search.
type Result[M comparable] struct {
	Value    int  // from the view of the side to move
	Move     M    // a best move; the first in the order of Moves if the algorithm's comment says so
	HasMove  bool // Move is set; false when the game is over, at depth 0, and when the search was stopped
	PV       []M  // the principal variation: best play by both sides, beginning with Move
	Estimate bool // Value is an estimate, from MonteCarlo with an unsolved tree

	Nodes     uint64 // positions entered, including the root but not positions found in a table
	Leaves    uint64 // positions entered in which the game was over or the depth was 0
	Cutoffs   uint64 // positions with unsearched moves after a cutoff
	TableHits uint64 // positions whose value was found in a table
}

// ErrBudget is wrapped by the error of a search that has used up its budget of nodes.
var ErrBudget = errors.New("the search has used up its budget of nodes")

type budgetKey struct{}

// WithBudget returns a context under which a search stops with [ErrBudget] soon after it has entered the number of
// nodes.
func WithBudget(ctx context.Context, nodes uint64) context.Context {
	return context.WithValue(ctx, budgetKey{}, nodes)
}

// pollInterval is the number of nodes between checks of the context.
const pollInterval = 1024

// walk is the state of one run of an algorithm.
type walk[P Position[P, M], M comparable] struct {
	eval    func(P) int
	unknown func(P) error // nil for games whose outcomes are all known
	stopped func() error  // Err of the context
	budget  uint64        // in nodes
	trace   *Trace[M]     // may be nil
	err     error         // reason to stop; values found after it is set are meaningless

	nodes, leaves, cutoffs, hits uint64
	horizon                      bool // a position was evaluated because the depth was used up
}

func newWalk[P Position[P, M], M comparable](ctx context.Context, depth int, eval func(P) int, t *Trace[M]) walk[P, M] {
	w := walk[P, M]{eval: eval, stopped: ctx.Err, budget: math.MaxUint64, trace: t}
	if eval == nil && depth >= 0 {
		w.err = fmt.Errorf(
			"no evaluation for depth %d: want one, or a depth below 0 (to the end of the game)", depth)
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

// enter counts p as a node and begins its visit in the trace. It returns the moves of p, or its value if p is a leaf or
// the walk has been stopped. The visit of a leaf is complete.
func (w *walk[P, M]) enter(p P, depth int) (moves []M, value int, leaf bool) {
	if w.trace == nil {
		return w.count(p, depth)
	}
	if w.poll(); w.err == nil {
		w.trace.enter(depth)
	}
	moves, value, leaf = w.count(p, depth)
	if leaf && w.err == nil {
		w.trace.leave(value, Exact)
	}
	return moves, value, leaf
}

// count is enter without the trace.
func (w *walk[P, M]) count(p P, depth int) (moves []M, value int, leaf bool) {
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

// poll sets err if the walk must stop.
func (w *walk[P, M]) poll() {
	if w.err == nil {
		w.err = w.stopped()
	}
	if w.err == nil && w.nodes >= w.budget {
		w.err = fmt.Errorf("%w: %d entered, %d allowed", ErrBudget, w.nodes, w.budget)
	}
}

// outcome returns the score of a finished game.
func (w *walk[P, M]) outcome(p P) int {
	if w.unknown != nil {
		w.err = w.unknown(p)
	}
	if w.err != nil {
		return 0
	}
	return p.Score()
}

// within records the window with which the next position is entered.
func (w *walk[P, M]) within(alpha, beta int) {
	if w.trace != nil {
		w.trace.within(alpha, beta)
	}
}

// play records the move that leads to the next position.
func (w *walk[P, M]) play(m M) {
	if w.trace != nil {
		w.trace.play(m)
	}
}

// cut counts and records a cutoff that leaves the moves rest of the position unsearched.
func (w *walk[P, M]) cut(rest []M, depth int) {
	if len(rest) == 0 {
		return
	}
	w.cutoffs++
	if w.trace != nil {
		w.trace.cut(rest, next(depth))
	}
}

// leave records the value of the current position.
func (w *walk[P, M]) leave(value int, b Bound) {
	if w.trace != nil {
		w.trace.leave(value, b)
	}
}

// result returns the result of a walk. When it was stopped, the result has only the counts, and err is the reason.
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

// next returns the depth one ply down. A depth below 0, to the end of the game, stays the same.
func next(depth int) int {
	if depth < 0 {
		return depth
	}
	return depth - 1
}

// Infinity is the greatest value and -Infinity the least, so that every value can be negated. As ends of a window they
// mean that it is open on that side.
const Infinity = math.MaxInt

// below is less than every value.
const below = math.MinInt

// Bound is the relation of a search result to the value of the position, from the view of the side to move.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota // the value itself
	Lower              // a lower bound of the value
	Upper              // an upper bound of the value
)

// String returns "exact", "lower" or "upper".
func (b Bound) String() string { return boundNames[b%3] }

var boundNames = [...]string{"exact", "lower", "upper"}

// MarshalText returns the text of [Bound.String]. Another number is an error.
func (b Bound) MarshalText() ([]byte, error) {
	if b > Upper {
		return nil, fmt.Errorf("invalid bound %d: want %d to %d", uint8(b), uint8(Exact), uint8(Upper))
	}
	return []byte(b.String()), nil
}

// UnmarshalText parses "exact", "lower" or "upper". Any other text is an error.
func (b *Bound) UnmarshalText(text []byte) error {
	at := slices.Index(boundNames[:], string(text))
	if at < 0 {
		return fmt.Errorf("invalid bound %q: want exact, lower or upper", text)
	}
	*b = Bound(at)
	return nil
}

// boundOf returns the relation to the value of a result that was found with the window from alpha to beta.
func boundOf(value, alpha, beta int) Bound {
	switch {
	case value >= beta:
		return Lower
	case value <= alpha:
		return Upper
	}
	return Exact
}

// after returns the line of m followed by tail.
func after[M comparable](m M, tail []M) []M {
	return append([]M{m}, tail...)
}
