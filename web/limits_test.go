package web

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestRates(t *testing.T) {
	r, now := newRates(2, 3), time.Unix(1000, 0)
	takes := func(client string, want ...bool) {
		t.Helper()
		for i, w := range want {
			if may := r.may(client, now); may != w || r.take(client, now) != w {
				t.Errorf("%s, %d: want %t", client, i, w)
			}
		}
	}
	takes("a", true, true, true, false)
	takes("b", true)
	now = now.Add(500 * time.Millisecond)
	takes("a", true, false)
	now = now.Add(-time.Hour) // a clock that is set back
	takes("a", false)
	now = now.Add(2 * time.Hour)
	takes("a", true, true, true, false)
	for i := range 1000 {
		r.take(fmt.Sprint("client ", i), now)
	}
	now = now.Add(time.Hour)
	if r.take("b", now); len(r.buckets) != 1 {
		t.Errorf("%d clients are remembered", len(r.buckets))
	}
}

// What one client asks too often is refused; others, and the files of the page, are not concerned.
func TestRequestsAreBounded(t *testing.T) {
	s := serve(t, func(o *Options) { o.Rate, o.Proxied = 1, true })
	ask := func(client, path string) *http.Response {
		r := s.request(t.Context(), "GET", path, "")
		r.Header.Set("X-Forwarded-For", client)
		response, _ := s.do(r)
		return response
	}
	refused := 0
	for range 3 * burst {
		if response := ask("2001:db8::1", gamePath); response.StatusCode == http.StatusTooManyRequests {
			refused++
			if response.Header.Get("Retry-After") == "" || response.Header.Get("X-Request-Id") == "" {
				t.Error(response.Header)
			}
		}
	}
	if refused < burst {
		t.Errorf("%d of %d are refused", refused, 3*burst)
	}
	for client, path := range map[string]string{"2001:db8::2": "/", "2001:db8::3": "/healthz", "2001:db8:0:1::1": gamePath, "junk": gamePath} {
		if response := ask(client, path); response.StatusCode != http.StatusOK {
			t.Errorf("%s from %s: %s", path, client, response.Status)
		}
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
			t.Errorf("%+v: %s", c, name)
		}
	}
}

// One client cannot take all places of the strong players, nor all seats before a tournament.
func TestOneClientHasItsShare(t *testing.T) {
	sleeping := newSleeper()
	s := serve(t, sleeping.player(), func(o *Options) { o.Thinking, o.PerClient, o.Proxied = 2, 1, true })
	ask := func(client string) *http.Response {
		r := s.request(t.Context(), "GET", thinkPath+"?player=sleeper", "")
		r.Header.Set("X-Forwarded-For", client)
		response, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = response.Body.Close() })
		return response
	}
	for client, want := range map[string][]int{"192.0.2.1": {200, 429, 429}, "192.0.2.2": {200, 429}} {
		for _, status := range want {
			if response := ask(client); response.StatusCode != status || (status == 429) != (response.Header.Get("Retry-After") != "") {
				t.Errorf("%s: %s", client, response.Status)
			}
		}
	}
}
