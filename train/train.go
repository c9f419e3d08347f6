// Package train makes the weights of package eval out of nothing but the rules: games, whose last positions are solved,
// give positions of known value, and what is learned from those judges the positions before them.
//
// A training lives in folders, one a round, with a step after another: games are played, label judges their positions
// with the weights of an earlier round, fit finds the weights that explain the positions best, from the last phase of
// the game to the first, pack writes them as a file of package eval, network teaches a small network what they leave
// unexplained, outcomes plays games for what they come to, leaves takes positions out of searches, and tune lets the
// network learn further from either, even takes out what favours a side, and report says how far to trust all that.
// What a step writes depends on its settings and inputs alone, not on the number of threads. Every file is sealed: a
// step that was interrupted goes on behind the last whole file, and one made with other settings is refused.
//
// The ideas are those of M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello" (1997): linear regression of final results on patterns, from positions labelled by perfect endings.
package train

import (
	"context"
	"sync"
	"sync/atomic"
)

// Run is how the steps are run: it changes nothing of what they make, but for what the manifests say of it.
type Run struct {
	Threads  int                                // how many at once; at least one
	Command  string                             // what started it
	Commit   string                             // of the program
	Progress func(step string, done, total int) // called now and then, by one goroutine at a time; nil: no one asks
}

// watch is the progress of a step.
type watch struct {
	mu    sync.Mutex
	told  func(string, int, int)
	step  string
	done  int
	total int
}

func (r Run) watch(step string, total int) *watch {
	return &watch{told: r.Progress, step: step, total: total}
}

// add tells that n more are done.
func (w *watch) add(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done += n; w.told != nil {
		w.told(w.step, w.done, w.total)
	}
}

// each calls do for 0 to n-1 from several goroutines and returns the first error, after which it begins no more. Begin
// makes what a goroutine keeps for itself.
func each[T any](ctx context.Context, threads, n int, begin func() T, do func(own T, i int) error) error {
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
