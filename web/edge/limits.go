package edge

import (
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/web/api"
)

// healthPath is never limited: a refused health check would restart a server that others keep busy.
const healthPath = "/healthz"

// limitRate returns a handler that refuses API requests of a client that exceeds its rate of requests or of event
// streams. The files of the page are not limited.
func (e *Edge) limitRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, now := clientOf(r), time.Now()
		switch {
		case !isAPI(r.URL.Path), r.URL.Path == healthPath:
		case !e.rates.take(client, now):
			e.exceeded(w, "rate")
			api.WriteProblem(w, http.StatusTooManyRequests,
				"too many requests per second from this client; send them more slowly")
			return
		case api.IsStream(r.URL.Path) && !e.streams.take(client, now):
			e.exceeded(w, "streams")
			api.WriteProblem(w, http.StatusTooManyRequests,
				"too many event streams per second from this client; open them more slowly")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limitOpen returns a handler that refuses requests of a client that has too many in progress.
func (e *Edge) limitOpen(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := clientOf(r)
		if r.URL.Path == healthPath {
			next.ServeHTTP(w, r)
			return
		}
		if !e.open.enter(client) {
			e.exceeded(w, "requests")
			api.WriteProblem(w, http.StatusTooManyRequests,
				"too many open requests from this client; wait for one to finish")
			return
		}
		defer e.open.leave(client)
		next.ServeHTTP(w, r)
	})
}

// exceeded counts a request that exceeds a limit and sets the header that says when to try again.
func (e *Edge) exceeded(w http.ResponseWriter, limit string) {
	e.meter.refuse(limit)
	w.Header().Set("Retry-After", "1")
}

// rates limits the rate of an action for each client with a token bucket of size burst that refills at perSecond.
type rates struct {
	perSecond, burst float64

	mu      sync.Mutex
	buckets map[string]bucket
	swept   time.Time
}

// bucket is the number of actions that a client had left at a time.
type bucket struct {
	left float64
	then time.Time
}

func newRates(perSecond, burst float64) *rates {
	return &rates{perSecond: perSecond, burst: burst, buckets: map[string]bucket{}}
}

// sweepTime is the interval at which full buckets are removed.
const sweepTime = time.Minute

// take reports whether the client may act, and counts the action if so.
func (r *rates) take(client string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sweep(now)
	b := r.filled(client, now)
	allowed := b.left >= 1
	if allowed {
		b.left--
	}
	r.buckets[client] = b
	return allowed
}

// allows reports whether take would return true.
func (r *rates) allows(client string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.filled(client, now).left >= 1
}

// filled returns the bucket of the client at the time now. The caller holds mu.
func (r *rates) filled(client string, now time.Time) bucket {
	b, known := r.buckets[client]
	if !known {
		return bucket{r.burst, now}
	}
	return bucket{min(r.burst, b.left+r.perSecond*max(0, now.Sub(b.then).Seconds())), now}
}

// sweep removes full buckets, at most once in sweepTime. The caller holds mu.
func (r *rates) sweep(now time.Time) {
	if now.Sub(r.swept) < sweepTime {
		return
	}
	r.swept = now
	maps.DeleteFunc(r.buckets, func(client string, _ bucket) bool { return r.filled(client, now).left >= r.burst })
}
