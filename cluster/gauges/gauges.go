// Package gauges provides the state of a cluster as metrics in the text format of Prometheus.
package gauges

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/kaeshi/kaeshi/cluster"
)

const (
	mostMeasured = 100             // jobs with their own metrics, the newest active ones
	readingTime  = 5 * time.Second // the time limit for the state of the cluster
)

// Read returns the workers and the jobs of a cluster.
type Read func(context.Context) ([]cluster.WorkerState, []cluster.JobStatus, error)

// Of returns a function that reads the state of the cluster of a client.
func Of(c *cluster.Client) Read {
	return func(ctx context.Context) (workers []cluster.WorkerState, jobs []cluster.JobStatus, err error) {
		if workers, err = c.Workers(ctx); err == nil {
			jobs, err = c.Jobs(ctx)
		}
		return workers, jobs, err
	}
}

// Metrics collects the state of a cluster. It is a [prometheus.Collector].
type Metrics struct {
	read Read

	up, workers, refusing, slots, busy, jobs, units, jobUnits, jobRate *prometheus.Desc
}

// New returns metrics of the state that read returns.
func New(read Read) *Metrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("kaeshi_cluster_"+name, help, labels, nil)
	}
	return &Metrics{
		read:     read,
		up:       desc("up", "1 if the state of the cluster could be read."),
		workers:  desc("workers", "Connected workers."),
		refusing: desc("workers_refusing", "Connected workers that refuse a job."),
		slots:    desc("slots", "Units that the connected workers can run in parallel."),
		busy:     desc("slots_busy", "Units that the connected workers run."),
		jobs:     desc("jobs", "Jobs by state.", "state"),
		units:    desc("units", "Units of active jobs by state.", "state"),
		jobUnits: desc("job_units", "Units of an active job by state, for the newest jobs.", "job", "kind",
			"state"),
		jobRate: desc("job_units_per_second", "Mean rate of an active job, for the newest jobs.", "job",
			"kind"),
	}
}

// Describe sends the descriptions of all metrics.
func (m *Metrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		m.up, m.workers, m.refusing, m.slots, m.busy, m.jobs, m.units, m.jobUnits, m.jobRate,
	} {
		out <- d
	}
}

// Collect reads the state of the cluster and sends it.
func (m *Metrics) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readingTime)
	defer cancel()
	workers, jobs, err := m.read(ctx)
	if err != nil {
		gauge(out, m.up, 0)
		return
	}
	gauge(out, m.up, 1)
	refusing, slots, busy := 0, 0, 0
	for _, w := range workers {
		slots, busy = slots+w.Slots, busy+w.Busy
		if len(w.Refused) > 0 {
			refusing++
		}
	}
	gauge(out, m.workers, len(workers))
	gauge(out, m.refusing, refusing)
	gauge(out, m.slots, slots)
	gauge(out, m.busy, busy)
	m.collectJobs(out, jobs)
}

// unitStates returns the states of units.
func unitStates() []string { return []string{"done", "failed", "running", "waiting"} }

func (m *Metrics) collectJobs(out chan<- prometheus.Metric, jobs []cluster.JobStatus) {
	states := map[cluster.State]int{cluster.Running: 0, cluster.Paused: 0, cluster.Cancelled: 0, cluster.Ended: 0}
	total, measured := map[string]int{}, 0
	for _, j := range jobs {
		states[j.State]++
		if j.State != cluster.Running && j.State != cluster.Paused {
			continue
		}
		units := map[string]int{"running": j.Active, "waiting": j.Waiting}
		rate := 0.0
		if p := j.Progress; p != nil {
			units["done"], units["failed"], rate = p.Done, p.Failed, p.PerSecond
		}
		for state, n := range units {
			total[state] += n
		}
		if measured++; measured > mostMeasured {
			continue
		}
		for _, state := range unitStates() {
			gauge(out, m.jobUnits, units[state], j.ID, j.Kind, state)
		}
		gauge(out, m.jobRate, rate, j.ID, j.Kind)
	}
	for state, n := range states {
		gauge(out, m.jobs, n, string(state))
	}
	for _, state := range unitStates() {
		gauge(out, m.units, total[state], state)
	}
}

func gauge[N int | float64](out chan<- prometheus.Metric, d *prometheus.Desc, value N, labels ...string) {
	out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(value), labels...)
}
