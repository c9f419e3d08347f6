// Package steps runs the steps of a training. A step distributes its work over goroutines, writes sealed files from
// which an interrupted run continues, and describes them in a manifest. The output of a step depends only on its
// settings and inputs, not on the number of threads.
package steps

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/eval"
)

// Run contains the environment of steps. It does not affect the files that they make, except for manifests.
type Run struct {
	Threads  int                                // number of goroutines, at least one
	Command  string                             // the command line that started the step
	Commit   string                             // of the program
	Progress func(step string, done, total int) // called by one goroutine at a time; may be nil
	Remote   Remote                             // computes parts of steps that support it; nil: this machine
}

// Watch counts the finished parts of a step and reports them to [Run.Progress]. It may be used by several goroutines.
type Watch struct {
	mu     sync.Mutex
	report func(string, int, int)
	step   string
	done   int
	kept   int // parts that were done before the run
	total  int
}

// Watch returns the progress of a step that has total parts.
func (r Run) Watch(step string, total int) *Watch {
	return &Watch{report: r.Progress, step: step, total: total}
}

// Add reports that n more parts are done.
func (w *Watch) Add(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done += n; w.report != nil {
		w.report(w.step, w.done, w.total)
	}
}

// Keep reports that n more parts were done before the run.
func (w *Watch) Keep(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done, w.kept = w.done+n, w.kept+n
	if w.report == nil {
		return
	}
	if w.kept == w.total {
		w.report(w.step+", all of them kept from an earlier run:", w.done, w.total)
		return
	}
	w.report(w.step, w.done, w.total)
}

// Each calls do for 0 to n-1 from several goroutines. begin makes the state of each goroutine. After an error, or when
// ctx ends, no further call starts. Each returns the first error or the cause of ctx.
func Each[T any](ctx context.Context, threads, n int, begin func() T, do func(own T, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(max(threads, 1), max(n, 1)) {
		all.Go(func() {
			own := begin()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := do(own, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// LoadWeights reads a file of package eval. It returns nil weights, which stand for the plain evaluation, if path is
// empty. It fails if the file cannot be read or is damaged.
func LoadWeights(path string) (*eval.Weights, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	w, err := eval.Load(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}
