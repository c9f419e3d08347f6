//go:build !js

package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// meter is what /metrics tells, in the text format of Prometheus.
type meter struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	moves    *prometheus.HistogramVec
	open     prometheus.Gauge
}

func newMeter() *meter {
	seconds := []float64{.001, .0025, .005, .01, .025, .05, .1, .2, .3, .5, 1, 2.5, 5, 10, 20, 60}
	m := &meter{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kaeshi_http_requests_total", Help: "Requests that have been answered, by route and status.",
		}, []string{"route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kaeshi_http_request_seconds", Help: "How long answers took, streams left out.", Buckets: seconds,
		}, []string{"route"}),
		moves: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kaeshi_move_seconds", Help: "How long choosing a move took, waiting included, by lane: light are the players that take milliseconds.", Buckets: seconds,
		}, []string{"lane"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kaeshi_http_requests_open", Help: "Requests that are being answered, streams included."}),
	}
	m.registry.MustRegister(m.requests, m.took, m.moves, m.open, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// watch tells how many are at work and how many wait at the gates.
func (m *meter) watch(gates map[string]*gate) {
	for name, g := range gates {
		lane := prometheus.Labels{"lane": name}
		working := func() float64 { n, _ := g.load(); return float64(n) }
		waiting := func() float64 { _, n := g.load(); return float64(n) }
		m.registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "kaeshi_searches_working", Help: "Searches that are running, by lane.", ConstLabels: lane}, working),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "kaeshi_searches_waiting", Help: "Requests that wait for their turn, by lane.", ConstLabels: lane}, waiting))
	}
}

// thought counts a move that was chosen.
func (m *meter) thought(quick bool, took time.Duration) {
	lane := "heavy"
	if quick {
		lane = "light"
	}
	m.moves.WithLabelValues(lane).Observe(took.Seconds())
}

// count counts the requests.
func (m *meter) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, began := &answer{ResponseWriter: w}, time.Now()
		m.open.Inc()
		defer func() {
			m.open.Dec()
			route := routeOf(r)
			m.requests.WithLabelValues(route, strconv.Itoa(a.status)).Inc()
			if !isStream(r.URL.Path) {
				m.took.WithLabelValues(route).Observe(time.Since(began).Seconds())
			}
		}()
		next.ServeHTTP(a, r)
	})
}

// routeOf is the pattern that a request matched, so that there are as many as operations and not as many as ids. The files of the page are one.
func routeOf(r *http.Request) string {
	_, path, _ := strings.Cut(r.Pattern, " ")
	switch {
	case r.Pattern == "" || path == "":
		return "none"
	case strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/readyz" || path == "/metrics":
		return r.Pattern
	}
	return "page"
}

func (m *meter) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
}
