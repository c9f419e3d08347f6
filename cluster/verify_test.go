package cluster_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/kaeshi/kaeshi/cluster"
)

// oneIn selects about one unit in n. Selections with different seeds are independent.
func oneIn(n int, seed uint64, unit int) bool {
	return rand.New(rand.NewPCG(seed, uint64(unit))).IntN(n) == 0
}

const (
	lieSeed   = 1
	checkSeed = 2
)

// lying is a handler that returns a wrong result for one unit in 100.
func lying(ctx context.Context, t cluster.Task) ([]byte, error) {
	result, err := square(ctx, t)
	if n, _ := strconv.Atoi(string(t.Spec)); oneIn(100, lieSeed, n) {
		result = []byte("17")
	}
	return result, err
}

// chosen selects one unit in 20.
func chosen(u cluster.Unit) bool {
	n, err := strconv.Atoi(string(u.Spec))
	return err == nil && oneIn(20, checkSeed, n)
}

// TestVerify checks that a worker with wrong results is caught when the first of them is verified, that it gets no more
// units, and that no reported result is wrong.
func TestVerify(t *testing.T) {
	t.Parallel()
	units := 0 // the first wrong result that is verified, if results arrive in order
	for !oneIn(100, lieSeed, units) || !oneIn(20, checkSeed, units) {
		units++
	}
	const more = 500
	s := newSite(t)
	caught, honest := make(chan struct{}), atomic.Int64{}
	s.worker(counted(&honest, func(ctx context.Context, task cluster.Task) ([]byte, error) {
		select {
		case <-caught:
			return square(ctx, task)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}), func(o *cluster.WorkerOptions) { o.Name = "honest" })
	var lies atomic.Int64
	s.worker(counted(&lies, lying), func(o *cluster.WorkerOptions) { o.Name, o.Slots = "liar", 4 })
	c := s.client()
	submission, err := c.Submit(s.ctx, job("verified"))
	if err != nil {
		t.Fatal(err)
	}
	var wrong []cluster.WrongResult
	submission.Verify(cluster.Verification{
		Choose: chosen, Handler: square, Threads: 2,
		Caught: func(w cluster.WrongResult) { wrong = append(wrong, w); close(caught) },
	}, 0)
	r := newRecord()
	err = submission.Do(s.ctx, numbers(units+more), r.add)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.squares(units + more); err != nil {
		t.Error(err)
	}
	if len(wrong) != 1 {
		t.Fatalf("wrong results: %+v, want one", wrong)
	}
	if w := wrong[0]; w.Worker != "liar" || string(w.Got) != "17" {
		t.Errorf("wrong result %+v, want 17 of the worker liar", w)
	}
	if n := wrong[0].Discarded; n < units/2 {
		t.Errorf("%d results of the liar were discarded, want at least %d", n, units/2)
	}
	s.until("the refusal of the liar", func() bool {
		workers, err := c.Workers(s.ctx)
		return err == nil && slices.ContainsFunc(workers, func(w cluster.WorkerState) bool {
			return w.Name == "liar" && len(w.Refused) == 1
		})
	})
	if n := honest.Load(); n < int64(units/2) {
		t.Errorf("the honest worker ran %d units, want at least %d (the liar ran %d)", n, units/2, lies.Load())
	}
	if err := submission.End(s.ctx); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyReportsAll checks that the outcomes of equal units and of units that fail are reported once each, in the
// order of units.
func TestVerifyReportsAll(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == "3" {
			return nil, context.Canceled
		}
		return square(ctx, task)
	})
	submission, err := s.client().Submit(s.ctx, job("all"))
	if err != nil {
		t.Fatal(err)
	}
	submission.Verify(cluster.Verification{Choose: cluster.Share(0.5), Handler: square}, 0)
	r := newRecord()
	err = submission.Do(s.ctx, func(ctx context.Context, submit func(cluster.Unit) error) error {
		if err := numbers(10)(ctx, submit); err != nil {
			return err
		}
		return submit(unit(4))
	}, r.add)
	if err != nil {
		t.Fatal(err)
	}
	if r.results[10] != "16" {
		t.Errorf("the second unit 4 has the result %q, want 16", r.results[10])
	}
	delete(r.results, 10)
	if err := r.squares(10, 3); err != nil {
		t.Error(err)
	}
	if err := submission.End(s.ctx); err != nil {
		t.Fatal(err)
	}
}
