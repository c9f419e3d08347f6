package serve

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// TestHealthcheckTLS queries a server with HTTPS, whose certificate must be for the name in the file or for the domain.
func TestHealthcheckTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	folder := t.TempDir()
	write := func(name string, text []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	chain := write("chain.pem",
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	text := write("text.pem", []byte("text"))
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "https://"), ":")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--tls-cert", chain}, ""},
		{[]string{"--acme", "example.com"}, ""}, // a name in the certificate of package httptest
		{[]string{"--addr", ":" + port, "--tls-cert", chain}, ""},
		{[]string{"--addr", "0.0.0.0:" + port, "--tls-cert", chain}, ""},
		{[]string{"--acme", "example.org"}, "certificate is valid for example.com"},
		{[]string{"--acme", "example.com", "--tls-cert", chain}, "exclude each other"},
		{[]string{"--tls-cert", text}, "want a certificate in PEM"},
		{[]string{"--tls-cert", filepath.Join(folder, "none.pem")}, "none.pem"},
		{nil, "400 Bad Request"}, // plain HTTP
	} {
		command := HealthcheckCommand(env(nil))
		command.SetArgs(append([]string{"--addr", "127.0.0.1:" + port}, c.args...))
		command.SetOut(t.Output())
		command.SetErr(t.Output())
		err := command.ExecuteContext(t.Context())
		if c.want == "" && err != nil {
			t.Errorf("%v: %v", c.args, err)
		} else if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: error %v, want one with %q", c.args, err, c.want)
		}
	}
}

func TestLocalised(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:80": "127.0.0.1:80", "[::]:80": "[::1]:80", "10.0.0.1:80": "10.0.0.1:80",
		"localhost:80": "localhost:80", "8080": "8080",
	}
	for address := range want {
		got[address] = localised(address)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("addresses (-want +got):\n%s", diff)
	}
}
