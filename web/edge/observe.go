// Package edge implements the HTTP middleware of a server: login, rate limits, security headers, compression, metrics
// and logging. It also serves the files of the page. The engine in the browser does not use it.
package edge

import (
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

// ShortestToken is the minimum length of a token in bytes. Longer tokens cannot be guessed at the permitted rate of
// attempts.
const ShortestToken = 12

// burst is the size of a client's burst of requests, in seconds of the permitted rate.
const burst = 4

// streamShare divides the rate of requests to get that of event streams.
const streamShare = 4

// Options configures an [Edge].
type Options struct {
	Token   string // required from clients, at least [ShortestToken] bytes; empty: no login
	Proxied bool   // the server is behind a proxy: the client is the last address of X-Forwarded-For
	Strict  bool   // browsers must use HTTPS for the host of a request with TLS from now on
	Rate    int    // API requests per second of one client; bursts may have four times as many
	// Connections is the number of open connections of one client, and of its requests in progress.
	Connections int
	Logger      *slog.Logger
}

// Edge is the middleware of a server.
type Edge struct {
	options Options
	meter   *meter
	rates   *rates
	streams *rates  // event streams, which begin searches
	open    *counts // requests in progress
}

// New returns an Edge. The error reports a token that is too short.
func New(o Options) (*Edge, error) {
	if o.Token != "" && len(o.Token) < ShortestToken {
		return nil, fmt.Errorf("the token has %d bytes (want at least %d)", len(o.Token), ShortestToken)
	}
	streams := max(float64(o.Rate)/streamShare, 1)
	return &Edge{
		options: o, meter: newMeter(), rates: newRates(float64(o.Rate), float64(burst*o.Rate)),
		streams: newRates(streams, burst*streams), open: newCounts(o.Connections),
	}, nil
}

// CountMove records the duration of a move in the metrics.
func (e *Edge) CountMove(quick bool, took time.Duration) { e.meter.countMove(quick, took) }

// AddMetrics adds metrics to /metrics.
func (e *Edge) AddMetrics(c prometheus.Collector) error { return e.meter.registry.Register(c) }

// AddPages registers the metrics of the queues, the API reference and the files of the built page.
func (e *Edge) AddPages(mux *http.ServeMux, document *huma.OpenAPI, queues map[string]*work.Queue, page fs.FS) error {
	e.meter.addQueues(queues)
	if err := e.addPlain(mux); err != nil {
		return err
	}
	addReference(mux, document)
	return addAssets(mux, page)
}

// Wrap returns next with all middleware.
func (e *Edge) Wrap(next http.Handler) (http.Handler, error) {
	compressed, err := compress(next)
	if err != nil {
		return nil, err
	}
	h := e.guard(api.ReadBody(compressed))
	return e.observe(api.Recover(e.secureHeaders(e.limitOpen(sameOrigin(h))), e.options.Logger)), nil
}

// observe returns a handler that identifies the client, assigns a request id, logs the request and counts it.
func (e *Edge) observe(next http.Handler) http.Handler {
	next = logAccess(e.meter.count(next), e.options.Logger)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := api.Caller{Client: clientName(r, e.options.Proxied), Request: rand.Text()[:12]}
		w.Header().Set("X-Request-Id", c.Request)
		next.ServeHTTP(w, r.WithContext(api.WithCaller(r.Context(), c)))
	})
}

// logAccess returns a handler that logs every completed request at debug level.
func logAccess(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response, began := &api.Response{ResponseWriter: w}, time.Now()
		defer func() {
			log.DebugContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "status", response.Status,
				"bytes", response.Bytes, "seconds", time.Since(began).Seconds(), "client", clientOf(r))
		}()
		next.ServeHTTP(response, r)
	})
}

func clientOf(r *http.Request) string { return api.CallerOf(r.Context()).Client }

// clientName returns the client of a request as in [networkOf]. Behind a proxy its address is the last one of
// X-Forwarded-For, which the proxy appended; the client may have forged the others.
func clientName(r *http.Request, proxied bool) string {
	if headers := r.Header.Values("X-Forwarded-For"); proxied && len(headers) > 0 {
		list := headers[len(headers)-1]
		return networkOf(strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:]))
	}
	return networkOf(hostOf(r.RemoteAddr))
}

// hostOf returns the host of an address such as 192.0.2.1:1234.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// networkOf returns an IP address, or its /64 network for IPv6, where a client has many addresses.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return work.Clip(address)
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.WithZone("").Prefix(64)
		return network.String()
	}
	return ip.String()
}

// RequestLogger returns a logger that adds the id of the request in the context to each record.
func RequestLogger(l *slog.Logger) *slog.Logger { return slog.New(requestHandler{l.Handler()}) }

// requestHandler is a [slog.Handler] that adds the request id.
type requestHandler struct{ slog.Handler }

// Handle adds the request id and passes the record on.
func (h requestHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := api.CallerOf(ctx).Request; id != "" {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs returns a handler with the attributes.
func (h requestHandler) WithAttrs(list []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(list)}
}

// WithGroup returns a handler with the group.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}
