//go:build !js

package web

import (
	"crypto/rand"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// front is what stands between the network and the routes.
type front struct {
	meter *meter
	rates *rates
}

// burst is how many seconds' requests may come at once.
const burst = 4

func newFront(s *Server) front {
	f := front{newMeter(), newRates(float64(s.options.Rate), float64(burst*s.options.Rate))}
	t := s.think
	f.meter.watch(map[string]*gate{"light": t.light.gate, "heavy": t.heavy.gate, "analysis": t.analyses, "job": t.jobs, "lesson": s.lessons, "watch": s.gallery.seats})
	t.thought = f.meter.thought
	return f
}

// observe gives every request an id and its client a name, notes it in the log and counts it.
func (s *Server) observe(next http.Handler) http.Handler {
	next = logAccess(s.front.meter.count(next), s.options.Logger)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := caller{client: clientName(r, s.options.Proxied), id: rand.Text()[:12]}
		w.Header().Set("X-Request-Id", c.id)
		next.ServeHTTP(w, r.WithContext(c.in(r.Context())))
	})
}

// clientName is the address of a client; of IPv6, the network, as one client has many addresses there. Behind a proxy it is the address that the
// proxy saw: the last that X-Forwarded-For tells, since those before it are the client's own words.
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
		return clip(name)
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.WithZone("").Prefix(64)
		return network.String()
	}
	return ip.String()
}

// bounded refuses what one client asks of the API more often than it may. Files of the page are free: they cost nothing.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") && !s.front.rates.take(clientOf(r.Context()), time.Now()) {
			w.Header().Set("Retry-After", "1")
			writeProblem(w, http.StatusTooManyRequests, "these are more requests than one client may send in a second: ask more slowly")
			return
		}
		next.ServeHTTP(w, r)
	})
}
