package edge

import (
	"fmt"
	"net/http"
	"testing"
	"time"
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
