// Package units defines the work that a cluster does for Kaeshi: what a unit of each kind holds, how a worker runs it,
// and how a program divides its work into units and reports the results in the order of a run on one machine.
//
// A unit is run by one thread with a clear table, so that its result is the same on every worker and in every order.
package units

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/search"
)

// Identity holds everything that the results of an engine depend on. Workers refuse jobs of another identity.
type Identity struct {
	Version   string // of the program
	Signature uint64 // nodes of [search.Bench]
	Weights   string // checksum of the weights that are part of the program
}

// Identify returns the identity of this program. It takes about a tenth of a second.
func Identify(ctx context.Context, version string) (Identity, error) {
	w, err := eval.Learned()
	if err != nil {
		return Identity{}, err
	}
	bench, err := search.Bench(ctx, w)
	return Identity{Version: cmp.Or(version, "(unknown)"), Signature: bench.Nodes, Weights: w.Checksum()}, err
}

// String is the version of jobs and workers.
func (i Identity) String() string {
	return fmt.Sprintf("%s, bench %d, weights %.12s", i.Version, i.Signature, i.Weights)
}

// Options configures the use of a cluster.
type Options struct {
	Client   *cluster.Client
	Identity Identity
	Title    string                 // of the job, for people
	Log      func(string)           // receives messages for people; nil: none
	Progress func(cluster.Progress) // called with each heartbeat until results are reported; nil: nothing

	// Verify is the share of the units that this program runs a second time, 0 to 1. Unless it is 0, results are
	// reported only when all of them have arrived, so that none is from a worker with wrong results.
	Verify        float64
	VerifyThreads int // units that this program runs in parallel; at least 1
}

// verification returns how the results of units of a kind are verified.
func (o Options) verification(kind string) cluster.Verification {
	v := cluster.Verification{
		Choose: cluster.Share(o.Verify), Handler: Handlers(o.VerifyThreads)[kind], Threads: o.VerifyThreads,
		Caught: o.caught, Valid: valid,
	}
	if kind == kindMatch {
		v.Equal = equalGames
	}
	return v
}

// run submits a job of count steps, shows them, and ends the job. If run was stopped, the job can be continued.
func (o Options) run(ctx context.Context, job cluster.Job, steps iter.Seq[cluster.Step], count int) error {
	return o.submit(ctx, job, func(s *cluster.Submission) error {
		if o.Verify > 0 {
			s.Verify(o.verification(job.Kind), count)
		}
		return s.Steps(ctx, steps)
	})
}

// caught reports a worker with a wrong result.
func (o Options) caught(w cluster.WrongResult) {
	switch {
	case o.Log == nil:
	case w.Malformed != nil:
		o.Log(fmt.Sprintf("worker %s is quarantined, because a result is malformed: %v; others compute %d of its "+
			"results again. Unit: %s", w.Worker, w.Malformed, w.Discarded, w.Unit.Spec))
	default:
		o.Log(fmt.Sprintf("worker %s is quarantined, because a result differs from that of this machine; "+
			"others compute %d of its results again. Unit: %s. Its result: %s. Result of this machine: %s",
			w.Worker, w.Discarded, w.Unit.Spec, w.Got, w.Want))
	}
}

// caller runs the units of work whose next units follow from earlier results.
type caller struct {
	*cluster.Calls

	job      *cluster.Submission
	verified bool
	settled  atomic.Bool // results are confirmed
}

// rehearse runs work, which keeps no result, until all results that it used are confirmed. Then the work that keeps
// them can be done. Without verification it does nothing. An error of the work is ignored, because the work that keeps
// results fails in the same way.
func (c *caller) rehearse(ctx context.Context, work func() error) error {
	defer c.settled.Store(true)
	for c.verified {
		_ = work()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if stands, err := c.Settle(ctx); stands || err != nil {
			return err
		}
	}
	return nil
}

// calls submits a job, runs work that calls its units, and ends the job. If calls was stopped, the job can be
// continued.
func (o Options) calls(ctx context.Context, job cluster.Job, work func(*caller) error) error {
	c, show := &caller{verified: o.Verify > 0}, o.Progress
	if show != nil {
		o.Progress = func(p cluster.Progress) {
			if !c.settled.Load() {
				show(p)
			}
		}
	}
	return o.submit(ctx, job, func(s *cluster.Submission) error {
		if c.verified {
			s.Verify(o.verification(job.Kind), 0)
		}
		c.job, c.Calls = s, s.Calls(ctx)
		err := work(c)
		return cmp.Or(err, c.Close())
	})
}

func (o Options) submit(ctx context.Context, job cluster.Job, work func(*cluster.Submission) error) error {
	job.Version, job.Title = o.Identity.String(), o.Title
	if o.Log == nil {
		o.Log = func(string) {}
	}
	s, err := o.Client.Submit(ctx, job)
	if err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	var watchers sync.WaitGroup
	watchers.Go(func() { o.watch(watching, s, job.ID) })
	err = work(s)
	stop()
	watchers.Wait()
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		o.Log(fmt.Sprintf("job %s stays on the cluster: the same command continues it, and "+
			"'kaeshi cluster cancel %s' drops it", job.ID, job.ID))
	}
	return s.Finish(ctx, err)
}

// workers returns the connected workers. If the cluster does not answer, it waits for some time.
func (o Options) workers(ctx context.Context) (list []cluster.WorkerState, err error) {
	err = o.Client.Retry(ctx, func() error {
		list, err = o.Client.Workers(ctx)
		return err
	})
	return list, err
}

// watch reports progress, and each reason why no worker takes the job once, until ctx ends.
func (o Options) watch(ctx context.Context, s *cluster.Submission, job string) {
	reported := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(o.Client.Timing().Beat):
		}
		if o.Progress != nil {
			o.Progress(s.Progress())
		}
		workers, err := o.Client.Workers(ctx)
		if err != nil {
			continue // the link is broken, and Steps waits for it
		}
		for _, reason := range idleReasons(workers, job) {
			if !reported[reason] {
				reported[reason] = true
				o.Log(reason)
			}
		}
	}
}

// idleReasons returns why no worker takes units of a job; nothing if one does.
func idleReasons(workers []cluster.WorkerState, job string) (reasons []string) {
	if len(workers) == 0 {
		return []string{"no worker is connected; 'kaeshi worker --join ADDRESS' starts one"}
	}
	for _, w := range workers {
		refusal := ""
		for _, text := range w.Refused {
			if reason, ok := strings.CutPrefix(text, job+": "); ok {
				refusal = fmt.Sprintf("worker %s (%s) refuses the job: %s", w.ID, w.Name, reason)
			}
		}
		if refusal == "" && w.Draining {
			refusal = fmt.Sprintf("worker %s (%s) ends and takes no more work", w.ID, w.Name)
		}
		if refusal == "" {
			return nil
		}
		reasons = append(reasons, refusal)
	}
	return reasons
}

// Handlers returns the handlers of all kinds of work, for a worker that runs slots units in parallel.
func Handlers(slots int) map[string]cluster.Handler { return HandlersWith(slots, nil) }

// HandlersWith returns the handlers of a worker that offers engines by their names.
func HandlersWith(slots int, engines map[string]Engine) map[string]cluster.Handler {
	h := &handlers{slots: max(1, slots), engines: engines}
	return map[string]cluster.Handler{
		kindSolve: h.solve, kindMatch: h.match, kindAnalyze: h.analyze, kindTrain: h.train,
		kindBook: h.book, kindProve: h.prove,
	}
}

// handlers runs units. It keeps engines and players for the next units, because it takes time to make them.
type handlers struct {
	slots   int
	engines map[string]Engine

	mu      sync.Mutex
	free    []engine // at most slots
	players []pooled // at most twice as many
	weights weights  // of the last unit that trains
}

type engine struct {
	*search.Engine

	options search.Options
}

// getEngine returns an engine with the options.
func (h *handlers) getEngine(o search.Options) engine {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, e := range h.free {
		if e.options == o {
			h.free = slices.Delete(h.free, i, i+1)
			return e
		}
	}
	if len(h.free) > 0 {
		h.free = slices.Delete(h.free, 0, 1) // makes room for an engine with these options
	}
	return engine{search.New(o), o}
}

// putEngine returns an engine.
func (h *handlers) putEngine(e engine) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.free) < h.slots {
		h.free = append(h.free, e)
	}
}
