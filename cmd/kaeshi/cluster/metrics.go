package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

const (
	mostMeasured = 100             // jobs with their own metrics, the newest active ones
	readingTime  = 5 * time.Second // the time limit for the state of the cluster
	mostScrapes  = 2               // requests at a time
)

// metrics collects the state of a cluster in the text format of Prometheus.
type metrics struct {
	client *cluster.Client

	up, workers, refusing, slots, busy, jobs, units, jobUnits, jobRate *prometheus.Desc
}

func newMetrics(client *cluster.Client) *metrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("kaeshi_cluster_"+name, help, labels, nil)
	}
	return &metrics{
		client:   client,
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
func (m *metrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		m.up, m.workers, m.refusing, m.slots, m.busy, m.jobs, m.units, m.jobUnits, m.jobRate,
	} {
		out <- d
	}
}

// Collect reads the state of the cluster and sends it.
func (m *metrics) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readingTime)
	defer cancel()
	workers, err := m.client.Workers(ctx)
	var jobs []cluster.JobStatus
	if err == nil {
		jobs, err = m.client.Jobs(ctx)
	}
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

func (m *metrics) collectJobs(out chan<- prometheus.Metric, jobs []cluster.JobStatus) {
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

// metricsAddress returns the address of --metrics, where :PORT is a port of the loopback interface.
func metricsAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return "", terminal.Usage("--metrics %s: expected HOST:PORT or :PORT, such as :9222", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// serveMetrics serves the metrics of a cluster at the path /metrics of the address until stop is called.
func serveMetrics(
	ctx context.Context, address string, client *cluster.Client,
) (url string, stop func() error, err error) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(newMetrics(client), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		DisableCompression: true, MaxRequestsInFlight: mostScrapes,
	}))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return "", nil, fmt.Errorf("--metrics: %w", err)
	}
	const most = 10 * time.Second // of a request, of an answer and between two requests
	server := &http.Server{
		Handler: mux, ReadTimeout: most, WriteTimeout: most, IdleTimeout: most, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return "http://" + listener.Addr().String() + "/metrics", func() error {
		err := server.Close()
		if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}
