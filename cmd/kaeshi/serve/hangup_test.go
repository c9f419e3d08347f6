//go:build unix

package serve

import (
	"log/slog"
	"syscall"
	"testing"
)

// TestHangup checks that each SIGHUP reads the certificates again, and does not end the program.
func TestHangup(t *testing.T) {
	read := make(chan struct{})
	s := secured{reload: func() { read <- struct{}{} }}
	defer s.onHangup(slog.New(slog.DiscardHandler))()
	for range 3 {
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		<-read
	}
}
