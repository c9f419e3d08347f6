package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/web/edge"
)

func TestProfilesAddress(t *testing.T) {
	for address, want := range map[string]string{
		"": "", "127.0.0.1:6060": "", "[::1]:0": "", "localhost:6060": "",
		"nowhere":        "--pprof nowhere: expected HOST:PORT",
		"127.0.0.1:http": "--pprof 127.0.0.1:http: expected HOST:PORT",
		":6060":          "--pprof :6060: want a loopback address",
		"0.0.0.0:6060":   "--pprof 0.0.0.0:6060: want a loopback address",
		"10.0.0.1:6060":  "--pprof 10.0.0.1:6060: want a loopback address",
		"example.org:80": "--pprof example.org:80: want a loopback address",
	} {
		got := ""
		if err := (profiles{address}).check(); err != nil {
			got, _, _ = strings.Cut(err.Error(), " such as")
			got, _, _ = strings.Cut(got, ", such as")
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: error %q, want %q", address, got, want)
		}
	}
}

// TestProfiles checks that profiles are for this machine, and that no page of another site causes them.
func TestProfiles(t *testing.T) {
	h := edge.Local(profilesHandler())
	got := map[string]int{}
	for name, change := range map[string]func(*http.Request){
		"this machine":  func(*http.Request) {},
		"another name":  func(r *http.Request) { r.Host = "rebound.example.org" },
		"another site":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"another host":  func(r *http.Request) { r.Header.Set("Referer", "http://example.org/") },
		"a wrong path":  func(r *http.Request) { r.URL.Path = "/api/v1/game" },
		"the goroutine": func(r *http.Request) { r.URL.Path += "goroutine" },
	} {
		r, w := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:6060"+profilesPath, nil), httptest.NewRecorder()
		change(r)
		h.ServeHTTP(w, r)
		got[name] = w.Code
	}
	want := map[string]int{
		"this machine": http.StatusOK, "another name": http.StatusMisdirectedRequest,
		"another site": http.StatusForbidden, "another host": http.StatusForbidden, "a wrong path": http.StatusNotFound,
		"the goroutine": http.StatusOK,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}
