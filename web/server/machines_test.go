package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const machinesPath = api.Path + "machines"

// clustered returns a server with a cluster in this process, and a client of the cluster.
func clustered(t *testing.T, change ...func(*Options)) (*site, *cluster.Client) {
	t.Helper()
	s, c, _ := stoppable(t, change...)
	return s, c
}

// stoppable is clustered with a function that stops the hub.
func stoppable(t *testing.T, change ...func(*Options)) (s *site, c *cluster.Client, stop func()) {
	t.Helper()
	h, err := hub.Start(hub.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	timing := cluster.TimingFor(5 * time.Second)
	timing.AckWait = 10 * time.Minute // so that no worker counts as unresponsive on a busy machine
	c, err = cluster.Dial(t.Context(), cluster.Options{Server: h.Server(), Timing: timing})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return serve(t, append(change, func(o *Options) { o.Cluster = c })...), c, stop
}

// startWorker starts a worker of four slots whose units end when release is closed. Units with the text "bad" fail.
func startWorker(t *testing.T, c *cluster.Client, release <-chan struct{}) (ended <-chan error) {
	t.Helper()
	handler := func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == `"bad"` {
			return nil, errors.New("bad unit")
		}
		select {
		case <-release:
		case <-ctx.Done():
		}
		return []byte("1"), ctx.Err()
	}
	w := cluster.NewWorker(c, cluster.WorkerOptions{
		Name: "attic", Version: "1", Slots: 4, Handlers: map[string]cluster.Handler{"test": handler},
	})
	ctx, cancel := context.WithCancel(context.Background())
	result, done := make(chan error, 1), make(chan struct{})
	go func() { defer close(done); result <- w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return result
}

// submit runs a job of units with these specs, and returns its end.
func submit(t *testing.T, c *cluster.Client, id string, specs ...string) <-chan error {
	t.Helper()
	job := cluster.Job{ID: id, Kind: "test", Version: "1", Title: "test " + id, Attempts: 1, Total: len(specs)}
	ended, done := make(chan error, 1), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(done)
		_, err := c.Run(ctx, job, func(_ context.Context, submit func(cluster.Unit) error) error {
			for _, spec := range specs {
				u := cluster.Unit{Kind: "test", Version: "1", Spec: []byte(spec)}
				if err := submit(u); err != nil {
					return err
				}
			}
			return nil
		}, func(cluster.Outcome) error { return nil })
		ended <- err
	}()
	t.Cleanup(func() { cancel(); <-done })
	return ended
}

// until requests the list until the condition holds.
func until(s *webtest.Site, what string, holds func(api.MachineList) bool) api.MachineList {
	s.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		list := webtest.Read[api.MachineList](s, "GET", machinesPath, "")
		if holds(list) {
			return list
		}
		if time.Now().After(end) {
			s.Fatalf("%s: not within a minute; the list is %+v", what, list)
		}
	}
}

func TestMachines(t *testing.T) {
	s, c := clustered(t)
	release := make(chan struct{})
	left := startWorker(t, c, release)
	ended := submit(t, c, "first", `"bad"`, `1`, `2`, `3`)
	list := until(s.Site, "three units run and one failed", func(l api.MachineList) bool {
		return l.Totals.Busy == 3 && len(l.Jobs) == 1 && l.Jobs[0].Failed == 1
	})
	changing := cmp.Options{
		cmpopts.IgnoreFields(api.Machine{}, "ID", "LastSeen", "PerMinute"),
		cmpopts.IgnoreFields(api.MachineJob{}, "Created", "Submitter", "PerSecond"),
	}
	want := api.MachineList{
		Schema: "kaeshi/machines/1", Configured: true,
		Workers: []api.Machine{{
			Name: "attic", Version: "1", Slots: 4, Busy: 3, Failed: 1, Kinds: []string{"test"},
			Refused: []string{},
		}},
		Jobs: []api.MachineJob{{
			ID: "first", Kind: "test", Title: "test first", State: "running", Total: 4, Failed: 1,
			Active: 3, Quarantined: []string{},
		}},
	}
	want.Totals.Workers, want.Totals.Slots, want.Totals.Busy, want.Totals.Running = 1, 4, 3, 1
	want.Totals.Failed = 1
	if diff := cmp.Diff(want, list, changing); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	metrics := string(s.Send(http.StatusOK, "GET", "/metrics", ""))
	for _, line := range []string{
		"kaeshi_cluster_up 1", "kaeshi_cluster_workers 1", "kaeshi_cluster_workers_refusing 0",
		"kaeshi_cluster_slots_busy 3", `kaeshi_cluster_jobs{state="running"} 1`,
		`kaeshi_cluster_units{state="failed"} 1`, `kaeshi_cluster_units{state="running"} 3`,
		`kaeshi_cluster_units{state="done"} 0`, `kaeshi_cluster_units{state="waiting"} 0`,
	} {
		if !strings.Contains(metrics, "\n"+line+"\n") {
			t.Errorf("/metrics lacks %q", line)
		}
	}
	if list.Jobs[0].Submitter == "" {
		t.Error("the job has no submitter")
	}
	failures := webtest.Read[struct {
		Schema   string
		Failures []api.UnitFailure
	}](s.Site, "GET", machinesPath+"/jobs/first/failures", "")
	if len(failures.Failures) != 1 || failures.Failures[0].Reason != "bad unit" {
		t.Errorf("failures %+v, want only that of the bad unit", failures)
	}
	job := machinesPath + "/jobs/first/"
	s.Send(http.StatusNoContent, "POST", job+"pause", "")
	until(s.Site, "pause", func(l api.MachineList) bool {
		return l.Jobs[0].State == "paused" && l.Totals.Paused == 1
	})
	s.Send(http.StatusNoContent, "POST", job+"resume", "")
	until(s.Site, "resume", func(l api.MachineList) bool { return l.Jobs[0].State == "running" })
	s.Send(http.StatusNoContent, "POST", job+"cancel", "")
	if err := webtest.Receive(t, "the end of the job", ended); !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("the job ended with %v, want %v", err, cluster.ErrCancelled)
	}
	s.WantProblem(http.StatusConflict, "POST", job+"pause", "", "job first is")
	close(release)
	s.Send(http.StatusNoContent, "POST", machinesPath+"/workers/"+list.Workers[0].ID+"/drain", "")
	if err := webtest.Receive(t, "the end of the worker", left); err != nil {
		t.Errorf("the worker ended with %v, want nil", err)
	}
	until(s.Site, "no worker", func(l api.MachineList) bool { return l.Totals.Workers == 0 })
}

func TestMachineProblems(t *testing.T) {
	s, _ := clustered(t)
	for _, c := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"POST", "/jobs/none/pause", http.StatusNotFound, "no such job"},
		{"GET", "/jobs/none/failures", http.StatusNotFound, "no such job"},
		{"POST", "/jobs/none/stop", http.StatusUnprocessableEntity, "pause, resume, cancel"},
		{"POST", "/jobs/a.b/pause", http.StatusUnprocessableEntity, "id"},
		{"POST", "/workers/none/drain", http.StatusNotFound, "does not answer"},
		{"POST", "/workers/%3E/drain", http.StatusUnprocessableEntity, "id"},
	} {
		s.WantProblem(c.status, c.method, machinesPath+c.path, "", c.want)
	}
}

func TestNoMachines(t *testing.T) {
	s := serve(t)
	if text := string(s.Send(http.StatusOK, "GET", "/metrics", "")); strings.Contains(text, "kaeshi_cluster") {
		t.Error("/metrics has metrics of a cluster")
	}
	list := webtest.Read[api.MachineList](s.Site, "GET", machinesPath, "")
	want := api.MachineList{Schema: "kaeshi/machines/1", Workers: []api.Machine{}, Jobs: []api.MachineJob{}}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	s.WantProblem(http.StatusNotFound, "POST", machinesPath+"/jobs/first/pause", "", "no cluster", "--cluster")
}

// TestLostMachines checks that the server reports a problem if the cluster does not respond, and continues.
func TestLostMachines(t *testing.T) {
	s, c := clustered(t)
	c.Close()
	s.WantProblem(http.StatusServiceUnavailable, "GET", machinesPath, "", "cluster does not respond")
	s.WantProblem(http.StatusServiceUnavailable, "POST", machinesPath+"/jobs/first/pause", "", "does not respond")
	s.Send(http.StatusOK, "GET", "/healthz", "")
	text := string(s.Send(http.StatusOK, "GET", "/metrics", ""))
	if !strings.Contains(text, "\nkaeshi_cluster_up 0\n") {
		t.Error("/metrics does not report that the cluster is lost")
	}
}
