package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

// jobKeeper is where jobs are kept: a [store.Store], or [store.JobsInMemory] where there is none, for as long as the program runs.
type jobKeeper interface {
	AddJob(ctx context.Context, j store.Job) (stored store.Job, added bool, err error)
	Job(ctx context.Context, id string) (store.Job, error)
	Jobs(ctx context.Context, before int64, limit int) ([]store.Job, error)
	OpenJobs(ctx context.Context) (int, error)
	NextJob(ctx context.Context) (store.Job, error)
	StartJob(ctx context.Context, number int64, weights string) error
	AddJobPart(ctx context.Context, number int64, part int, found string) error
	JobParts(ctx context.Context, number int64) ([]store.JobPart, error)
	EndJob(ctx context.Context, number int64, state store.JobState, problem string) error
	DeleteJob(ctx context.Context, number int64) error
}

// clerk does the jobs, one after the other in the order in which they were asked for. All that must survive is with the keeper.
type clerk struct {
	*thinker

	kept    jobKeeper
	threads int
	work    sync.WaitGroup

	mu      sync.Mutex
	working bool
	more    bool                    // a job may have come since it was looked for
	number  int64                   // of the job at hand; 0: none
	stop    context.CancelCauseFunc // ends it
	clients map[int64]string        // who asked for the jobs that were taken in since the start and are not finished
	news    chan struct{}           // closed when something has changed
}

// Why work on a job ended early.
var errCancelled = errors.New("the job is cancelled")

func newClerk(o Options, t *thinker) *clerk {
	return &clerk{thinker: t, kept: jobsOf(o), threads: o.Thinking, clients: map[int64]string{}, news: make(chan struct{})}
}

// resume goes on with what was not finished when the program ended.
func (c *clerk) resume() { c.wake() }

// close ends the work and waits until it has ended; what is not finished goes on at the next start.
func (c *clerk) close() { c.work.Wait() }

// admits refuses a new job when there are too many. One that is there already is no new one.
func (c *clerk) admits(ctx context.Context, id string) error {
	if _, err := c.kept.Job(ctx, id); err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	mine, client := 0, clientOf(ctx)
	for _, other := range c.clients {
		if other == client {
			mine++
		}
	}
	if mine >= mostJobsOfOne {
		return asProblem(errGreedy)
	}
	if n, err := c.kept.OpenJobs(ctx); err == nil && n >= mostJobs {
		return asProblem(errBusy)
	}
	return nil
}

// took notes who asked for a new job and sees to it that it is done.
func (c *clerk) took(ctx context.Context, j store.Job) {
	c.mu.Lock()
	c.clients[j.Number] = clientOf(ctx)
	c.mu.Unlock()
	c.tell()
	c.wake()
}

// wake begins to work unless it does already.
func (c *clerk) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.more = true
	if c.working || c.closing.Err() != nil {
		return
	}
	c.working = true
	c.work.Go(c.run)
}

// tell wakes those who watch.
func (c *clerk) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.news)
	c.news = make(chan struct{})
}

// changed is closed when something has changed since it was asked for.
func (c *clerk) changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news
}

// run does jobs until there are none or the server closes.
func (c *clerk) run() {
	for c.closing.Err() == nil {
		j, err := c.kept.NextJob(c.closing)
		if err == nil {
			err = c.do(j)
		}
		if err != nil && !errors.Is(err, store.ErrNoJob) && c.closing.Err() == nil {
			c.log.Error("jobs", "err", err) // the next job that is asked for, or the next start, tries again
		}
		if err != nil && c.rest() {
			return
		}
	}
}

// rest stops working, unless a job has come in the meantime.
func (c *clerk) rest() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.working, c.more = c.more, false
	return !c.working
}

// begin makes a job the one at hand; the context ends when it is cancelled and when the server closes.
func (c *clerk) begin(number int64) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(c.closing)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.number, c.stop = number, cancel
	return ctx, func() {
		cancel(nil)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.number, c.stop = 0, nil
		delete(c.clients, number)
	}
}

// cancel ends a job that waits or runs.
func (c *clerk) cancel(ctx context.Context, number int64) error {
	err := c.kept.EndJob(ctx, number, store.JobCancelled, "")
	c.mu.Lock()
	if c.number == number {
		c.stop(errCancelled)
	}
	delete(c.clients, number)
	c.mu.Unlock()
	c.tell()
	return err
}

// do works on a job until it is finished. The error is one of the keeper's.
func (c *clerk) do(j store.Job) error {
	ctx, end := c.begin(j.Number)
	defer end()
	turn, err := c.jobs.join("")
	if err != nil {
		return err
	}
	defer turn.leave()
	if err := turn.enter(ctx, nil); err != nil {
		return nil // it was cancelled, or the server closes: the keeper knows
	}
	now, err := c.kept.Job(ctx, j.ID)
	if err != nil || !now.State.Open() { // cancelled between being found and being begun
		return nil
	}
	weights, err := learnedSum()
	if err != nil {
		return err
	}
	if err := c.kept.StartJob(ctx, j.Number, weights); err != nil {
		return err
	}
	c.tell()
	fault := c.review(ctx, j)
	defer c.tell()
	switch {
	case ctx.Err() != nil:
		return nil
	case fault != nil:
		c.log.Error("job failed", "id", j.ID, "err", fault)
		return c.kept.EndJob(c.closing, j.Number, store.JobFailed, fault.Error())
	}
	return c.kept.EndJob(c.closing, j.Number, store.JobDone, "")
}

// review judges the moves that are not judged yet. A panic is the failure of this job alone.
func (c *clerk) review(ctx context.Context, j store.Job) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			c.log.Error("job panicked", "id", j.ID, "panic", fault, "stack", string(debug.Stack()))
			err = fmt.Errorf("the program failed (%v); the server's log says where", fault)
		}
	}()
	g, effort, err := asked(j)
	if err != nil {
		return err
	}
	effort.Limits.Poll = c.rush.standBack
	judged, err := c.judged(ctx, j)
	if err != nil {
		return err
	}
	known := map[int]bool{}
	for _, m := range judged {
		known[m.Ply] = true
	}
	analyst := analysis.New(search.Options{Threads: c.threads}, effort, analysis.UsualMarks())
	return analyst.Review(ctx, g, known, func(m analysis.Move, cost search.Report) error {
		text, err := json.Marshal(judgedMove{m, cost.Nodes, cost.Elapsed.Seconds()})
		if err == nil {
			err = c.kept.AddJobPart(ctx, j.Number, m.Ply, string(text))
		}
		c.tell()
		return err
	})
}

// asked is the game and the effort of a job.
func asked(j store.Job) (*record.Game, analysis.Effort, error) {
	var text jobGame
	if err := json.Unmarshal([]byte(j.Game), &text); err != nil {
		return nil, analysis.Effort{}, fmt.Errorf("job %s: %w", j.ID, err)
	}
	g, err := text.game()
	if err != nil {
		return nil, analysis.Effort{}, fmt.Errorf("job %s: %w", j.ID, err)
	}
	g.Black, g.White = text.Black, text.White
	effort, err := analysis.AtLevel(j.Level)
	return g, effort, err
}

// judgedMove is what is kept of a move: its judgement and what that cost.
type judgedMove struct {
	analysis.Move

	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// judged is the moves that are judged so far, in their order.
func (c *clerk) judged(ctx context.Context, j store.Job) ([]judgedMove, error) {
	parts, err := c.kept.JobParts(ctx, j.Number)
	if err != nil {
		return nil, err
	}
	moves := make([]judgedMove, len(parts))
	for i, part := range parts {
		if err := json.Unmarshal([]byte(part.Found), &moves[i]); err != nil {
			return nil, fmt.Errorf("job %s, ply %d: %w", j.ID, part.Part, err)
		}
	}
	return moves, nil
}

// shown is a job without its result.
func (c *clerk) shown(j store.Job) job {
	d := job{
		Schema: "kaeshi/job/1", ID: j.ID, Kind: j.Kind, State: string(j.State), Queue: j.Queue, Created: moment(j.Created), Started: moment(j.Started), Ended: moment(j.Ended),
		Level: j.Level, Done: j.Done, Total: j.Total, Problem: j.Problem,
	}
	_ = json.Unmarshal([]byte(j.Game), &d.Game) // it was written by addJob
	return d
}

// full is a job with its result.
func (c *clerk) full(ctx context.Context, j store.Job) (job, error) {
	d := c.shown(j)
	g, effort, err := asked(j)
	if err != nil {
		return d, err
	}
	judged, err := c.judged(ctx, j)
	if err != nil {
		return d, err
	}
	d.Done = len(judged)
	moves, nodes, seconds := make([]analysis.Move, len(judged)), uint64(0), 0.0
	for i, m := range judged {
		moves[i] = m.Move
		nodes += m.Nodes
		seconds += m.Seconds
	}
	d.Result = analysis.Assemble(g, effort, moves, analysis.UsualMarks())
	d.Result.How.Device = onDevice
	d.Result.Nodes, d.Result.Seconds = nodes, math.Round(seconds*1000)/1000
	return d, nil
}
