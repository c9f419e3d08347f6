package cluster_test

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
)

// waiting returns a handler that waits until a channel is closed.
func waiting(begin <-chan struct{}, h cluster.Handler) cluster.Handler {
	return func(ctx context.Context, task cluster.Task) ([]byte, error) {
		select {
		case <-begin:
			return h(ctx, task)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// TestSettle checks that a program repeats its work until no result is discarded. The final results include none of a
// worker that was caught, not even those that were not verified, and the program runs later units itself.
func TestSettle(t *testing.T) {
	t.Parallel()
	const (
		units   = 30
		checked = "20"
		lie     = 7 // a unit with a wrong result that is not verified
		later   = 99
	)
	s, deceived, caught := newSite(t), make(chan struct{}), make(chan struct{})
	var once sync.Once
	var lies, afterwards atomic.Int64 // how often the liar lies, and how often workers run the later unit
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if n := string(task.Spec); n == strconv.Itoa(lie) || n == checked {
			lies.Add(1)
			return []byte("17"), nil
		}
		return square(ctx, task)
	}, func(o *cluster.WorkerOptions) { o.Name, o.Slots = "liar", 3 })
	submission := s.submission("settled")
	submission.Verify(cluster.Verification{
		Choose:  func(u cluster.Unit) bool { return string(u.Spec) == checked },
		Handler: waiting(deceived, square), // so that the liar is caught after its other lie
		Threads: 2, Caught: func(cluster.WrongResult) { close(caught) },
	}, 0)
	calls := submission.Calls(s.ctx)
	do := func(n int) string {
		o, err := calls.Do(s.ctx, unit(n))
		if err != nil {
			t.Error(err)
		}
		return string(o.Result)
	}
	work := func() []string {
		results := make([]string, units)
		var all sync.WaitGroup
		for i := range results {
			all.Go(func() {
				if results[i] = do(i); i == lie {
					once.Do(func() { close(deceived) })
				}
			})
		}
		all.Wait()
		return results
	}
	begun := make(chan []string)
	go func() { begun <- work() }()
	s.until("the liar has lied twice", func() bool { return lies.Load() == 2 })
	s.worker(waiting(caught, func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == strconv.Itoa(later) {
			afterwards.Add(1)
		}
		return square(ctx, task)
	}), func(o *cluster.WorkerOptions) { o.Name = "honest" })
	first := <-begun
	if settled, err := calls.Settle(s.ctx); settled || err != nil {
		t.Fatalf("after the first run: Settle() = %t, %v; want false, because of the results %v", settled, err, first)
	}
	want := make([]string, units)
	for i := range want {
		want[i] = strconv.Itoa(i * i)
	}
	if diff := cmp.Diff(want, work()); diff != "" {
		t.Errorf("the results of the second run (-want +got):\n%s", diff)
	}
	if settled, err := calls.Settle(s.ctx); !settled || err != nil {
		t.Errorf("after the second run: Settle() = %t, %v; want true", settled, err)
	}
	if got := do(later); got != "9801" || afterwards.Load() > 0 {
		t.Errorf("a unit after the end: result %s, %d runs by workers; want 9801 and no runs", got, afterwards.Load())
	}
	if p := submission.Progress(); p.Submitted != units+1 || p.Done != units+1 {
		t.Errorf("progress %+v, want %d units submitted and done", p, units+1)
	}
	if err := submission.Finish(s.ctx, calls.Close()); err != nil {
		t.Error(err)
	}
}
