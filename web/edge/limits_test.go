package edge

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/web/api"
)

func TestRates(t *testing.T) {
	r, now := newRates(2, 3), time.Unix(1000, 0)
	check := func(client string, want ...bool) {
		t.Helper()
		for i, w := range want {
			if allowed := r.allows(client, now); allowed != w || r.take(client, now) != w {
				t.Errorf("client %s, request %d: allowed %t, want %t", client, i, allowed, w)
			}
		}
	}
	check("a", true, true, true, false)
	check("b", true)
	now = now.Add(500 * time.Millisecond)
	check("a", true, false)
	now = now.Add(-time.Hour) // the clock is set back
	check("a", false)
	now = now.Add(2 * time.Hour)
	check("a", true, true, true, false)
	for i := range 1000 {
		r.take(fmt.Sprint("client ", i), now)
	}
	now = now.Add(time.Hour)
	if r.take("b", now); len(r.buckets) != 1 {
		t.Errorf("%d buckets after a sweep, want 1", len(r.buckets))
	}
}

func TestClientName(t *testing.T) {
	for _, c := range []struct {
		remote, forwarded string
		proxied           bool
		want              string
	}{
		{"192.0.2.1:1234", "", false, "192.0.2.1"},
		{"192.0.2.1:1234", "198.51.100.1", false, "192.0.2.1"},
		{"192.0.2.1:1234", "198.51.100.1", true, "198.51.100.1"},
		{"192.0.2.1:1234", "10.0.0.1, 198.51.100.1", true, "198.51.100.1"},
		{"192.0.2.1:1234", "", true, "192.0.2.1"},
		{"[2001:db8:1:2:3::4]:80", "", false, "2001:db8:1:2::/64"},
		{"[::ffff:192.0.2.1]:80", "", false, "192.0.2.1"},
		{"[fe80::1%eth0]:80", "", false, "fe80::/64"},
		{"@", "", false, "@"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if name := clientName(r, c.proxied); name != c.want {
			t.Errorf("%+v: client %s, want %s", c, name, c.want)
		}
	}
}

// TestLimitsOfClient checks the limits of event streams per second and of requests in progress: they apply to each
// client and not to others.
func TestLimitsOfClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(Options{Rate: 4, Connections: 2, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		release := make(chan struct{})
		h, err := e.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/wait" {
				<-release
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		get := func(client, path string) int {
			r, w := httptest.NewRequest(http.MethodGet, path, http.NoBody), httptest.NewRecorder()
			r.RemoteAddr = client + ":1"
			h.ServeHTTP(w, r)
			again := w.Header().Get("Retry-After")
			if refused := w.Code == http.StatusTooManyRequests; refused == (again == "") {
				t.Errorf("%s from %s: status %d with Retry-After %q", path, client, w.Code, again)
			}
			return w.Code
		}
		check := func(client, path string, want ...int) {
			t.Helper()
			var got []int
			for range want {
				got = append(got, get(client, path))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s from %s: statuses (-want +got):\n%s", path, client, diff)
			}
		}
		const stream = api.Path + "think"
		check("192.0.2.1", stream, 200, 200, 200, 200, 429)
		check("192.0.2.1", api.Path+"game", 200)
		check("192.0.2.2", stream, 200)
		time.Sleep(time.Second)
		check("192.0.2.1", stream, 200, 429)

		for range 2 {
			go get("192.0.2.3", "/wait")
		}
		synctest.Wait()
		check("192.0.2.3", "/", 429)
		check("192.0.2.3", "/healthz", 200, 200)
		check("192.0.2.4", "/", 200)
		close(release)
		synctest.Wait()
		check("192.0.2.3", "/", 200)

		w := httptest.NewRecorder()
		e.meter.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
		for _, want := range []string{
			`kaeshi_http_refused_total{limit="streams"} 2`, `kaeshi_http_refused_total{limit="requests"} 1`,
		} {
			if !strings.Contains(w.Body.String(), want+"\n") {
				t.Errorf("missing metric: %s", want)
			}
		}
	})
}

// TestLimitConnections checks that the connection above the limit of a client is closed at once, that another may be
// opened after one is closed, and that other clients are not affected.
func TestLimitConnections(t *testing.T) {
	e, err := New(Options{Rate: 1, Connections: 2})
	if err != nil {
		t.Fatal(err)
	}
	var ends []*end
	for _, from := range []string{
		"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8::3",
	} {
		ends = append(ends, &end{from: net.JoinHostPort(from, "1")})
	}
	l := e.LimitConnections(&queued{ends: ends})
	var accepted []net.Conn
	accept := func(want string) {
		t.Helper()
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		accepted = append(accepted, c)
		if got := hostOf(c.RemoteAddr().String()); got != want {
			t.Errorf("accepted a connection from %s, want one from %s", got, want)
		}
	}
	accept("192.0.2.1")
	accept("192.0.2.1")
	accept("192.0.2.2") // the third of 192.0.2.1 was closed
	for range 2 {       // closing twice counts once
		_ = accepted[0].Close()
	}
	accept("192.0.2.1")
	accept("2001:db8::1")
	accept("2001:db8::2")
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("error %v, want that of the listener, as the network has two connections", err)
	}
	var closed []bool
	for _, c := range ends {
		closed = append(closed, c.closed)
	}
	if diff := cmp.Diff([]bool{true, false, true, false, false, false, false, true}, closed); diff != "" {
		t.Errorf("closed connections (-want +got):\n%s", diff)
	}
	proxied, err := New(Options{Rate: 1, Connections: 2, Proxied: true})
	if err != nil {
		t.Fatal(err)
	}
	if plain := (&queued{}); proxied.LimitConnections(plain) != net.Listener(plain) {
		t.Error("the connections of a proxy are limited")
	}
}

// queued is a listener that accepts given connections and is then closed.
type queued struct {
	net.Listener

	ends []*end
}

func (q *queued) Accept() (net.Conn, error) {
	if len(q.ends) == 0 {
		return nil, net.ErrClosed
	}
	next := q.ends[0]
	q.ends = q.ends[1:]
	return next, nil
}

// end is a connection without data.
type end struct {
	net.Conn

	from   string
	closed bool
}

func (e *end) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", e.from)
	return a
}

func (e *end) Close() error {
	e.closed = true
	return nil
}
