//go:build unix

package serve

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotify checks that the service manager receives messages, and that a missing socket is only logged.
func TestNotify(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	var log strings.Builder
	e := env(map[string]string{"NOTIFY_SOCKET": path})
	e.Err = &log
	for _, message := range []string{isReady, isStopping} {
		notify(t.Context(), e, message)
		received := make([]byte, 100)
		n, err := manager.Read(received)
		if got := string(received[:n]); got != message || err != nil {
			t.Errorf("received %q, error %v; want %q", got, err, message)
		}
	}
	if log.String() != "" {
		t.Errorf("log %q, want nothing", log.String())
	}
	missing := env(map[string]string{"NOTIFY_SOCKET": filepath.Join(folder, "none")})
	missing.Err = &log
	notify(t.Context(), missing, isReady)
	if !strings.Contains(log.String(), "cannot notify the service manager") {
		t.Errorf("log %q, want a failure", log.String())
	}
}
