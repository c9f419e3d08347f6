package edge

import (
	"maps"
	"sync"
	"time"
)

// rates bounds how often each client may do something: perSecond in the long run, burst at once.
type rates struct {
	perSecond, burst float64

	mu      sync.Mutex
	buckets map[string]bucket
	swept   time.Time
}

// bucket is what a client has left, as of then.
type bucket struct {
	left float64
	then time.Time
}

func newRates(perSecond, burst float64) *rates {
	return &rates{perSecond: perSecond, burst: burst, buckets: map[string]bucket{}}
}

// sweepTime is after which buckets that have filled again are forgotten.
const sweepTime = time.Minute

// take reports whether the client may do it once more, and counts it then.
func (r *rates) take(client string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sweep(now)
	b := r.filled(client, now)
	may := b.left >= 1
	if may {
		b.left--
	}
	r.buckets[client] = b
	return may
}

// may reports whether take would be granted.
func (r *rates) may(client string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.filled(client, now).left >= 1
}

// filled is the client's bucket now. The rates are locked.
func (r *rates) filled(client string, now time.Time) bucket {
	b, known := r.buckets[client]
	if !known {
		return bucket{r.burst, now}
	}
	return bucket{min(r.burst, b.left+r.perSecond*max(0, now.Sub(b.then).Seconds())), now}
}

// sweep forgets the clients that may do as much as strangers. The rates are locked.
func (r *rates) sweep(now time.Time) {
	if now.Sub(r.swept) < sweepTime {
		return
	}
	r.swept = now
	maps.DeleteFunc(r.buckets, func(client string, _ bucket) bool { return r.filled(client, now).left >= r.burst })
}
