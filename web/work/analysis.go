package work

import (
	"context"
	"errors"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

const (
	longestAnalysis = 10 * time.Minute
	turnTime        = 15 * time.Second       // after which a search yields if others wait
	nodesInterval   = 500 * time.Millisecond // interval of reports without a new result
	reportInterval  = 80 * time.Millisecond  // minimum interval of reports
	storeInterval   = 2 * time.Second        // minimum interval at which a running search is stored
)

// Reasons why a search ended before it reached its limits.
var (
	errTurnOver   = errors.New("stopped because other requests are waiting")
	errTooLong    = errors.New("the analysis exceeded its time limit")
	errUnreported = errors.New("the client does not accept reports")
)

// AnalysisRequest describes an analysis.
type AnalysisRequest struct {
	Position othello.Position
	Limits   search.Limits
	Lines    int  // number of ranked moves
	Fresh    bool // ignore stored results
	Book     bool // consult the opening book first
}

// AnalysisProgress is the state of an analysis.
type AnalysisProgress struct {
	Known   analysis.Hint // best result so far; without lines before the first result
	Stored  bool          // Known is a stored result
	Place   int           // position in the queue, from 1; 0 while the search runs
	Nodes   uint64        // nodes of this analysis
	Elapsed time.Duration // search time, without waiting
}

// AnalysisEnd is the reason why an analysis ended.
type AnalysisEnd string

// The reasons why an analysis ends.
const (
	AnalysisComplete AnalysisEnd = "complete" // it reached its limits
	AnalysisTimedOut AnalysisEnd = "time"     // its time ran out, or the client left
)

// running is an analysis for a client.
type running struct {
	AnalysisRequest
	AnalysisProgress

	analyses *Analyses
	ticket   *Ticket
	report   func(AnalysisProgress) error

	// Totals of earlier turns.
	spent  time.Duration
	before uint64 // nodes
}

// Run analyses a position. It reports a stored result, waits for the ticket's turn, searches, and reports results until
// the search reaches its limits, ctx ends or report fails. Long analyses take turns. The error is [ErrClosing] if the
// scheduler was closed.
func (a *Analyses) Run(
	ctx context.Context, t *Ticket, r AnalysisRequest, report func(AnalysisProgress) error,
) (AnalysisProgress, AnalysisEnd, error) {
	ctx, release := a.scheduler.joined(ctx)
	defer release()
	run := &running{AnalysisRequest: r, analyses: a, ticket: t, report: report}
	if run.loadStored(ctx) {
		return run.AnalysisProgress, AnalysisComplete, nil
	}
	if run.Stored {
		_ = report(run.AnalysisProgress) // the next report returns the error
	}
	ctx, stop := context.WithTimeoutCause(ctx, longestAnalysis, errTooLong)
	defer stop()
	cause := run.takeTurns(ctx)
	switch {
	case errors.Is(cause, ErrClosing):
		return run.AnalysisProgress, "", ErrClosing
	case cause != nil, r.Limits.Time > 0 && !run.Known.Fulfils(r.Position, r.Limits, r.Lines):
		return run.AnalysisProgress, AnalysisTimedOut, nil
	}
	return run.AnalysisProgress, AnalysisComplete, nil
}

// takeTurns searches until the analysis ends. The error is the reason why it ended before it reached its limits.
func (r *running) takeTurns(ctx context.Context) error {
	for {
		err := r.ticket.Wait(ctx, func(place int) {
			r.Place = place
			_ = r.report(r.AnalysisProgress) // ctx ends when the client has left
		})
		r.Place = 0
		if err != nil {
			return err
		}
		if cause := r.search(ctx); !errors.Is(cause, errTurnOver) || !r.ticket.Yield() {
			return cause
		}
	}
}

// loadStored loads the stored result. It reports whether that fulfils the request.
func (r *running) loadStored(ctx context.Context) (done bool) {
	if r.Position.Over() {
		return true
	}
	if r.Fresh {
		return false
	}
	if r.Known = r.analyses.stored(ctx, r.Position); len(r.Known.Lines) == 0 {
		return false
	}
	r.Stored = true
	return r.Known.Fulfils(r.Position, r.Limits, r.Lines)
}

// search searches for one turn. The error is the reason why it ended before it reached its limits.
func (r *running) search(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	study := r.analyses.getStudy(r.Position)
	study.Book = nil
	if r.Book {
		study.Book = r.analyses.openingBook()
	}
	defer r.analyses.putStudy(study)
	limits := r.Limits
	limits.Poll = r.analyses.scheduler.priority.yield
	if limits.Time > 0 {
		limits.Time = max(limits.Time-r.spent, 1)
	}
	began, news, ended := time.Now(), make(chan analysis.Hint, 1), make(chan analysis.Hint, 1)
	go func() {
		// The cause of ctx is the reason why the search ended.
		h, _ := study.Look(ctx, r.Position, limits, r.Lines, func(h analysis.Hint) { replace(news, h) })
		ended <- h
	}()
	r.follow(study, news, ended, cancel, began)
	r.spent += time.Since(began)
	r.before = r.Nodes
	r.storeResult()
	return context.Cause(ctx)
}

// storeResult stores the result unless the analysis was restricted to some moves.
func (r *running) storeResult() {
	if r.Limits.Only == 0 {
		r.analyses.storeResult(r.Position, r.Known)
	}
}

// replace sends a result, replacing one that was not received yet.
func replace(news chan analysis.Hint, h analysis.Hint) {
	select {
	case <-news:
	default:
	}
	news <- h
}

// follow reports the results of a search until it has ended. It cancels the search when a report fails and when the
// turn is over.
func (r *running) follow(
	study idleStudy, news, ended <-chan analysis.Hint, cancel context.CancelCauseFunc, began time.Time,
) {
	ticks := time.NewTicker(nodesInterval)
	defer ticks.Stop()
	stored := began
	for {
		select {
		case h := <-ended:
			r.replaceIfBetter(h)
			return
		case h := <-news:
			r.replaceIfBetter(h)
			if time.Since(stored) > storeInterval {
				r.storeResult()
				stored = time.Now()
			}
		case <-ticks.C:
			r.count(study.Nodes(), time.Since(began))
		}
		if r.report(r.AnalysisProgress) != nil {
			cancel(errUnreported)
		} else if time.Since(began) > turnTime && r.ticket.Contended() {
			cancel(errTurnOver)
		}
		time.Sleep(reportInterval)
	}
}

// replaceIfBetter replaces the known result if h is at least as good.
func (r *running) replaceIfBetter(h analysis.Hint) {
	if len(h.Lines) > 0 && h.Better(r.Known) >= 0 {
		r.Known, r.Stored = h, false
	}
	r.count(h.Nodes, time.Duration(h.Seconds*float64(time.Second)))
}

// count adds the nodes and the time of this turn to those of earlier turns.
func (r *running) count(nodes uint64, took time.Duration) {
	r.Nodes = max(r.before+nodes, r.Nodes)
	r.Elapsed = took + r.spent
}
