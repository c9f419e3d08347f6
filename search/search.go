// Package search is the strong player of Kaeshi: the best move of a position, its value and the line behind it, found
// by looking ahead as far as the limits allow, and to the very end of the game when it is near enough.
//
// One routine serves the middle game and the ending: a search as deep as there are empty squares is exact. It is
// principal variation search (Marsland and Campbell 1982) with iterative deepening, a transposition table (Greenblatt
// 1967; Slate and Atkin 1977) and the evaluation of package eval; branches that a shallow search finds hopeless are cut
// off with a stated confidence (Buro's Multi-ProbCut, 1997), in the middle game and in the searches that prepare an
// exact one. The last plies are played by package solve. An [Engine] answers through one [Report], for every outlet.
package search

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// ErrOver says that a finished game has no move to search for.
var ErrOver = errors.New("the game is over")

// ErrBusy says that the engine already runs a search.
var ErrBusy = errors.New("the engine already runs a search: wait for its end, or use an engine for each goroutine")

// errZero is the error of an engine that New did not make.
var errZero = errors.New("the zero search.Engine has no table: make engines with search.New")

// Engine searches positions and remembers what it found. Make one with [New]; the searches of the zero Engine are
// errors. It runs one search at a time: a second one, of another goroutine or of a callback, is [ErrBusy].
type Engine struct {
	busy    atomic.Bool // a search runs
	stale   atomic.Bool // Forget was called meanwhile
	table   *table
	options Options
	current atomic.Pointer[run]
	learned func() (*eval.Weights, error) // the weights embedded in the program
}

// Options is how an engine is built.
type Options struct {
	HashBytes int // size of the transposition table; 0: 64 MB
	// how many search at once; 0: 1. With one, the same search enters the same nodes on every machine.
	Threads int
	Without Heuristic     // methods to leave out
	Weights *eval.Weights // the learned evaluation of 8×8; nil: the one embedded in the program, [eval.Learned]
}

// New is an engine whose table takes at most o.HashBytes.
func New(o Options) *Engine {
	if o.HashBytes <= 0 {
		o.HashBytes = 64 << 20
	}
	return &Engine{table: newTable(o.HashBytes, o.Threads), options: o, learned: eval.Learned}
}

// Forget drops everything remembered: the next search gives what it would give in a new engine. While a search runs, it
// takes effect after that search.
func (e *Engine) Forget() {
	if e.table == nil {
		return
	}
	e.stale.Store(true)
	if e.acquire() == nil {
		e.release()
	}
}

// acquire reserves the engine for one search and drops what [Engine.Forget] has marked. The error is [ErrBusy] when
// another search runs.
func (e *Engine) acquire() error {
	switch {
	case e.table == nil:
		return errZero
	case !e.busy.CompareAndSwap(false, true):
		return ErrBusy
	}
	if e.stale.CompareAndSwap(true, false) {
		e.table.forget()
	}
	return nil
}

func (e *Engine) release() { e.busy.Store(false) }

// Warm does the work in advance that would delay a later search: it reads the weights, makes the system provide the
// table's memory, and empties a table that has served thousands of searches. Call it before a short clock starts. The
// table may be empty after it. While a search runs, the table is left alone. Weights that cannot be read are reported
// by the search, not here.
func (e *Engine) Warm() {
	if e.acquire() == nil {
		e.table.warm()
		e.release()
	}
	spreads()
	_, _ = e.Weights()
}

// Weights returns the learned evaluation of the engine's searches of 8×8, or nil when Options.Without leaves it out.
// The weights embedded in the program are read on first use; the error says why that failed.
func (e *Engine) Weights() (*eval.Weights, error) {
	switch {
	case e.options.Without&Learned != 0:
		return nil, nil
	case e.options.Weights != nil:
		return e.options.Weights, nil
	case e.learned == nil:
		return nil, errZero
	}
	return e.learned()
}

// Nodes is about how many positions the search that runs, or ran last, has entered so far. It may be called at any
// time.
func (e *Engine) Nodes() uint64 {
	if r := e.current.Load(); r != nil {
		return r.nodes.Load()
	}
	return 0
}

// Search looks for the best move of p within the limits and reports it; progress, when it is not nil, is called with
// the report of each finished depth, the last included. The limits of time and nodes end a search in good order. When
// ctx ends first, the report is the best so far and the error is ctx's. At least one ply is always searched. The error
// is [ErrOver] when the game is over, [ErrBusy] while the engine runs another search, that of [Limits.Validate], that
// of [Engine.Weights] when the weights cannot be read, and an error when neither the limits nor ctx would end the
// search.
func (e *Engine) Search(ctx context.Context, p othello.Position, l Limits, progress func(Report)) (Report, error) {
	if progress == nil {
		progress = func(Report) {}
	}
	err := l.Validate()
	if err == nil && ctx.Done() == nil {
		err = l.bounded(p.Empties())
	}
	if err == nil {
		err = e.acquire()
	}
	if err != nil {
		return Report{Position: p}, err
	}
	defer e.release()
	return e.start(ctx, p, l, progress)
}

// start is Search on an engine that is reserved for it.
func (e *Engine) start(ctx context.Context, p othello.Position, l Limits, progress func(Report)) (Report, error) {
	switch {
	case p.Over():
		return Report{Position: p}, ErrOver
	case p.MustPass():
		if enough := l.Enough; enough != nil {
			l.Enough = func(r Report) bool { return enough(r.beforePass(p)) }
		}
		r, err := e.start(ctx, p.Play(othello.Pass), l.forOther(), func(r Report) { progress(r.beforePass(p)) })
		return r.beforePass(p), err
	}
	r, err := e.newRoot(p, l)
	if err != nil {
		return Report{Position: p}, err
	}
	report, err := r.deepen(ctx, progress)
	r.dismiss()
	return r.stamp(report), err
}

// Solve searches p to the end of the game: the score is exact and Best is every move that attains it, in board order.
// When ctx ends first, the error is ctx's and the report is of a search that did not reach the end. The other errors
// are those of [Engine.Search].
func (e *Engine) Solve(ctx context.Context, p othello.Position) (Report, error) {
	return e.Search(ctx, p, Limits{Exact: p.Size.Squares(), Ties: true}, nil)
}

// beforePass is the report of the position p, whose only move is the pass that led to r's.
func (r Report) beforePass(p othello.Position) Report {
	r.Position, r.Move, r.Score, r.Bound = p, othello.Pass, 0-r.Score, -r.Bound
	r.Best = []othello.Square{othello.Pass}
	r.PV = append([]othello.Square{othello.Pass}, r.PV...)
	r.Lines = nil
	return r
}

// newRun prepares what the workers of a search share. It fails when the search needs weights that cannot be read.
func (e *Engine) newRun(p othello.Position, l Limits) (*run, error) {
	run := &run{
		table: e.table, size: p.Size, board: p.Size.Board(), corners: bitboard.Corners(p.Size.Board()),
		without: e.options.Without,
		most:    math.MaxUint64, remembered: tableDepth, asked: cutoffs,
	}
	run.spreads = spreads()
	if p.Size == othello.Size8 {
		var err error
		if run.weights, err = e.Weights(); err != nil {
			return nil, err
		}
	}
	if run.network = -1; run.weights != nil && run.without&Network == 0 {
		run.network = run.weights.Refined()
	}
	if run.solved = -1; l.confidence() >= sound && run.without&Leaves == 0 {
		run.solved = handOver
	}
	if run.without&Table != 0 {
		run.remembered = never
	}
	if run.without&(Table|ChildCutoffs) != 0 {
		run.asked = never
	}
	return run, nil
}

// newRoot prepares the search of a position in which the side to move has a move; the workers beside the first stay
// until dismissed.
func (e *Engine) newRoot(p othello.Position, l Limits) (*root, error) {
	run, err := e.newRun(p, l)
	if err != nil {
		return nil, err
	}
	e.table.begin()
	e.current.Store(run)
	run.recruit(e.options.Threads)
	w := &worker{run: run, solver: run.newSolver(), poll: l.Poll, sure: certain}
	r := &root{worker: w, position: p, limits: l, began: time.Now()}
	r.node = r.nodeOf(p)
	var moves moveList
	r.moves = append(r.moves, w.order(&moves, r.node, l.legal(p), evaluated, unknown())...)
	slices.SortStableFunc(r.moves, func(a, b candidate) int { return int(b.worth - a.worth) })
	r.moves, r.twins = mirrored(p, r.moves)
	return r, nil
}

// Rating is a legal move and what a search found it to be worth to the side that plays it, in discs.
type Rating struct {
	Move  othello.Square // legal
	Score othello.Score  // of the game after Move, from the view of the side that plays it
	Exact bool           // Score is the final result with best play
	Nodes uint64         // positions entered for it
}

// Rate searches every legal move of p by itself, l.Depth plies counted from p (1: the positions after the moves are
// evaluated), or to the end of the game when at most l.Exact squares are empty, and rates each, in board order. The
// other limits do not apply. When ctx ends first, the error is ctx's; it is [ErrOver] when the game is over, [ErrBusy]
// while the engine runs a search, and that of [Limits.Validate]. A side that must pass has nothing to rate.
func (e *Engine) Rate(ctx context.Context, p othello.Position, l Limits) ([]Rating, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	if err := e.acquire(); err != nil {
		return nil, err
	}
	defer e.release()
	if p.Over() {
		return nil, ErrOver
	}
	r, err := e.newRoot(p, Limits{Poll: l.Poll})
	if err != nil {
		return nil, err
	}
	defer r.dismiss()
	defer r.arm(ctx)()
	depth, empties := max(l.Depth, 1), p.Empties()
	if empties <= l.Exact {
		depth = empties
	}
	e.table.settle(depth >= empties, empties, 0)
	var list []Rating
	for _, move := range p.Moves() {
		if move == othello.Pass {
			break
		}
		child, before := p.Play(move), r.entered()
		value := -r.worker.search(r.nodeOf(child), -worst, worst, depth-1, pv)
		if r.stop.Load() {
			return nil, ctx.Err()
		}
		list = append(list, Rating{move, discs(value), depth >= empties, r.entered() - before})
	}
	return list, nil
}
