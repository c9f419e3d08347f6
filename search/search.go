// Package search implements the engine of Kaeshi. It finds the best move of a position, its value and the principal
// variation by searching as deep as the limits allow, and to the end of the game when few enough squares are empty.
//
// One routine serves the middle game and the ending: a search as deep as there are empty squares is exact. It is
// principal variation search (Marsland and Campbell 1982) with iterative deepening, a transposition table (Greenblatt
// 1967; Slate and Atkin 1977) and the evaluation of package eval. In the middle game, and in the searches that prepare
// an exact one, Multi-ProbCut (Buro 1997) cuts off unpromising branches with a stated confidence. Package solve
// searches the last plies. An [Engine] returns its results as a [Report].
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

// ErrOver is the error of a search for a move when the game is over.
var ErrOver = errors.New("the game is over")

// ErrBusy is the error of a call while the engine runs a search.
var ErrBusy = errors.New("the engine is already running a search: wait for it to end, or use one engine per goroutine")

// errZero is the error of an engine that was not made with New.
var errZero = errors.New("the zero search.Engine has no table: make engines with search.New")

// Engine searches positions and keeps its results in a transposition table. Make one with [New]; every search of the
// zero Engine fails. An engine runs one search at a time: a second one, from another goroutine or from a callback,
// fails with [ErrBusy].
type Engine struct {
	busy    atomic.Bool // a search runs
	stale   atomic.Bool // Forget was called and the table is not cleared yet
	table   *table
	options Options
	current atomic.Pointer[run]
	learned func() (*eval.Weights, error) // returns the embedded weights; a variable for tests
}

// Options configures an engine.
type Options struct {
	HashBytes int // size of the transposition table; 0: 64 MB
	// Threads is the number of searching threads; 0: 1. With one thread, the same search enters the same nodes on every
	// machine.
	Threads int
	Without Heuristic     // methods to leave out
	Weights *eval.Weights // learned evaluation of 8×8; nil: the embedded one, [eval.Learned]
	// Evaluator replaces Weights, and the evaluation of the other board sizes. Searches with it use neither ProbCut nor
	// symmetries of the position. nil: none.
	Evaluator Evaluator
}

// New returns an engine whose table takes at most o.HashBytes.
func New(o Options) *Engine {
	if o.HashBytes <= 0 {
		o.HashBytes = 64 << 20
	}
	return &Engine{table: newTable(o.HashBytes, o.Threads), options: o, learned: eval.Learned}
}

// Forget clears the transposition table, so that the next search gives the result of a new engine. While a search runs,
// it takes effect after that search.
func (e *Engine) Forget() {
	if e.table == nil {
		return
	}
	e.stale.Store(true)
	if e.acquire() == nil {
		e.release()
	}
}

// acquire reserves the engine for one search and performs a pending [Engine.Forget]. The error is [ErrBusy] when
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

// Warm does work in advance that would delay a later search: it reads the weights, touches the table's memory, and
// clears a table that has served thousands of searches. Call it before a short clock starts. It may clear the table.
// While a search runs, it leaves the table alone. An error in reading the weights is reported by the next search.
func (e *Engine) Warm() {
	if e.acquire() == nil {
		e.table.warm()
		e.release()
	}
	spreads()
	_, _ = e.Weights()
}

// Weights returns the learned evaluation that the engine uses on 8×8, or nil when Options.Without leaves it out or
// Options.Evaluator replaces it. The embedded weights are read on first use; the error is that of reading them.
func (e *Engine) Weights() (*eval.Weights, error) {
	switch {
	case e.options.Without&Learned != 0 || e.options.Evaluator != nil:
		return nil, nil
	case e.options.Weights != nil:
		return e.options.Weights, nil
	case e.learned == nil:
		return nil, errZero
	}
	return e.learned()
}

// Nodes returns approximately how many positions the current search, or the last one, has entered. It may be called at
// any time.
func (e *Engine) Nodes() uint64 {
	if r := e.current.Load(); r != nil {
		return r.nodes.Load()
	}
	return 0
}

// Search finds the best move of p within the limits. If progress is not nil, it is called with the report of each
// completed depth, including the last, and with later changes of the move, the score or the lines at that depth. At
// least one ply is always searched.
//
// Reaching a limit of time or nodes is not an error. When ctx ends first, Search returns the best report so far and the
// error of ctx. Other errors are [ErrOver] when the game is over, [ErrBusy] while the engine runs another search, those
// of [Limits.Validate] and [Engine.Weights], and an error when neither the limits nor ctx would end the search.
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

// start runs Search on an engine that has been acquired.
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
	report, err := r.deepen(ctx, func(report Report) { progress(r.clamp(report)) })
	r.stopHelpers()
	return r.clamp(r.stamp(report)), err
}

// Solve searches p to the end of the game. The score is exact, and Best lists every move that attains it, in board
// order. When ctx ends first, the error is that of ctx and the report is not exact. It is not exact either if the score
// may rest on published bounds: see [Claims]. The other errors are those of [Engine.Search].
func (e *Engine) Solve(ctx context.Context, p othello.Position) (Report, error) {
	return e.Search(ctx, p, Limits{Exact: p.Size.Squares(), Ties: true}, nil)
}

// beforePass returns the report of p, in which the side to move must pass, from the report r of the position after the
// pass.
func (r Report) beforePass(p othello.Position) Report {
	r.Position, r.Move, r.Score, r.Bound = p, othello.Pass, 0-r.Score, -r.Bound
	r.Best = []othello.Square{othello.Pass}
	r.PV = append([]othello.Square{othello.Pass}, r.PV...)
	r.Lines = nil
	return r
}

// newRun returns the shared state of a search. The error is that of [Engine.Weights].
func (e *Engine) newRun(p othello.Position, l Limits) (*run, error) {
	run := &run{
		table: e.table, size: p.Size, board: p.Size.Board(), corners: bitboard.Corners(p.Size.Board()),
		without: e.options.Without, evaluator: e.options.Evaluator,
		nodeLimit: math.MaxUint64, tableFrom: tableDepth, etcFrom: etcDepth,
	}
	run.spreads = spreads()
	if p.Size == othello.Size8 {
		var err error
		if run.weights, err = e.Weights(); err != nil {
			return nil, err
		}
	}
	if run.networkFrom = -1; run.weights != nil && run.without&Network == 0 {
		run.networkFrom = run.weights.Refined()
	}
	if run.solveFrom = -1; l.confidence() >= sound && run.without&Leaves == 0 {
		run.solveFrom = solveEmpties
	}
	if run.without&Table != 0 {
		run.tableFrom = never
	}
	if run.without&(Table|ChildCutoffs) != 0 {
		run.etcFrom = never
	}
	return run, nil
}

// newRoot prepares the search of a position in which the side to move has a legal move. It starts the helper workers,
// which the caller must end with stopHelpers.
func (e *Engine) newRoot(p othello.Position, l Limits) (*root, error) {
	run, err := e.newRun(p, l)
	if err != nil {
		return nil, err
	}
	e.table.begin()
	e.current.Store(run)
	run.startHelpers(e.options.Threads)
	w := &worker{run: run, solver: run.newSolver(), poll: l.Poll, confidence: certain}
	r := &root{worker: w, position: p, limits: l, began: time.Now()}
	r.node = r.nodeOf(p)
	var moves moveList
	r.moves = append(r.moves, w.order(&moves, r.node, l.legal(p), orderDepth, unknown())...)
	slices.SortStableFunc(r.moves, func(a, b candidate) int { return int(b.priority - a.priority) })
	if run.evaluator == nil {
		r.moves, r.mirrors = mirrored(p, r.moves)
	}
	return r, nil
}

// Rating is the score of one legal move.
type Rating struct {
	Move  othello.Square // a legal move
	Score othello.Score  // in discs, from the view of the side that plays Move
	Exact bool           // Score is the final result with best play
	Nodes uint64         // positions entered to find Score
}

// Rate searches every legal move of p separately and returns the ratings in board order. The depth is l.Depth plies,
// counted from p (at depth 1 the positions after the moves are evaluated). With at most l.Exact empty squares, the
// moves are searched to the end of the game. The other limits do not apply. The list is empty when the side to move
// must pass. The error is that of ctx when it ends first, [ErrOver] when the game is over, [ErrBusy] while the engine
// runs a search, or that of [Limits.Validate].
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
	defer r.stopHelpers()
	defer r.startStops(ctx)()
	depth, empties := max(l.Depth, 1), p.Empties()
	if empties <= l.Exact {
		depth = empties
	}
	e.table.resize(depth >= empties, empties, 0)
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
		list = append(list, Rating{move, discs(value), r.exact(step{depth, certain}), r.entered() - before})
	}
	r.clampRatings(r.node, list)
	return list, nil
}
