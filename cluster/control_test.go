package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kaeshi/kaeshi/cluster"
)

// gate is a handler whose units wait until opened is closed.
type gate struct {
	opened chan struct{}
	taken  atomic.Int64
}

func newGate() *gate { return &gate{opened: make(chan struct{})} }

func (g *gate) handle(ctx context.Context, task cluster.Task) ([]byte, error) {
	g.taken.Add(1)
	select {
	case <-g.opened:
		return square(ctx, task)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// start runs a job in another goroutine.
func (s *site) start(c *cluster.Client, j cluster.Job, n int) (*record, <-chan error) {
	r, ended := newRecord(), make(chan error, 1)
	go func() {
		_, err := c.Run(s.ctx, j, numbers(n), r.add)
		ended <- err
	}()
	return r, ended
}

// TestWaitGrows checks that a slot without a unit asks less and less often, and that it still takes a new unit.
func TestWaitGrows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, g := s.client(), newGate()
	nc, err := nats.Connect("", nats.InProcessServer(s.hub.Server()))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	requests := make(chan *nats.Msg, 1024)
	if _, err := nc.ChanSubscribe("$JS.API.CONSUMER.MSG.NEXT.*.waits", requests); err != nil {
		t.Fatal(err)
	}
	s.worker(g.handle, func(o *cluster.WorkerOptions) { o.Slots = 2 })
	added := make(chan struct{})
	feed := func(_ context.Context, submit func(cluster.Unit) error) error {
		if err := submit(unit(0)); err != nil {
			return err
		}
		<-added
		return submit(unit(1))
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.Run(s.ctx, job("waits"), feed, newRecord().add)
		ended <- err
	}()
	s.until("the wait has grown", func() bool {
		var request struct {
			Expires time.Duration `json:"expires"`
		}
		select {
		case m := <-requests:
			return json.Unmarshal(m.Data, &request) == nil && request.Expires > 3*quick.Idle
		default:
			return false
		}
	})
	close(added)
	s.until("both units are taken", func() bool { return g.taken.Load() == 2 })
	close(g.opened)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// TestPause checks that no units of a paused job are run until the job is resumed.
func TestPause(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, g := s.client(), newGate()
	s.worker(g.handle)
	r, ended := s.start(c, job("paused"), 10)
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	if err := c.Pause(s.ctx, "paused"); err != nil {
		t.Fatal(err)
	}
	var other atomic.Int64
	s.worker(counted(&other, square), func(o *cluster.WorkerOptions) { o.Name = "late" })
	close(g.opened)
	s.until("the unit is done", func() bool {
		workers, err := c.Workers(s.ctx)
		return err == nil && slices.ContainsFunc(workers, func(w cluster.WorkerState) bool { return w.Done == 1 })
	})
	other2, _ := s.run(c, job("another"), numbers(3)) // both workers see it after the pause
	if err := other2.squares(3); err != nil {
		t.Error(err)
	}
	if err := c.Resume(s.ctx, "paused"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(10); err != nil {
		t.Error(err)
	}
	if err := c.Resume(s.ctx, "paused"); err == nil || !strings.Contains(err.Error(), "job paused is ended") {
		t.Errorf("Resume of an ended job: error %v, want one about the end", err)
	}
	if err := c.Pause(s.ctx, "none"); !errors.Is(err, cluster.ErrNoJob) {
		t.Errorf("Pause of an unknown job: error %v, want %v", err, cluster.ErrNoJob)
	}
}

// TestCancel checks that a cancelled job stops on the workers and at its submitter, and can be submitted again.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, g := s.client(), newGate()
	s.worker(g.handle)
	_, ended := s.start(c, job("cancelled"), 10)
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	if err := c.Cancel(s.ctx, "cancelled"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("the submitter ended with the error %v, want %v", err, cluster.ErrCancelled)
	}
	s.until("the worker stops", func() bool {
		workers, err := c.Workers(s.ctx)
		return err == nil && len(workers) == 1 && workers[0].Busy == 0 && workers[0].Failed == 1
	})
	if err := c.Cancel(s.ctx, "cancelled"); err == nil {
		t.Error("Cancel of a cancelled job succeeded, want an error")
	}
	close(g.opened)
	r, _ := s.run(c, job("cancelled"), numbers(10))
	if err := r.squares(10); err != nil {
		t.Error(err)
	}
}

// TestDrain checks that a drained worker finishes its units, takes no more and ends.
func TestDrain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, g := s.client(), newGate()
	drained := s.worker(g.handle)
	r, ended := s.start(c, job("drain"), 4)
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	if err := c.DrainWorker(s.ctx, drained.ID()); err != nil {
		t.Fatal(err)
	}
	close(g.opened)
	if err := <-drained.ended; err != nil {
		t.Errorf("the drained worker ended with the error %v, want none", err)
	}
	if g.taken.Load() != 1 {
		t.Errorf("the drained worker ran %d units, want 1", g.taken.Load())
	}
	s.worker(square)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(4); err != nil {
		t.Error(err)
	}
	if err := c.DrainWorker(s.ctx, drained.ID()); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("DrainWorker of a worker that has ended: error %v, want one with %q", err, "does not answer")
	}
}

// TestStop checks that a worker that stops returns its units to the queue at once.
func TestStop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	g := newGate()
	stopping := s.worker(g.handle)
	r, ended := s.start(s.client(), job("stop"), 4)
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	stopping.cancel()
	if err := <-stopping.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the stopped worker ended with the error %v, want context.Canceled", err)
	}
	s.worker(square)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(4); err != nil {
		t.Error(err)
	}
}

// TestRefusals checks that a worker takes no unit and reports the reason if it has another version, has no handler for
// the kind of unit, or lacks a resource that the job needs.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	refuses := func(why string, edit func(*cluster.WorkerOptions)) {
		s.worker(func(context.Context, cluster.Task) ([]byte, error) {
			t.Errorf("%s: the worker ran a unit, want none", why)
			return nil, errors.New(why)
		}, edit, func(o *cluster.WorkerOptions) { o.Name = why })
	}
	refuses("version", func(o *cluster.WorkerOptions) { o.Version, o.Offers = "2", []string{"edax"} })
	refuses("kind", func(o *cluster.WorkerOptions) {
		o.Handlers, o.Offers = map[string]cluster.Handler{"other": nil}, []string{"edax"}
	})
	refuses("offer", func(*cluster.WorkerOptions) {})
	c := s.client()
	j := job("needs")
	j.Needs = []string{"edax"}
	r, ended := s.start(c, j, 5)
	want := map[string]string{
		"version": "needs: it needs version 1 and this worker is 2; install the same version",
		"kind":    `needs: this worker does not take work of the kind "test"`,
		"offer":   "needs: it needs edax, which this worker does not offer",
	}
	s.until("each worker reports why it refuses the job", func() bool {
		workers, err := c.Workers(s.ctx)
		if err != nil || len(workers) != 3 {
			return false
		}
		return !slices.ContainsFunc(workers, func(w cluster.WorkerState) bool {
			return !slices.Equal(w.Refused, []string{want[w.Name]})
		})
	})
	s.worker(square, func(o *cluster.WorkerOptions) { o.Offers = []string{"edax"} })
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(5); err != nil {
		t.Error(err)
	}
}

// TestPriority checks that units of a job with a higher priority are run first.
func TestPriority(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client()
	low, high := job("low"), job("high")
	low.Kind, low.Priority, high.Priority = "background", cluster.Low, cluster.High
	lowRecord, lowEnded := s.start(c, low, 30)
	highRecord, highEnded := s.start(s.client(), high, 30)
	s.until("both queues are full", func() bool {
		jobs, err := c.Jobs(s.ctx)
		waiting := 0
		for _, j := range jobs {
			waiting += j.Waiting
		}
		return err == nil && waiting == 60
	})
	var order []string // the jobs of the units in the order in which the only slot runs them
	noting := func(kind string) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			order = append(order, kind)
			return square(ctx, task)
		}
	}
	s.worker(nil, func(o *cluster.WorkerOptions) {
		o.Handlers = map[string]cluster.Handler{"test": noting("high"), "background": noting("low")}
	})
	if err := errors.Join(<-highEnded, <-lowEnded); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(lowRecord.squares(30), highRecord.squares(30)); err != nil {
		t.Error(err)
	}
	if want := slices.Concat(slices.Repeat([]string{"high"}, 30), slices.Repeat([]string{"low"}, 30)); !slices.Equal(
		order, want) {
		t.Errorf("the order was %v", order)
	}
}

// bucket connects to the hub and returns the bucket with the records of jobs. If the hub has none, it makes one whose
// changes are not sent to workers.
func (s *site) bucket() jetstream.KeyValue {
	s.t.Helper()
	connection, err := nats.Connect("", nats.InProcessServer(s.hub.Server()))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(connection.Close)
	var kv jetstream.KeyValue
	js, err := jetstream.New(connection)
	if err == nil {
		kv, err = js.KeyValue(s.ctx, "kaeshi_jobs")
	}
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(s.ctx, jetstream.KeyValueConfig{Bucket: "kaeshi_jobs"})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return kv
}

// TestMissedChanges checks that a worker learns about new jobs if the server does not send the changes of jobs.
func TestMissedChanges(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits until the worker reads the list of jobs again")
	}
	s := newSite(t)
	s.bucket()
	c := s.client()
	s.worker(square)
	s.until("the worker is listed", func() bool {
		workers, err := c.Workers(s.ctx)
		return err == nil && len(workers) == 1
	})
	for _, id := range []string{"first", "second"} {
		if r, _ := s.run(c, job(id), numbers(3)); len(r.results) != 3 {
			t.Errorf("job %s has %d results, want 3", id, len(r.results))
		}
	}
}

// TestManyRecords checks that a worker finds a job that is older than the worker among more records than the server
// returns for one request.
func TestManyRecords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, kv := s.client(), s.bucket()
	r, ended := s.start(c, job("old"), 3)
	s.until("the job is listed", func() bool {
		jobs, err := c.Jobs(s.ctx)
		return err == nil && len(jobs) == 1
	})
	for i := range 1100 {
		if _, err := kv.Put(s.ctx, fmt.Sprintf("done-%d", i), []byte(`{"state":"ended"}`)); err != nil {
			t.Fatal(err)
		}
	}
	s.worker(square)
	if err := <-ended; err != nil || len(r.results) != 3 {
		t.Errorf("%d results and the error %v, want 3 and none", len(r.results), err)
	}
}
