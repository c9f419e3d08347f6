package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Limits of the number of open jobs.
const (
	maxJobs          = 500
	maxJobsPerClient = 24
)

// JobStore stores jobs. [store.Store] and [store.JobsInMemory] implement it.
type JobStore interface {
	AddJob(ctx context.Context, j store.Job) (stored store.Job, added bool, err error)
	Job(ctx context.Context, id string) (store.Job, error)
	Jobs(ctx context.Context, before int64, limit int) ([]store.Job, error)
	OpenJobs(ctx context.Context) (int, error)
	NextJob(ctx context.Context, after int64) (store.Job, error)
	StartJob(ctx context.Context, number int64, weights string) error
	AddJobPart(ctx context.Context, number int64, part int, found string) error
	JobParts(ctx context.Context, number int64) ([]store.JobPart, error)
	EndJob(ctx context.Context, number int64, state store.JobState, problem string) error
	DeleteJob(ctx context.Context, number int64) error
}

// Jobs runs the stored jobs one after another, in the order in which they were added. A job that is paused lets the
// others run first. All state that must outlive the process is in the store.
type Jobs struct {
	*runner

	scheduler *Scheduler
	store     JobStore
	game      func(text string) (*record.Game, error) // parses the game of a job
	last      int64                                   // number of the last job that ran, for the runner

	mu      sync.Mutex
	number  int64                   // number of the running job; 0: none
	stop    context.CancelCauseFunc // ends the running job
	clients map[int64]string        // clients of the open jobs that were added since the start
	changed chan struct{}           // closed at the next change
}

// ErrJobCancelled is the cause of the end of a cancelled job.
var ErrJobCancelled = errors.New("the job is cancelled")

// storeFailure is an error of the store while a job runs. It does not fail the job, which continues when the store
// works again.
type storeFailure struct{ err error }

func (f *storeFailure) Error() string { return f.err.Error() }
func (f *storeFailure) Unwrap() error { return f.err }

// ErrJobPaused is the error of a job that is paused and lets other jobs run first. It continues later.
var ErrJobPaused = errors.New("the job is paused")

// NewJobs returns the jobs of a store. game parses [store.Job.Game]. [Jobs.Resume] starts the open jobs.
func NewJobs(s *Scheduler, kept JobStore, game func(text string) (*record.Game, error)) *Jobs {
	j := &Jobs{scheduler: s, store: kept, game: game, clients: map[int64]string{}, changed: make(chan struct{})}
	j.runner = &runner{
		closing: s.closing, log: s.options.Logger, what: "jobs", next: j.runNext, intervals: usualIntervals(),
	}
	return j
}

// Resume continues the jobs that were open when the program ended.
func (j *Jobs) Resume() { j.wake() }

// Close waits until the running job has ended. Closing the [Scheduler] first cancels it. Open jobs continue at the next
// start.
func (j *Jobs) Close() { j.close() }

// Add stores a job of a client and runs it after the jobs before it. added is false if the same job is stored already.
// The error is [ErrClientLimit] or [ErrBusy] if too many jobs are open, or that of the store.
func (j *Jobs) Add(ctx context.Context, client string, wanted store.Job) (stored store.Job, added bool, err error) {
	if err := j.admit(ctx, client, wanted.ID); err != nil {
		return store.Job{}, false, err
	}
	if wanted.Weights, err = learnedChecksum(); err != nil {
		return store.Job{}, false, err
	}
	stored, added, err = j.store.AddJob(ctx, wanted)
	if err != nil || !added {
		return stored, false, err
	}
	j.mu.Lock()
	j.clients[stored.Number] = client
	j.mu.Unlock()
	j.publish()
	j.wake()
	return stored, true, nil
}

// admit returns an error for a new job if too many are open. A stored job is not new.
func (j *Jobs) admit(ctx context.Context, client, id string) error {
	if _, err := j.store.Job(ctx, id); err == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	mine := 0
	for _, other := range j.clients {
		if other == client {
			mine++
		}
	}
	if mine >= maxJobsPerClient {
		return ErrClientLimit
	}
	if n, err := j.store.OpenJobs(ctx); err == nil && n >= maxJobs {
		return ErrBusy
	}
	return nil
}

// Job returns a job by its id.
func (j *Jobs) Job(ctx context.Context, id string) (store.Job, error) { return j.store.Job(ctx, id) }

// List returns the latest jobs, the newest first.
func (j *Jobs) List(ctx context.Context, limit int) ([]store.Job, error) {
	return j.store.Jobs(ctx, 0, limit)
}

// Drop cancels a job that waits or runs, and deletes one that has ended.
func (j *Jobs) Drop(ctx context.Context, job store.Job) error {
	if job.State.Open() {
		return j.cancel(ctx, job.Number)
	}
	return j.store.DeleteJob(ctx, job.Number)
}

// cancel ends a job that waits or runs.
func (j *Jobs) cancel(ctx context.Context, number int64) error {
	err := j.store.EndJob(ctx, number, store.JobCancelled, "")
	j.stopIf(number)
	j.forget(number)
	j.publish()
	return err
}

// Changed returns a channel that is closed at the next change of a job.
func (j *Jobs) Changed() <-chan struct{} {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.changed
}

// publish closes the channel of Changed.
func (j *Jobs) publish() {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.changed)
	j.changed = make(chan struct{})
}

// Subject returns the game and the effort of a job.
func (j *Jobs) Subject(job store.Job) (*record.Game, analysis.Effort, error) {
	g, err := j.game(job.Game)
	if err != nil {
		return nil, analysis.Effort{}, fmt.Errorf("job %s: %w", job.ID, err)
	}
	effort, err := analysis.AtLevel(job.Level)
	return g, effort, err
}

// JudgedMove is the stored judgement of a move with its cost.
type JudgedMove struct {
	analysis.Move

	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// Judged returns the judged moves of a job in the order of the game.
func (j *Jobs) Judged(ctx context.Context, job store.Job) ([]JudgedMove, error) {
	parts, err := j.store.JobParts(ctx, job.Number)
	if err != nil {
		return nil, &storeFailure{err}
	}
	moves := make([]JudgedMove, len(parts))
	for i, part := range parts {
		if err := json.Unmarshal([]byte(part.Found), &moves[i]); err != nil {
			return nil, fmt.Errorf("job %s, ply %d: %w", job.ID, part.Part, err)
		}
	}
	return moves, nil
}
