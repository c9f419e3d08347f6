package edge

import (
	"maps"
	"sync"
	"time"
)

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
