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
	refused  *prometheus.CounterVec
}

func newMeter() *meter {
	seconds := []float64{.001, .0025, .005, .01, .025, .05, .1, .2, .3, .5, 1, 2.5, 5, 10, 20, 60}
	m := &meter{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kaeshi_http_requests_total", Help: "Completed requests by route and status.",
		}, []string{"route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kaeshi_http_request_seconds", Help: "Duration of requests in seconds, without event streams.",
			Buckets: seconds,
		}, []string{"route"}),
		moves: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kaeshi_move_seconds",
			Help: "Duration of a player's move in seconds, waiting included, by queue. The queue light is for " +
				"players that take milliseconds.",
			Buckets: seconds,
		}, []string{"queue"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kaeshi_http_requests_open",
			Help: "Requests in progress, event streams included.",
		}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kaeshi_http_refused_total",
			Help: "Requests and connections that a limit for one client refused, by limit.",
		}, []string{"limit"}),
	}
	m.registry.MustRegister(m.requests, m.took, m.moves, m.open, m.refused, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// refuse counts a request or a connection that a limit refused.
func (m *meter) refuse(limit string) { m.refused.WithLabelValues(limit).Inc() }

// addQueues registers the load of the queues.
func (m *meter) addQueues(queues map[string]*work.Queue) {
	for name, q := range queues {
		labels := prometheus.Labels{"queue": name}
		working := func() float64 { n, _ := q.Load(); return float64(n) }
		waiting := func() float64 { _, n := q.Load(); return float64(n) }
		m.registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "kaeshi_searches_working",
				Help: "Running requests by queue.", ConstLabels: labels,
			}, working),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "kaeshi_searches_waiting",
				Help: "Waiting requests by queue.", ConstLabels: labels,
			}, waiting))
	}
}

// countMove records the duration of a move.
func (m *meter) countMove(quick bool, took time.Duration) {
	queue := "heavy"
	if quick {
		queue = "light"
	}
	m.moves.WithLabelValues(queue).Observe(took.Seconds())
}

// count returns a handler that counts and times the requests to next.
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

// routeOf returns the pattern that a request matched, which bounds the number of label values. The files of the page
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
