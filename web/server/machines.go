package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/gauges"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/edge"
)

const (
	clusterTimeout = 5 * time.Second // of a request to the cluster
	clusterRefresh = time.Second     // the least time between two requests for the state of the cluster
)

// machines is an [api.Machines] of a cluster. All clients share its state, so the load on the cluster does not depend
// on their number.
type machines struct {
	cluster *cluster.Client

	mu      sync.Mutex
	workers []cluster.WorkerState
	jobs    []cluster.JobStatus
	err     error
	next    time.Time // the state is outdated from then on
}

// addMachines adds the page and the metrics of the cluster. Without a cluster, the page explains how to set one up.
func (s *Server) addMachines(operations *api.API, outer *edge.Edge) error {
	if s.options.Cluster == nil {
		operations.AddMachines(nil)
		return nil
	}
	m := &machines{cluster: s.options.Cluster}
	operations.AddMachines(m)
	return outer.AddMetrics(gauges.New(m.read))
}

// read returns the state of the last second, or requests a new one.
func (m *machines) read(context.Context) ([]cluster.WorkerState, []cluster.JobStatus, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !time.Now().Before(m.next) {
		// The state is for all clients, so it does not end with the request of one.
		ctx, cancel := context.WithTimeout(context.Background(), clusterTimeout)
		defer cancel()
		m.workers, m.jobs, m.err = gauges.Of(m.cluster)(ctx)
		m.next = time.Now().Add(clusterRefresh)
	}
	return m.workers, m.jobs, m.err
}

// List returns the workers and jobs.
func (m *machines) List(ctx context.Context) (list api.MachineList, err error) {
	workers, jobs, err := m.read(ctx)
	if err != nil {
		return list, err
	}
	list.Workers, list.Jobs = []api.Machine{}, []api.MachineJob{}
	t := &list.Totals
	for _, w := range workers {
		t.Workers++
		t.Slots += w.Slots
		t.Busy += w.Busy
		if t.Workers <= api.MaxMachines {
			list.Workers = append(list.Workers, machineOf(w))
		}
	}
	for i, j := range jobs {
		t.Waiting += j.Waiting
		switch j.State {
		case cluster.Running:
			t.Running++
		case cluster.Paused:
			t.Paused++
		case cluster.Cancelled, cluster.Ended:
		}
		if j.Progress != nil {
			t.Failed += j.Progress.Failed
		}
		if i < api.MaxMachineJobs {
			list.Jobs = append(list.Jobs, machineJobOf(j))
		}
	}
	return list, nil
}

func machineOf(w cluster.WorkerState) api.Machine {
	m := api.Machine{
		ID: w.ID, Name: w.Name, Version: w.Version, Slots: w.Slots, Busy: w.Busy, Done: w.Done,
		Failed: w.Failed,
		Kinds:  listOf(w.Kinds), Refused: listOf(w.Refused), Draining: w.Draining,
		LastSeen: timestamp(w.LastSeen),
	}
	if w.Seconds > 0 {
		m.PerMinute = rounded(float64(w.Done) / w.Seconds * 60 * float64(w.Slots))
	}
	return m
}

func machineJobOf(j cluster.JobStatus) api.MachineJob {
	job := api.MachineJob{
		ID: j.ID, Kind: j.Kind, Title: j.Title, State: string(j.State), Created: timestamp(j.Created),
		Total: j.Total,
		Done:  j.Done, Failed: j.Failed, Waiting: j.Waiting, Active: j.Active,
		Quarantined: listOf(j.Quarantined),
	}
	if p := j.Progress; p != nil {
		job.Submitter = fmt.Sprintf("%s, process %d", p.Host, p.PID)
		job.Done, job.Failed, job.PerSecond = p.Done, p.Failed, rounded(p.PerSecond)
	}
	return job
}

// listOf returns the list, which is never nil, so that JSON has [] for an empty one.
func listOf(list []string) []string { return append([]string{}, list...) }

func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// rounded returns x with two decimals.
func rounded(x float64) float64 { return math.Round(x*100) / 100 }

// ChangeJob pauses, resumes or cancels a job.
func (m *machines) ChangeJob(ctx context.Context, id, action string) error {
	change, ok := map[string]func(*cluster.Client, context.Context, string) error{
		"pause": (*cluster.Client).Pause, "resume": (*cluster.Client).Resume,
		"cancel": (*cluster.Client).Cancel,
	}[action]
	if !ok {
		return fmt.Errorf("action %q: want pause, resume or cancel", action)
	}
	return m.do(ctx, func(ctx context.Context) error { return change(m.cluster, ctx, id) })
}

// Drain stops a worker from taking units, so that it ends.
func (m *machines) Drain(ctx context.Context, worker string) error {
	return m.do(ctx, func(ctx context.Context) error { return m.cluster.DrainWorker(ctx, worker) })
}

// Failures returns the units of a job that were given up.
func (m *machines) Failures(ctx context.Context, job string) (list []api.UnitFailure, err error) {
	list = []api.UnitFailure{}
	err = m.do(ctx, func(ctx context.Context) error {
		jobs, err := m.cluster.Jobs(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(jobs, func(j cluster.JobStatus) bool { return j.ID == job }) {
			return fmt.Errorf("job %q: %w", job, cluster.ErrNoJob)
		}
		letters, err := m.cluster.DeadLetters(ctx, job)
		for _, l := range letters[:min(len(letters), api.MaxUnitFailures)] {
			list = append(list, api.UnitFailure{
				Unit: string(l.Unit), Reason: l.Reason, Worker: l.Worker, Attempts: int(l.Attempts),
			})
		}
		return err
	})
	return list, err
}

// do calls a function that may change the cluster, and returns its error as one of [api.Machines].
func (m *machines) do(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, clusterTimeout)
	defer cancel()
	err := call(ctx)
	m.mu.Lock()
	m.next = time.Time{}
	m.mu.Unlock()
	missing := errors.Is(err, cluster.ErrNoJob) || errors.Is(err, cluster.ErrNoWorker)
	if _, wrong := errors.AsType[*cluster.StateError](err); wrong || missing {
		return &api.MachineError{Missing: missing, Err: err}
	}
	return err
}
