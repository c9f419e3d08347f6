package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const (
	jobsPath  = api.Path + "jobs"
	shortGame = "f5d6c5f4e3c6d3f6e6d7g3c4"
)

// reviewed is the part of a job that the tests read.
type reviewed struct {
	State  string
	Done   int
	Result *analysis.Game
}

// review begins a review of a game of twelve moves.
func (s *site) review(id string) {
	s.Helper()
	s.Send(http.StatusCreated, "POST", jobsPath,
		fmt.Sprintf(`{"id":%q,"kind":"review","level":3,"game":{"moves":%q}}`, id, shortGame))
}

// awaitReview waits for a state of a review, and for a number of judged moves.
func (s *site) awaitReview(id, state string, done int) (r reviewed) {
	s.Helper()
	webtest.Eventually(s, fmt.Sprintf("review %s: state %s, %d moves", id, state, done), func() bool {
		r = s.job(id)
		return r.State == state && r.Done >= done
	})
	return r
}

func (s *site) job(id string) (r reviewed) {
	s.Helper()
	if err := json.Unmarshal(s.Send(http.StatusOK, "GET", jobsPath+"/"+id, ""), &r); err != nil {
		s.Fatal(err)
	}
	return r
}

// judge starts a worker of two threads whose units wait for the gate, and returns the number of units that it began.
func judge(t *testing.T, c *cluster.Client, gate func(ctx context.Context, began int64) error,
	edit ...func(*cluster.WorkerOptions),
) *atomic.Int64 {
	t.Helper()
	began := &atomic.Int64{}
	handlers := units.Handlers(2)
	analyze := handlers["analyze"]
	handlers["analyze"] = func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if err := gate(ctx, began.Add(1)); err != nil {
			return nil, err
		}
		return analyze(ctx, task)
	}
	o := cluster.WorkerOptions{Name: "attic", Version: reviewer.String(), Slots: 2, Handlers: handlers}
	for _, e := range edit {
		e(&o)
	}
	w := cluster.NewWorker(c, o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = w.Run(ctx) }() // its error is that of ctx
	t.Cleanup(func() { cancel(); <-ended })
	webtest.Eventually(t, "the worker in the list", func() bool {
		workers, err := c.Workers(ctx)
		return err == nil && len(workers) == 1
	})
	return began
}

var reviewer = units.Identity{Version: "test", Signature: 1, Weights: "2"}

// open lets all units through.
func open(context.Context, int64) error { return nil }

// after lets the first n units through, and the others when release is closed.
func after(n int64, release <-chan struct{}) func(context.Context, int64) error {
	return func(ctx context.Context, began int64) error {
		if began <= n {
			return nil
		}
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reviewing changes the options of a server so that its reviews are those of one thread and go to the cluster.
func reviewing(o *Options) { o.Thinking, o.Identity = 1, reviewer }

// The cluster judges each move once, with the result of this machine.
func TestReviewOnCluster(t *testing.T) {
	here := serve(t, reviewing)
	here.review("review-0001")
	want := here.awaitReview("review-0001", "done", 12)
	s, c := clustered(t, reviewing)
	began := judge(t, c, open)
	s.review("review-0001")
	got := s.awaitReview("review-0001", "done", 12)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(analysis.Game{}, "Seconds")); diff != "" {
		t.Errorf("the review differs (-local +cluster):\n%s", diff)
	}
	if n := began.Load(); n != 12 {
		t.Errorf("the worker judged %d moves, want 12", n)
	}
	list := until(s.Site, "the job has ended", func(l api.MachineList) bool {
		return len(l.Jobs) == 1 && l.Jobs[0].State == "ended"
	})
	if j := list.Jobs[0]; j.Title != "review" || j.Done != 12 {
		t.Errorf("job of the cluster: %+v", j)
	}
}

// A review that is cancelled ends on the cluster, and one that is cancelled on the cluster is cancelled.
func TestCancelReviewOnCluster(t *testing.T) {
	s, c := clustered(t, reviewing)
	judge(t, c, after(2, nil))
	s.review("review-0001")
	s.review("review-0002")
	s.awaitReview("review-0001", "running", 2)
	s.Send(http.StatusNoContent, "DELETE", jobsPath+"/review-0001", "")
	s.awaitReview("review-0001", "cancelled", 0)
	list := until(s.Site, "the second job runs", func(l api.MachineList) bool {
		return len(l.Jobs) == 2 && l.Jobs[0].State == "running" && l.Jobs[1].State == "cancelled" &&
			l.Totals.Busy == 2
	})
	s.Send(http.StatusNoContent, "POST", machinesPath+"/jobs/"+list.Jobs[0].ID+"/cancel", "")
	s.awaitReview("review-0002", "cancelled", 0)
	until(s.Site, "the worker is idle", func(l api.MachineList) bool { return l.Totals.Busy == 0 })
}

// A review that is paused on the cluster lets later reviews run, and continues when it is resumed.
func TestPausedReviewLetsOthersRun(t *testing.T) {
	s, c := clustered(t, reviewing)
	release := make(chan struct{})
	judge(t, c, after(2, release))
	s.review("review-0001")
	s.awaitReview("review-0001", "running", 2)
	list := until(s.Site, "a job", func(l api.MachineList) bool { return len(l.Jobs) == 1 })
	first := machinesPath + "/jobs/" + list.Jobs[0].ID
	s.Send(http.StatusNoContent, "POST", first+"/pause", "")
	until(s.Site, "the pause", func(l api.MachineList) bool { return l.Totals.Paused == 1 })
	close(release)
	s.review("review-0002")
	s.awaitReview("review-0002", "done", 12)
	if r := s.job("review-0001"); r.State != "running" || r.Done == 12 {
		t.Errorf("the paused review is %s with %d moves, want it to run with less than 12", r.State, r.Done)
	}
	s.Send(http.StatusNoContent, "POST", first+"/resume", "")
	s.awaitReview("review-0001", "done", 12)
}

// This machine judges the moves when the hub is lost, and the job of the cluster is cancelled when the hub is back.
func TestReviewOfLostHub(t *testing.T) {
	o := hub.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"}
	h, err := hub.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	o.Listen = h.Addr()
	c, err := cluster.Dial(t.Context(), cluster.Options{Address: h.Join(""), Timing: cluster.TimingFor(time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	s := serve(t, reviewing, func(o *Options) {
		o.Cluster, o.Patience, o.Logger = c, 300*time.Millisecond, slog.New(slog.DiscardHandler)
	})
	judge(t, c, after(2, nil))
	s.review("review-0001")
	s.awaitReview("review-0001", "running", 2)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	s.awaitReview("review-0001", "done", 12)
	if h, err = hub.Start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	webtest.Eventually(t, "the job is cancelled", func() bool {
		jobs, err := c.Jobs(t.Context())
		return err == nil && len(jobs) == 1 && jobs[0].State == cluster.Cancelled
	})
}

// A review continues after a restart of the server, and moves that were judged are not judged again.
func TestReviewOnClusterResumes(t *testing.T) {
	kept, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	lasting := func(o *Options) { o.Store = kept }
	s, c := clustered(t, reviewing, lasting)
	release := make(chan struct{})
	began := judge(t, c, after(5, release))
	s.review("review-0001")
	s.awaitReview("review-0001", "running", 5)
	if err := s.server.Close(); err != nil {
		t.Fatal(err)
	}
	next := serve(t, reviewing, lasting, func(o *Options) { o.Cluster = c })
	close(release)
	next.awaitReview("review-0001", "done", 12)
	if n := began.Load(); n > 14 { // those that end while the server starts may be run once more
		t.Errorf("%d units of 12 moves; want at most 14", n)
	}
}

// This machine judges the moves when no worker does within the time, and logs why.
func TestReviewFallsBack(t *testing.T) {
	t.Parallel()
	const brief = 300 * time.Millisecond
	for _, c := range []struct {
		name, reason string
		patience     time.Duration
		prepare      func(*testing.T, *cluster.Client, func())
	}{
		{"no worker", "no worker is connected", brief, func(*testing.T, *cluster.Client, func()) {}},
		{"no cluster", "does not answer", brief, func(_ *testing.T, _ *cluster.Client, stop func()) { stop() }},
		{"other version", "install the same version", brief, func(t *testing.T, c *cluster.Client, _ func()) {
			judge(t, c, open, func(o *cluster.WorkerOptions) { o.Version = "other" })
		}},
		{"failing worker", "given up after", time.Minute, func(t *testing.T, c *cluster.Client, _ func()) {
			judge(t, c, func(_ context.Context, began int64) error {
				if began <= 2 {
					return nil
				}
				return fmt.Errorf("unit %d fails", began)
			})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			log := &webtest.Text{}
			s, client, stop := stoppable(t, reviewing, func(o *Options) {
				o.Patience, o.Logger = c.patience, slog.New(slog.NewTextHandler(log, nil))
			})
			c.prepare(t, client, stop)
			s.review("review-0001")
			r := s.awaitReview("review-0001", "done", 12)
			if len(r.Result.Moves) != 12 {
				t.Errorf("%d moves are judged, want 12", len(r.Result.Moves))
			}
			text := log.String()
			if !strings.Contains(text, "this machine judges the remaining moves") || !strings.Contains(text, c.reason) {
				t.Errorf("log %q, want the reason %q", text, c.reason)
			}
		})
	}
}
