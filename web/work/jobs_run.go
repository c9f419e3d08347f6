package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

// runNext runs the job after the last one to its end. The error is one of the store.
func (j *Jobs) runNext() error {
	next, err := j.store.NextJob(j.scheduler.closing, j.last)
	if err != nil {
		return err
	}
	j.last = next.Number
	return j.do(next)
}

// begin makes a job the running one. Its context ends when it is cancelled and when the scheduler is closed.
func (j *Jobs) begin(number int64) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(j.scheduler.closing)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.number, j.stop = number, cancel
	return ctx, func() {
		cancel(nil)
		j.mu.Lock()
		defer j.mu.Unlock()
		j.number, j.stop = 0, nil
	}
}

// forget removes the client of a job that has ended.
func (j *Jobs) forget(number int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.clients, number)
}

// do runs a job to its end. The error is one of the store.
func (j *Jobs) do(job store.Job) error {
	ctx, end := j.begin(job.Number)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer end()
	ticket, err := j.scheduler.Jobs.Join("")
	if err != nil {
		return err
	}
	defer ticket.Leave()
	if err := ticket.Wait(ctx, nil); err != nil {
		return nil // cancelled, or the scheduler is closed; the store has the state
	}
	if over, err := j.isOver(ctx, job); over || err != nil {
		return err
	}
	weights, err := learnedChecksum()
	if err != nil {
		return err
	}
	if err := j.store.StartJob(ctx, job.Number, weights); err != nil {
		return err
	}
	j.publish()
	watching.Go(func() { j.watch(ctx, job) })
	failure := j.review(ctx, job)
	defer j.publish()
	unstored := (*storeFailure)(nil)
	switch { // its row stays open
	case ctx.Err() != nil:
	case errors.Is(failure, ErrJobPaused):
		return nil
	case errors.As(failure, &unstored):
		return unstored
	}
	defer j.forget(job.Number)
	closing := j.scheduler.closing
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(failure, ErrJobCancelled):
		return j.store.EndJob(closing, job.Number, store.JobCancelled, "")
	case failure != nil:
		j.log.Error("job failed", "id", job.ID, "err", failure)
		return j.store.EndJob(closing, job.Number, store.JobFailed, failure.Error())
	}
	return j.store.EndJob(closing, job.Number, store.JobDone, "")
}

// isOver reports whether a job has ended or was deleted, perhaps by another server on the same database.
func (j *Jobs) isOver(ctx context.Context, job store.Job) (bool, error) {
	now, err := j.store.Job(ctx, job.ID)
	if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrNotFound) {
		return false, err
	}
	over := err != nil || now.Number != job.Number || !now.State.Open()
	return over, nil //nolint:nilerr // a deleted job is over, and so is one whose context has ended
}

// watch ends the running job when another server on the same database has ended or deleted it.
func (j *Jobs) watch(ctx context.Context, job store.Job) {
	ticks := time.NewTicker(j.look)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if over, err := j.isOver(ctx, job); over && err == nil {
			j.stopIf(job.Number)
			return
		}
	}
}

// stopIf ends a job if it is the running one.
func (j *Jobs) stopIf(number int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.number == number {
		j.stop(ErrJobCancelled)
	}
}

// review judges the moves that are not judged yet. A panic fails this job only.
func (j *Jobs) review(ctx context.Context, job store.Job) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			j.log.Error("job panicked", "id", job.ID, "panic", fault, "stack", string(debug.Stack()))
			err = fmt.Errorf("the program failed (%v); see the server's log", fault)
		}
	}()
	g, effort, err := j.Subject(job)
	if err != nil {
		return err
	}
	effort.Limits.Poll = j.scheduler.priority.yield
	judged, err := j.Judged(ctx, job)
	if err != nil {
		return err
	}
	known := map[int]bool{}
	for _, m := range judged {
		known[m.Ply] = true
	}
	r := Review{Job: job, Game: g, Effort: effort, Known: known, OthersWait: func() bool {
		open, err := j.store.OpenJobs(ctx)
		return err == nil && open > 1
	}}
	if err := j.judgeRemotely(ctx, r); err != nil {
		return err
	}
	if len(known) == len(g.Moves) {
		return nil
	}
	analyst := analysis.New(search.Options{Threads: j.scheduler.options.Thinking}, effort, analysis.UsualMarks())
	return analyst.Review(ctx, g, known, func(m analysis.Move, cost search.Report) error {
		return j.keep(ctx, job, JudgedMove{m, cost.Nodes, cost.Elapsed.Seconds()})
	})
}

// keep stores the judgement of a move.
func (j *Jobs) keep(ctx context.Context, job store.Job, m JudgedMove) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err = j.store.AddJobPart(ctx, job.Number, m.Ply, string(text)); err != nil {
		err = &storeFailure{err}
	}
	j.publish()
	return err
}
