package edge

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

// meter collects the metrics of /metrics, in the text format of Prometheus.
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
			Name: "kaeshi_move_seconds", Help: "How long choosing a move took, waiting included, by lane: light are " +
				"the players that take milliseconds.", Buckets: seconds,
		}, []string{"lane"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kaeshi_http_requests_open",
			Help: "Requests that are being answered, streams included.",
		}),
	}
	m.registry.MustRegister(m.requests, m.took, m.moves, m.open, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// watch registers the load of the queues.
func (m *meter) watch(queues map[string]*work.Queue) {
	for name, g := range queues {
		lane := prometheus.Labels{"lane": name}
		working := func() float64 { n, _ := g.Load(); return float64(n) }
		waiting := func() float64 { _, n := g.Load(); return float64(n) }
		m.registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "kaeshi_searches_working",
				Help: "Searches that are running, by lane.", ConstLabels: lane,
			}, working),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "kaeshi_searches_waiting",
				Help: "Requests that wait for their turn, by lane.", ConstLabels: lane,
			}, waiting))
	}
}

// thought counts a move.
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
		a, began := &api.Response{ResponseWriter: w}, time.Now()
		m.open.Inc()
		defer func() {
			m.open.Dec()
			route := routeOf(r)
			m.requests.WithLabelValues(route, strconv.Itoa(a.Status)).Inc()
			if !api.IsStream(r.URL.Path) {
				m.took.WithLabelValues(route).Observe(time.Since(began).Seconds())
			}
		}()
		next.ServeHTTP(a, r)
	})
}

// routeOf returns the pattern that a request matched, so that the number of routes is bounded. The files of the page
// are one route.
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
