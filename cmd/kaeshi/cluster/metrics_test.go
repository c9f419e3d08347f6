package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
)

// hang is the time limit for a condition.
const hang = time.Minute

// site is a hub with its metrics.
type site struct {
	t   *testing.T
	ctx context.Context
	hub *hub.Hub
	url string // the address of the metrics

	closed sync.Once
}

// stop stops the hub.
func (s *site) stop() {
	s.closed.Do(func() {
		if err := s.hub.Close(); err != nil {
			s.t.Error(err)
		}
	})
}

func newSite(t *testing.T) *site {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	h, err := hub.Start(hub.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, ctx: ctx, hub: h}
	t.Cleanup(s.stop)
	url, stop, err := serveMetrics(ctx, "127.0.0.1:0", s.client(cluster.Options{Observe: true}))
	if err != nil {
		t.Fatal(err)
	}
	s.url = url
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *site) client(o cluster.Options) *cluster.Client {
	s.t.Helper()
	o.Server, o.Timing = s.hub.Server(), cluster.TimingFor(time.Second)
	o.Timing.AckWait = hang // a worker that is slow on a busy machine loses no unit
	c, err := cluster.Dial(s.ctx, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c
}

// read returns the metrics.
func (s *site) read() string {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.url, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: status %d, want 200; error %v\n%s", s.url, response.StatusCode, err, text)
	}
	return "\n" + string(text)
}

// until reads the metrics until they contain all lines.
func (s *site) until(lines ...string) {
	s.t.Helper()
	for {
		text, missing := s.read(), ""
		for _, line := range lines {
			if !strings.Contains(text, "\n"+line+"\n") {
				missing = line
			}
		}
		if missing == "" {
			return
		}
		if s.ctx.Err() != nil {
			s.t.Fatalf("timeout: the metrics do not contain the line %q:\n%s", missing, text)
		}
	}
}

// TestMetrics checks that the metrics show the workers, jobs and units of a hub, and that reading them does not set up
// the cluster for its clients.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.until("kaeshi_cluster_up 1", "kaeshi_cluster_workers 0", `kaeshi_cluster_jobs{state="running"} 0`,
		`kaeshi_cluster_units{state="waiting"} 0`)
	release, failed := make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	worker := cluster.NewWorker(s.client(cluster.Options{}), cluster.WorkerOptions{
		Name: "w", Version: "1", Slots: 2, Handlers: map[string]cluster.Handler{
			"test": func(ctx context.Context, task cluster.Task) ([]byte, error) {
				if string(task.Spec) == "0" {
					close(failed)
					return nil, errors.New("no luck")
				}
				select {
				case <-release:
					return task.Spec, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			},
		},
	})
	ended := make(chan error, 2)
	go func() { ended <- worker.Run(ctx) }()
	client := s.client(cluster.Options{})
	go func() {
		job := cluster.Job{ID: "j", Kind: "test", Version: "1", Attempts: 1}
		_, err := client.Run(ctx, job, func(ctx context.Context, submit func(cluster.Unit) error) error {
			for _, spec := range []string{"0", "1", "2", "3", "4"} {
				err := submit(cluster.Unit{Kind: "test", Version: "1", Spec: json.RawMessage(spec)})
				if err != nil {
					return err
				}
				select {
				case <-failed: // units are not sent in order, and the others occupy the worker
				case <-ctx.Done():
				}
			}
			return nil
		}, func(cluster.Outcome) error { return nil })
		ended <- err
	}()
	s.until("kaeshi_cluster_workers 1", "kaeshi_cluster_workers_refusing 0", "kaeshi_cluster_slots 2",
		"kaeshi_cluster_slots_busy 2", `kaeshi_cluster_jobs{state="running"} 1`,
		`kaeshi_cluster_units{state="waiting"} 2`, `kaeshi_cluster_units{state="running"} 2`,
		`kaeshi_cluster_job_units{job="j",kind="test",state="failed"} 1`)
	close(release)
	s.until(`kaeshi_cluster_jobs{state="running"} 0`, `kaeshi_cluster_jobs{state="ended"} 1`,
		`kaeshi_cluster_units{state="running"} 0`)
	if err := <-ended; err != nil {
		t.Errorf("the job ended with the error %v, want none", err)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the worker ended with the error %v, want context.Canceled", err)
	}
}

// TestMetricsOfLostCluster checks that the metrics report a cluster whose state cannot be read.
func TestMetricsOfLostCluster(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.stop()
	s.until("kaeshi_cluster_up 0")
}

// TestMetricsAddress checks that an address without a host is one of the loopback interface.
func TestMetricsAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		":9222": "127.0.0.1:9222", "0.0.0.0:9222": "0.0.0.0:9222", "[::1]:0": "[::1]:0", "nowhere": "",
		":x": "",
	} {
		got, err := metricsAddress(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("address of %q: %q, error %v; want %q", text, got, err, want)
		}
	}
}
