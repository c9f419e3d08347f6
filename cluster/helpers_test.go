package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
)

// TestMain fails if goroutines are left after the tests. It repeats the check, because a request for a unit may end as
// much as a second after its worker.
func TestMain(m *testing.M) {
	if dir := os.Getenv(hubIn); dir != "" {
		holdHub(dir)
	}
	status := m.Run()
	err := goleak.Find()
	for end := time.Now().Add(hang); err != nil && time.Now().Before(end); {
		err = goleak.Find()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// hubIn is the environment variable that makes the test program a hub in the folder that is its value.
const hubIn = "KAESHI_TEST_HUB"

// holdHub runs a hub until the process is killed. It prints the join line.
func holdHub(dir string) {
	h, err := hub.Start(hub.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(h.Join(""))
	select {}
}

// quick contains short intervals for fast tests. AckWait is long, so that no worker counts as unresponsive on a busy
// machine, but shorter than the time limit: a unit that arrives after the client has given up its request is delivered
// again after this time. Tests of unresponsive workers set it to silence.
var quick = cluster.Timing{
	Beat: 50 * time.Millisecond, AckWait: hang / 4, Retry: 20 * time.Millisecond, Request: 5 * time.Second,
	Idle: 50 * time.Millisecond,
}

const (
	hang    = time.Minute // the time limit for a condition
	silence = 400 * time.Millisecond
)

// site is a hub with the clients and workers of a test.
type site struct {
	t      *testing.T
	hub    *hub.Hub
	ctx    context.Context
	timing cluster.Timing // the intervals of the clients
	closed sync.Once
}

// newSite starts a hub that accepts connections from this process only.
func newSite(t *testing.T) *site {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	s := &site{t: t, ctx: ctx, timing: quick}
	s.hub = startHub(t, hub.Options{Dir: t.TempDir()})
	t.Cleanup(s.stop)
	return s
}

func startHub(t *testing.T, o hub.Options) *hub.Hub {
	t.Helper()
	h, err := hub.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (s *site) stop() {
	s.closed.Do(func() {
		if err := s.hub.Close(); err != nil {
			s.t.Error(err)
		}
	})
}

// client connects in the process, or through the network if the hub listens.
func (s *site) client() *cluster.Client {
	s.t.Helper()
	o := cluster.Options{Timing: s.timing, Server: s.hub.Server()}
	if s.hub.Addr() != "" {
		o = cluster.Options{Timing: s.timing, Address: s.hub.Join("")}
	}
	c, err := cluster.Dial(s.ctx, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c
}

// running is a running worker.
type running struct {
	*cluster.Worker

	client *cluster.Client
	cancel context.CancelFunc
	ended  chan error
}

// worker starts a worker that handles the kind "test".
func (s *site) worker(h cluster.Handler, edit ...func(*cluster.WorkerOptions)) *running {
	s.t.Helper()
	o := cluster.WorkerOptions{Name: "w", Version: "1", Handlers: map[string]cluster.Handler{"test": h}}
	for _, e := range edit {
		e(&o)
	}
	c := s.client()
	ctx, cancel := context.WithCancel(s.ctx)
	r := &running{cluster.NewWorker(c, o), c, cancel, make(chan error, 1)}
	go func() { r.ended <- r.Run(ctx); close(r.ended) }()
	s.t.Cleanup(func() {
		cancel()
		for range r.ended { // closed when the worker has ended
		}
	})
	return r
}

// until waits until a condition holds.
func (s *site) until(what string, condition func() bool) {
	s.t.Helper()
	for !condition() {
		select {
		case <-s.ctx.Done():
			s.t.Fatalf("timeout after %s while waiting for this condition: %s", hang, what)
		case <-time.After(time.Millisecond):
		}
	}
}

// job is a job of the kind "test".
func job(id string) cluster.Job { return cluster.Job{ID: id, Kind: "test", Version: "1", Title: id} }

// numbers feeds the units 0 to n-1.
func numbers(n int) cluster.Feed {
	return func(_ context.Context, submit func(cluster.Unit) error) error {
		for i := range n {
			if err := submit(unit(i)); err != nil {
				return err
			}
		}
		return nil
	}
}

func unit(i int) cluster.Unit {
	return cluster.Unit{Kind: "test", Version: "1", Spec: json.RawMessage(strconv.Itoa(i))}
}

// square is a handler that squares a number.
func square(_ context.Context, t cluster.Task) ([]byte, error) {
	n, err := strconv.Atoi(string(t.Spec))
	return []byte(strconv.Itoa(n * n)), err
}

// counted returns a handler that counts its runs.
func counted(runs *atomic.Int64, h cluster.Handler) cluster.Handler {
	return func(ctx context.Context, t cluster.Task) ([]byte, error) {
		runs.Add(1)
		return h(ctx, t)
	}
}

// record collects outcomes. It must not be used concurrently.
type record struct {
	results map[int]string
	errors  map[int]error
	twice   []int
}

func newRecord() *record { return &record{results: map[int]string{}, errors: map[int]error{}} }

func (r *record) add(o cluster.Outcome) error {
	if _, ok := r.results[o.Index]; ok || r.errors[o.Index] != nil {
		r.twice = append(r.twice, o.Index)
	}
	if r.errors[o.Index] = o.Err; o.Err == nil {
		delete(r.errors, o.Index)
		r.results[o.Index] = string(o.Result)
	}
	return nil
}

// squares checks the record of numbers(n) and returns an error unless each number that did not fail has its square
// exactly once.
func (r *record) squares(n int, failed ...int) error {
	if len(r.twice) > 0 {
		return fmt.Errorf("units with two outcomes: %v, want none", r.twice)
	}
	if got := slices.Sorted(maps.Keys(r.errors)); !slices.Equal(got, failed) {
		return fmt.Errorf("units %v failed, want %v: %v", got, failed, r.errors)
	}
	for i := range n {
		if want := strconv.Itoa(i * i); !slices.Contains(failed, i) && r.results[i] != want {
			return fmt.Errorf("unit %d: result %q, want %q", i, r.results[i], want)
		}
	}
	if len(r.results) != n-len(failed) {
		return fmt.Errorf("%d results, want %d", len(r.results), n-len(failed))
	}
	return nil
}

// run runs a job to its end.
func (s *site) run(c *cluster.Client, j cluster.Job, feed cluster.Feed) (*record, cluster.Progress) {
	s.t.Helper()
	r := newRecord()
	p, err := c.Run(s.ctx, j, feed, r.add)
	if err != nil {
		s.t.Fatal(err)
	}
	return r, p
}
