package server

import (
	"net/http"
	"testing"

	"github.com/kaeshi/kaeshi/web/webtest"
)

// TestRateLimit checks that requests that exceed the rate of a client are refused, and that other clients and the files
// of the page are not limited.
func TestRateLimit(t *testing.T) {
	s := serve(t, func(o *Options) { o.Rate, o.Proxied = 1, true })
	get := func(client, path string) *http.Response {
		r := s.Request(t.Context(), "GET", path, "")
		r.Header.Set("X-Forwarded-For", client)
		response, _ := s.Do(r)
		return response
	}
	refused := 0
	for range 12 {
		if response := get("2001:db8::1", gamePath); response.StatusCode == http.StatusTooManyRequests {
			refused++
			if response.Header.Get("Retry-After") == "" || response.Header.Get("X-Request-Id") == "" {
				t.Error("Retry-After or X-Request-Id is missing: ", response.Header)
			}
		}
	}
	if refused < 4 {
		t.Errorf("%d of 12 requests were refused, want at least 4", refused)
	}
	for client, path := range map[string]string{
		"2001:db8::2": "/", "2001:db8::3": "/healthz",
		"2001:db8:0:1::1": gamePath, "junk": gamePath,
	} {
		if response := get(client, path); response.StatusCode != http.StatusOK {
			t.Errorf("%s from %s: status %s, want 200", path, client, response.Status)
		}
	}
}

// TestShareOfClient checks that one client can use neither all places of the strong players nor all event streams of
// tournaments.
func TestShareOfClient(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player),
		func(o *Options) { o.Thinking, o.PerClient, o.Proxied = 2, 1, true })
	get := func(client string) *http.Response {
		r := s.Request(t.Context(), "GET", thinkPath+"?player=sleeper", "")
		r.Header.Set("X-Forwarded-For", client)
		response, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = response.Body.Close() })
		return response
	}
	for client, want := range map[string][]int{"192.0.2.1": {200, 429, 429}, "192.0.2.2": {200, 429}} {
		for _, status := range want {
			if response := get(client); response.StatusCode != status ||
				(status == 429) != (response.Header.Get("Retry-After") != "") {
				t.Errorf("client %s: status %s, want 200", client, response.Status)
			}
		}
	}
}
