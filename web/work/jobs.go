package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
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
	scheduler *Scheduler
	log       *slog.Logger
	store     JobStore
	game      func(text string) (*record.Game, error) // parses the game of a job
	runner    sync.WaitGroup

	mu      sync.Mutex
	working bool
	more    bool                    // a job may have been added since the store was queried
	number  int64                   // number of the running job; 0: none
	stop    context.CancelCauseFunc // ends the running job
	clients map[int64]string        // clients of the open jobs that were added since the start
	changed chan struct{}           // closed at the next change
}

// ErrJobCancelled is the cause of the end of a cancelled job.
var ErrJobCancelled = errors.New("the job is cancelled")

// ErrJobPaused is the error of a job that is paused and lets other jobs run first. It continues later.
var ErrJobPaused = errors.New("the job is paused")

// NewJobs returns the jobs of a store. game parses [store.Job.Game]. [Jobs.Resume] starts the open jobs.
func NewJobs(s *Scheduler, kept JobStore, game func(text string) (*record.Game, error)) *Jobs {
	return &Jobs{
		scheduler: s, log: s.options.Logger, store: kept, game: game, clients: map[int64]string{},
		changed: make(chan struct{}),
	}
}

// Resume continues the jobs that were open when the program ended.
func (j *Jobs) Resume() { j.wake() }

// Close waits until the running job has ended. Closing the [Scheduler] first cancels it. Open jobs continue at the next
// start.
func (j *Jobs) Close() { j.runner.Wait() }

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
	j.mu.Lock()
	if j.number == number {
		j.stop(ErrJobCancelled)
	}
	delete(j.clients, number)
	j.mu.Unlock()
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

// wake starts the runner unless it is running.
func (j *Jobs) wake() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.more = true
	if j.working || j.scheduler.closing.Err() != nil {
		return
	}
	j.working = true
	j.runner.Go(j.run)
}

// run runs jobs until there are none or the scheduler is closed.
func (j *Jobs) run() {
	closing, last := j.scheduler.closing, int64(0) // number of the last job
	for closing.Err() == nil {
		next, err := j.store.NextJob(closing, last)
		if err == nil {
			last = next.Number
			err = j.do(next)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) && closing.Err() == nil {
			j.log.Error("jobs", "err", err) // the next job, or the next start, tries again
		}
		if err != nil && j.finished() {
			return
		}
	}
}

// finished reports whether the runner ends. It does unless a job was added in the meantime.
func (j *Jobs) finished() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.working, j.more = j.more, false
	return !j.working
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
	defer end()
	ticket, err := j.scheduler.Jobs.Join("")
	if err != nil {
		return err
	}
	defer ticket.Leave()
	if err := ticket.Wait(ctx, nil); err != nil {
		return nil // cancelled, or the scheduler is closed; the store has the state
	}
	now, err := j.store.Job(ctx, job.ID)
	if err != nil || !now.State.Open() { // cancelled before it began
		return nil
	}
	weights, err := learnedChecksum()
	if err != nil {
		return err
	}
	if err := j.store.StartJob(ctx, job.Number, weights); err != nil {
		return err
	}
	j.publish()
	failure := j.review(ctx, job)
	defer j.publish()
	if errors.Is(failure, ErrJobPaused) && ctx.Err() == nil {
		return nil // its row stays open
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
	if err == nil {
		err = j.store.AddJobPart(ctx, job.Number, m.Ply, string(text))
	}
	j.publish()
	return err
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
		return nil, err
	}
	moves := make([]JudgedMove, len(parts))
	for i, part := range parts {
		if err := json.Unmarshal([]byte(part.Found), &moves[i]); err != nil {
			return nil, fmt.Errorf("job %s, ply %d: %w", job.ID, part.Part, err)
		}
	}
	return moves, nil
}
