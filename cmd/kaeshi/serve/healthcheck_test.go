package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHealthcheck queries a healthy server, an unavailable one, and an address without a server.
func TestHealthcheck(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		w.WriteHeader(status)
	}))
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // would be used for any other address
	address := strings.TrimPrefix(server.URL, "http://")
	ask := func() error {
		c := HealthcheckCommand(env(nil))
		c.SetArgs([]string{"--addr", address})
		c.SetOut(t.Output())
		c.SetErr(t.Output())
		return c.ExecuteContext(t.Context())
	}
	if err := ask(); err != nil {
		t.Error(err)
	}
	status = http.StatusServiceUnavailable
	if err := ask(); err == nil || !strings.Contains(err.Error(), "503 Service Unavailable (want 200 OK)") {
		t.Errorf("unavailable server: error %v, want the status", err)
	}
	server.Close()
	if err := ask(); err == nil || !strings.Contains(err.Error(), "no response") {
		t.Errorf("no server: error %v, want that there is no response", err)
	}
}
