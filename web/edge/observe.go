// Package edge holds what stands between the network and the API of a server: login, limits for each client, security
// headers, compression, metrics, and the files of the page. A browser without a server does without it.
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

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

// ShortestToken is the least number of bytes of a token that cannot be guessed at the rate of attempts that is allowed.
const ShortestToken = 12

// burst is how many seconds' worth of requests a client may send at once.
const burst = 4

// Options configures an [Edge].
type Options struct {
	Token   string // that clients must present, [ShortestToken] bytes or more; empty: none
	Proxied bool   // a proxy stands in front: the client is the last address of X-Forwarded-For
	Rate    int    // requests to the API that one client may send in a second, and four times as many at once
	Logger  *slog.Logger
}

// Edge is the outer part of a server.
type Edge struct {
	options Options
	meter   *meter
	rates   *rates
}

// New returns an edge.
func New(o Options) (*Edge, error) {
	if o.Token != "" && len(o.Token) < ShortestToken {
		return nil, fmt.Errorf("bytes of the token: %d, expected %d or more", len(o.Token), ShortestToken)
	}
	return &Edge{o, newMeter(), newRates(float64(o.Rate), float64(burst*o.Rate))}, nil
}

// CountMove counts a move in the metrics.
func (e *Edge) CountMove(quick bool, took time.Duration) { e.meter.thought(quick, took) }

// AddPages registers the metrics of the queues, the pages that the server makes itself, and the files of the built
// page.
func (e *Edge) AddPages(mux *http.ServeMux, document *huma.OpenAPI, queues map[string]*work.Queue, page fs.FS) error {
	e.meter.watch(queues)
	if err := e.addPlain(mux); err != nil {
		return err
	}
	if err := addReference(mux, document); err != nil {
		return err
	}
	return addAssets(mux, page)
}

// Wrap returns the handler that every request passes before it reaches next.
func (e *Edge) Wrap(next http.Handler) (http.Handler, error) {
	compressed, err := compress(next)
	if err != nil {
		return nil, err
	}
	h, err := e.guard(api.ReadBody(compressed))
	if err != nil {
		return nil, err
	}
	return e.observe(api.Recover(secureHeaders(sameOrigin(h)), e.options.Logger)), nil
}

// observe identifies every request and its client, logs the request and counts it.
func (e *Edge) observe(next http.Handler) http.Handler {
	next = logAccess(e.meter.count(next), e.options.Logger)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := api.Caller{Client: clientName(r, e.options.Proxied), Request: rand.Text()[:12]}
		w.Header().Set("X-Request-Id", c.Request)
		next.ServeHTTP(w, r.WithContext(api.WithCaller(r.Context(), c)))
	})
}

// logAccess logs every request at debug level when it is answered.
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

// clientName returns the address of a client; of IPv6, the network, as one client has many addresses there. Behind a
// proxy it is the address that the proxy saw: the last of X-Forwarded-For, since the client may have written those
// before it.
func clientName(r *http.Request, proxied bool) string {
	name, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		name = r.RemoteAddr
	}
	if told := r.Header.Values("X-Forwarded-For"); proxied && len(told) > 0 {
		list := told[len(told)-1]
		name = strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return work.Clip(name)
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.WithZone("").Prefix(64)
		return network.String()
	}
	return ip.String()
}

// bounded refuses requests to the API that exceed the rate of a client. The files of the page are not limited.
func (e *Edge) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") && !e.rates.take(clientOf(r), time.Now()) {
			w.Header().Set("Retry-After", "1")
			api.WriteProblem(w, http.StatusTooManyRequests,
				"too many requests a second from this client; send them more slowly")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// RequestLogger returns a logger that adds the id of the request to each record.
func RequestLogger(l *slog.Logger) *slog.Logger { return slog.New(requestHandler{l.Handler()}) }

// requestHandler is a [slog.Handler] that adds the id of the request.
type requestHandler struct{ slog.Handler }

// Handle adds the id.
func (h requestHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := api.CallerOf(ctx).Request; id != "" {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the id.
func (h requestHandler) WithAttrs(list []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(list)}
}

// WithGroup keeps the id.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}
