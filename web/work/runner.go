package work

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/store"
)

// intervals are the times at which stored work uses the store again.
type intervals struct {
	look  time.Duration // between looks at the row of the running job, which another server may change
	retry time.Duration // after the store has failed; doubled with each further failure, up to most
	most  time.Duration
}

func usualIntervals() intervals { return intervals{time.Second, 5 * time.Second, time.Minute} }

// runner does the work of a store, one piece after another, in one goroutine.
type runner struct {
	intervals

	closing context.Context // ends when the scheduler is closed
	log     *slog.Logger
	what    string       // in the log
	next    func() error // does the next piece; returns errors of the store, store.ErrNotFound if nothing is left
	group   sync.WaitGroup

	mu      sync.Mutex
	working bool
	more    bool // work may have been added since the store was queried
}

// wake starts the runner unless it is running.
func (r *runner) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.more = true
	if r.working || r.closing.Err() != nil {
		return
	}
	r.working = true
	r.group.Go(r.run)
}

// run works until nothing is left or the scheduler is closed. After a failure of the store, as on a full disk, it waits
// and tries again.
func (r *runner) run() {
	wait := r.retry
	for r.closing.Err() == nil {
		switch err := r.next(); {
		case err == nil:
			wait = r.retry
		case errors.Is(err, store.ErrNotFound):
			if r.finished() {
				return
			}
		case r.closing.Err() == nil:
			r.log.Error(r.what, "err", err, "retry", wait)
			select {
			case <-r.closing.Done():
			case <-time.After(wait):
			}
			wait = min(2*wait, r.most)
		}
	}
}

// finished reports whether the runner ends. It does unless work was added in the meantime.
func (r *runner) finished() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.working, r.more = r.more, false
	return !r.working
}

// close waits until the running piece of work has ended.
func (r *runner) close() { r.group.Wait() }
