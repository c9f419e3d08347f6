package units

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Review is a review of a game whose moves are units.
type Review struct {
	Name     string // distinguishes reviews; one with the same name and level continues the other
	Game     *record.Game
	Level    int
	Known    map[int]bool           // plies that are judged, from 1
	Judged   func(JudgedMove) error // called with each other move, in any order
	Patience time.Duration          // without a worker that can judge, until Moves gives up
	Yield    func() bool            // reports whether a paused review ends with [ErrPaused], to be continued later
	Drop     func() bool            // after ctx has ended: the job ends, and is not continued
}

// JudgedMove is a judgement and its cost.
type JudgedMove struct {
	analysis.Move

	Nodes   uint64
	Seconds float64
}

// UnavailableError is the error of work for which no worker was available.
type UnavailableError struct{ Reason string }

func (e *UnavailableError) Error() string { return "no worker is available: " + e.Reason }

// ErrPaused is the error of a review that is paused on the cluster and can be continued.
var ErrPaused = errors.New("the review is paused")

// Moves judges the moves of a game on a cluster. The judgements are the same as on this machine with one thread. The
// error is [cluster.ErrCancelled] if the job was cancelled on the cluster, [ErrPaused], an *[UnavailableError], that of
// Judged, that of ctx, that of the connection, or a dead letter after the other moves are judged. A job that is not
// continued and cannot be ended, because the cluster does not answer, ends when the cluster answers again.
func Moves(ctx context.Context, o Options, r Review) error {
	job := cluster.Job{
		Kind: kindAnalyze, Version: o.Identity.String(), Title: o.Title, Total: len(r.Game.Moves) - len(r.Known),
	}
	var err error
	if job.ID, err = cluster.JobID("review", o.Identity, r.Level, r.Name); err != nil {
		return err
	}
	working, stop := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	defer watch.Wait()
	defer stop(nil)
	watch.Go(func() {
		if err := o.waitUnavailable(working, job.ID, r); err != nil {
			stop(err)
		}
	})
	s, err := o.Client.Submit(working, job)
	if err == nil {
		err = o.judgeMoves(working, s, r)
	}
	if err != nil && working.Err() != nil && ctx.Err() == nil {
		err = context.Cause(working)
	}
	return o.endReview(ctx, job.ID, s, r, err)
}

// endReview ends the job of a review after its work has ended with err, unless it is to be continued. The submission is
// nil if it did not begin.
func (o Options) endReview(ctx context.Context, job string, s *cluster.Submission, r Review, err error) error {
	var done cluster.Progress
	if s != nil {
		done = s.Progress()
		err = s.Finish(ctx, err)
	}
	if err != nil && !continues(ctx, r, err) {
		o.Client.Drop(ctx, job, done)
	}
	return err
}

// continues reports whether a review that has ended with an error is to be continued, here or by another program.
func continues(ctx context.Context, r Review, err error) bool {
	busy := (*cluster.BusyError)(nil)
	return errors.Is(err, ErrPaused) || errors.As(err, &busy) || ctx.Err() != nil && !r.Drop()
}

// judgeMoves runs a unit for each move that is not known, the last one first.
func (o Options) judgeMoves(ctx context.Context, s *cluster.Submission, r Review) error {
	var plies []int // of the units
	for ply := len(r.Game.Moves); ply > 0; ply-- {
		if !r.Known[ply] {
			plies = append(plies, ply)
		}
	}
	before := positions(r.Game)
	var givenUp error
	err := s.Do(ctx, func(_ context.Context, submit func(cluster.Unit) error) error {
		for _, ply := range plies {
			text, err := json.Marshal(analyzeSpec{
				Start: before[ply-1].String(), Moves: []int{int(r.Game.Moves[ply-1])}, Level: r.Level,
			})
			if err != nil {
				return err
			}
			u := cluster.Unit{Kind: kindAnalyze, Version: o.Identity.String(), Spec: text}
			if err := submit(u); err != nil {
				return err
			}
		}
		return nil
	}, func(outcome cluster.Outcome) error {
		ply := plies[outcome.Index]
		if outcome.Err != nil {
			givenUp = cmp.Or(givenUp, fmt.Errorf("ply %d: %w", ply, outcome.Err))
			return nil //nolint:nilerr // the other moves are judged first
		}
		m, err := judgedMove(outcome, ply)
		if err != nil {
			return err
		}
		return r.Judged(m)
	})
	return cmp.Or(err, givenUp)
}

// positions returns the positions before the moves of a game.
func positions(g *record.Game) []othello.Position {
	list, p := make([]othello.Position, len(g.Moves)), g.Start
	for i, m := range g.Moves {
		list[i], p = p, p.Play(m)
	}
	return list
}

// judgedMove reads the result of a unit with one move, which is the ply of a game.
func judgedMove(o cluster.Outcome, ply int) (JudgedMove, error) {
	var d analysis.Game
	if err := json.Unmarshal(o.Result, &d); err != nil {
		return JudgedMove{}, fmt.Errorf("result of worker %s: %w", o.Worker, err)
	}
	if len(d.Moves) != 1 {
		return JudgedMove{}, fmt.Errorf("result of worker %s: %d moves, want 1", o.Worker, len(d.Moves))
	}
	m := d.Moves[0]
	m.Ply, m.Number = ply, 0
	return JudgedMove{m, d.Nodes, o.Elapsed.Seconds()}, nil
}

// waitUnavailable returns an *[UnavailableError] when for some time the cluster does not answer or no worker takes the
// job, and [ErrPaused] when the job is paused and yields. It returns nil when ctx ends.
func (o Options) waitUnavailable(ctx context.Context, job string, r Review) error {
	available, paused := time.Now(), false
	for ctx.Err() == nil {
		switch reasons := o.idle(ctx, job); {
		case len(reasons) == 0:
			available = time.Now()
		case time.Since(available) >= r.Patience:
			return &UnavailableError{strings.Join(slices.Compact(reasons), "; ")}
		}
		before := paused // the second time, so that jobs do not alternate fast
		if paused = o.paused(ctx, job); paused && before && r.Yield() {
			return ErrPaused
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(o.Client.Timing().Beat, r.Patience)):
		}
	}
	return nil
}

// idle returns why no worker takes units of a job; nothing if one does.
func (o Options) idle(ctx context.Context, job string) []string {
	ctx, cancel := context.WithTimeout(ctx, o.Client.Timing().Beat)
	defer cancel()
	workers, err := o.Client.Workers(ctx)
	if err != nil {
		return []string{fmt.Sprintf("the cluster does not answer (%v)", err)}
	}
	return idleReasons(workers, job)
}

// paused reports whether a job is paused. It is not while the cluster does not answer.
func (o Options) paused(ctx context.Context, job string) bool {
	ctx, cancel := context.WithTimeout(ctx, o.Client.Timing().Beat)
	defer cancel()
	state, err := o.Client.State(ctx, job)
	return err == nil && state == cluster.Paused
}
