package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/cluster"
)

// TestRun checks that each unit is run by one of the workers, and that its result counts once.
func TestRun(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var runs atomic.Int64
	for range 3 {
		s.worker(counted(&runs, square), func(o *cluster.WorkerOptions) { o.Slots = 2 })
	}
	c := s.client()
	r, p := s.run(c, job("all"), numbers(200))
	if err := r.squares(200); err != nil {
		t.Error(err)
	}
	if p.Submitted != 200 || p.Done != 200 {
		t.Errorf("progress %+v, want 200 units submitted and done", p)
	}
	if n := int(runs.Load()); n < 200 || n > 200+p.Resent {
		t.Errorf("%d runs, want 200 to %d, because %d units were sent again", n, 200+p.Resent, p.Resent)
	}
	jobs, err := c.Jobs(s.ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := []cluster.JobStatus{{Record: cluster.Record{Job: job("all"), State: cluster.Ended, Done: 200}}}
	if diff := cmp.Diff(want, jobs, cmpopts.IgnoreFields(cluster.Record{}, "Created")); diff != "" {
		t.Error(diff)
	}
}

// TestEqualUnits checks that equal units are run once, and that each place in the feed gets the result.
func TestEqualUnits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var runs atomic.Int64
	s.worker(counted(&runs, square))
	r, _ := s.run(s.client(), job("equal"), func(_ context.Context, submit func(cluster.Unit) error) error {
		for range 100 {
			if err := submit(unit(7)); err != nil {
				return err
			}
		}
		return nil
	})
	want := map[int]string{}
	for i := range 100 {
		want[i] = "49"
	}
	if diff := cmp.Diff(want, r.results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if runs.Load() != 1 {
		t.Errorf("%d runs of the unit, want 1", runs.Load())
	}
}

// TestWorkerDies checks that a unit of a worker that loses its connection is sent to another worker.
func TestWorkerDies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.timing.AckWait = silence
	taken := make(chan struct{})
	dying := s.worker(func(ctx context.Context, _ cluster.Task) ([]byte, error) {
		close(taken)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	go func() {
		<-taken
		dying.client.Close()
		s.worker(square)
	}()
	r, _ := s.run(s.client(), job("dies"), numbers(5))
	if err := r.squares(5); err != nil {
		t.Error(err)
	}
	if err := <-dying.ended; err == nil {
		t.Error("the worker whose connection was closed ended without an error")
	}
}

// TestDeadLetters checks that a unit that fails on every attempt becomes a dead letter with its error, and that the
// other units are run.
func TestDeadLetters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var runs atomic.Int64
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		switch string(task.Spec) {
		case "3":
			runs.Add(1)
			return nil, errors.New("no such square")
		case "5":
			panic("index out of range")
		case "6":
			return bytes.Repeat([]byte("x"), 9<<20), nil
		}
		return square(ctx, task)
	})
	c := s.client()
	r, p := s.run(c, job("dead"), numbers(10))
	if err := r.squares(10, 3, 5, 6); err != nil {
		t.Error(err)
	}
	for unit, want := range map[int]string{
		3: "given up after 3 attempts, the last on worker w: no such square",
		5: "panic: index out of range",
		6: "exceeds the limit of the cluster, 8388608 bytes; divide the work",
	} {
		if got := r.errors[unit].Error(); !strings.Contains(got, want) {
			t.Errorf("unit %d: %q does not contain %q", unit, got, want)
		}
	}
	if n := int(runs.Load()); n < 3 || n > 3+3*p.Resent {
		t.Errorf("%d runs of the failing unit, want 3 (%d units were sent again)", n, p.Resent)
	}
	if p.Failed != 3 {
		t.Errorf("%d failed units, want 3", p.Failed)
	}
	letters, err := c.DeadLetters(s.ctx, "dead")
	if err != nil {
		t.Fatal(err)
	}
	if len(letters) != 3 || !json.Valid(letters[0].Unit) {
		t.Errorf("dead letters after the end of the job: %+v, want 3 with their units", letters)
	}
}

// TestDeadLettersAreRetried checks that only the failed unit is run again when a job with a dead letter is submitted
// again.
func TestDeadLettersAreRetried(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var runs atomic.Int64
	var repaired atomic.Bool
	s.worker(counted(&runs, func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == "2" && !repaired.Load() {
			return nil, errors.New("no disk")
		}
		return square(ctx, task)
	}))
	c, resent := s.client(), 0
	for _, failed := range [][]int{{2}, nil} {
		submission, err := c.Submit(s.ctx, job("again"))
		if err != nil {
			t.Fatal(err)
		}
		r := newRecord()
		if err := submission.Do(s.ctx, numbers(4), r.add); err != nil {
			t.Fatal(err)
		}
		if err := r.squares(4, failed...); err != nil {
			t.Error(err)
		}
		submission.Leave()
		repaired.Store(true)
		resent += submission.Progress().Resent
	}
	if n := int(runs.Load()); n < 7 || n > 7+3*resent { // three failures
		t.Errorf("%d runs, want 7, because one of the 4 units fails three times (%d units were sent again)", n, resent)
	}
}

// TestCrashes checks that a unit that crashes each worker that runs it becomes a dead letter.
func TestCrashes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.timing.AckWait = silence
	stopped := make(chan struct{}) // closed at the end of the test
	crash := make(chan *running)
	next := func() {
		var r *running
		ready := make(chan struct{})
		r = s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if string(task.Spec) != "1" {
				return square(ctx, task)
			}
			<-ready
			select {
			case crash <- r:
			case <-stopped:
			}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		close(ready)
	}
	next()
	go func() {
		for {
			select {
			case r := <-crash:
				r.client.Close()
				next()
			case <-stopped:
				return
			}
		}
	}()
	j := job("crash")
	j.Attempts = 1
	r, _ := s.run(s.client(), j, numbers(3))
	close(stopped)
	if err := r.squares(3, 1); err != nil {
		t.Fatal(err)
	}
	if got := r.errors[1].Error(); !strings.Contains(got, "4 workers stopped responding during the unit") {
		t.Errorf("error %q, want the number of workers that stopped responding", got)
	}
}

// TestSlowTail checks that a slow unit is sent to a second worker when the queue is empty, and that the first result
// counts.
func TestSlowTail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var first atomic.Bool
	for range 2 {
		s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if string(task.Spec) == "4" && first.CompareAndSwap(false, true) {
				<-ctx.Done() // until the job ends
				return nil, ctx.Err()
			}
			return square(ctx, task)
		})
	}
	r, p := s.run(s.client(), job("slow"), numbers(6))
	if err := r.squares(6); err != nil {
		t.Error(err)
	}
	if p.Resent == 0 {
		t.Error("no unit was sent again, want one")
	}
}

// TestResultsCountOnce checks that a second result of a unit is refused.
func TestResultsCountOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	both := make(chan struct{}, 2)
	for range 2 { // both workers complete unit 0
		s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if string(task.Spec) != "0" {
				return square(ctx, task)
			}
			both <- struct{}{}
			for len(both) < 2 {
				time.Sleep(time.Millisecond)
			}
			return square(context.WithoutCancel(ctx), task)
		})
	}
	c := s.client()
	submission, err := c.Submit(s.ctx, job("once"))
	if err != nil {
		t.Fatal(err)
	}
	r := newRecord()
	if err := submission.Do(s.ctx, numbers(3), r.add); err != nil {
		t.Fatal(err)
	}
	if err := r.squares(3); err != nil {
		t.Error(err)
	}
	s.until("both workers are idle", func() bool {
		workers, err := c.Workers(s.ctx)
		done, busy := 0, 0
		for _, w := range workers {
			done, busy = done+w.Done, busy+w.Busy
		}
		return err == nil && len(workers) == 2 && done >= 4 && busy == 0
	})
	again := newRecord() // receives the stored results
	if err := submission.Do(s.ctx, numbers(3), again.add); err != nil {
		t.Fatal(err)
	}
	if err := again.squares(3); err != nil {
		t.Error(err)
	}
	if err := submission.End(s.ctx); err != nil {
		t.Error(err)
	}
}

// TestLimit checks that a unit that takes too long is stopped.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.worker(func(ctx context.Context, _ cluster.Task) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	j := job("limit")
	j.Attempts, j.Limit = 1, 10*time.Millisecond
	r, _ := s.run(s.client(), j, numbers(1))
	if err := r.errors[0]; err == nil || !strings.Contains(err.Error(), "exceeded its time limit, 10ms") {
		t.Error(err)
	}
}

// TestClockSkew checks that a wrong clock of a worker changes no result.
func TestClockSkew(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var ticks atomic.Int64
	s.worker(square, func(o *cluster.WorkerOptions) {
		o.Now = func() time.Time { return time.Unix(-3600*ticks.Add(1), 0) } // runs backwards
	})
	r, _ := s.run(s.client(), job("clock"), numbers(20))
	if err := r.squares(20); err != nil {
		t.Error(err)
	}
}

// TestBlobs checks that workers read blobs from the cluster, and that a missing blob is an error.
func TestBlobs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	weights := bytes.Repeat([]byte("weights"), 1<<16)
	id, err := c.PutBlob(s.ctx, weights)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.PutBlob(s.ctx, weights); err != nil || again != id {
		t.Errorf("the second PutBlob returned %q, error %v; want %q", again, err, id)
	}
	dir := t.TempDir()
	cache, err := cluster.NewCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == "1" {
			return task.Blob(ctx, strings.Repeat("0", 64))
		}
		b, err := task.Blob(ctx, id)
		return []byte(cluster.BlobID(b)), err
	}, func(o *cluster.WorkerOptions) { o.Cache = cache })
	r, _ := s.run(c, job("blobs"), numbers(2))
	if r.results[0] != id {
		t.Errorf("the worker read the blob %s, want %s", r.results[0], id)
	}
	if err := r.errors[1]; err == nil || !strings.Contains(err.Error(), "object not found") {
		t.Errorf("a missing blob: error %v, want one with %q", err, "object not found")
	}
}

// TestCache checks that a worker reads blobs from its folder, and that it fetches those that are missing or damaged.
func TestCache(t *testing.T) {
	t.Parallel()
	weights := []byte("weights")
	id := cluster.BlobID(weights)
	dir := t.TempDir()
	file := filepath.Join(dir, id)
	for _, c := range []struct {
		name   string
		file   []byte // content of the cached file before the unit is run; nil if there is no file
		stored bool   // the blob is stored on the cluster
		folder fs.FileMode
	}{
		{"empty folder", nil, true, 0o700},
		{"not on the cluster", weights, false, 0o700},
		{"damaged", []byte("weight"), true, 0o700},
		{"read-only folder", nil, true, 0o500},
	} {
		s := newSite(t)
		client := s.client()
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if c.file != nil {
			if err := os.WriteFile(file, c.file, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if c.stored {
			if _, err := client.PutBlob(s.ctx, weights); err != nil {
				t.Fatal(err)
			}
		}
		cache, err := cluster.NewCache(dir)
		if err == nil {
			err = os.Chmod(dir, c.folder)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) { return task.Blob(ctx, id) },
			func(o *cluster.WorkerOptions) { o.Cache = cache })
		r, _ := s.run(client, job("cache"), numbers(1))
		if diff := cmp.Diff(map[int]string{0: string(weights)}, r.results); diff != "" {
			t.Errorf("%s: results (-want +got):\n%s", c.name, diff)
		}
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(file)
		if !bytes.Equal(kept, weights) && c.folder == 0o700 {
			t.Errorf("%s: the folder contains %q, want the blob; error %v", c.name, kept, err)
		}
	}
}

func TestUnitTooLarge(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, err := s.client().Run(s.ctx, job("large"), func(_ context.Context, submit func(cluster.Unit) error) error {
		spec, err := json.Marshal(strings.Repeat("x", 9<<20))
		if err != nil {
			return err
		}
		return submit(cluster.Unit{Kind: "test", Version: "1", Spec: spec})
	}, newRecord().add)
	if err == nil || !strings.Contains(err.Error(), "divide the work into smaller units") {
		t.Error(err)
	}
}

func TestJobNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, err := s.client().Submit(s.ctx, cluster.Job{ID: "a.b", Kind: "test"})
	if err == nil || !strings.Contains(err.Error(), `"a.b" is not a name`) {
		t.Error(err)
	}
}
