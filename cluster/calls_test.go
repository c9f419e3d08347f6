package cluster_test

import (
	"errors"
	"strconv"
	"sync"
	"testing"

	"github.com/kaeshi/kaeshi/cluster"
)

// TestCalls checks that each of many goroutines gets the results of the units that it submitted.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 3 {
		s.worker(square)
	}
	submission := s.submission("calls")
	calls := submission.Calls(s.ctx)
	var callers sync.WaitGroup
	for i := range 10 {
		callers.Go(func() {
			for k := range 20 {
				n := 20*i + k
				o, err := calls.Do(s.ctx, unit(n))
				if err != nil {
					t.Errorf("unit %d: %v", n, err)
					return
				}
				if want := strconv.Itoa(n * n); string(o.Result) != want {
					t.Errorf("unit %d: result %s, want %s", n, o.Result, want)
				}
			}
		})
	}
	callers.Wait()
	if err := submission.Finish(s.ctx, calls.Close()); err != nil {
		t.Error(err)
	}
	if _, err := calls.Do(s.ctx, unit(1)); err == nil {
		t.Error("Do succeeded after the end of the calls, want an error")
	}
}

// TestCallsEnd checks that calls that wait for a unit of a cancelled job return the error of the job.
func TestCallsEnd(t *testing.T) {
	t.Parallel()
	s, g := newSite(t), newGate()
	s.worker(g.handle)
	submission := s.submission("calls")
	calls, ended := submission.Calls(s.ctx), make(chan error, 1)
	go func() {
		_, err := calls.Do(s.ctx, unit(1))
		ended <- err
	}()
	s.until("the unit is taken", func() bool { return g.taken.Load() == 1 })
	if err := s.client().Cancel(s.ctx, "calls"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("Do returned the error %v, want %v", err, cluster.ErrCancelled)
	}
	if err := calls.Close(); !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("the calls ended with the error %v, want %v", err, cluster.ErrCancelled)
	}
	submission.Leave()
}
