// Package crashtest runs the test program as a child process and kills it, to test recovery from crashes.
package crashtest

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// Child returns a command that runs the current test program with an environment variable. TestMain must do the work of
// the child if the variable is set.
func Child(t testing.TB, variable, value string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self) //nolint:gosec // the path of the running program
	child.Env = append(os.Environ(), variable+"="+value)
	return child
}

// Kill starts the child, waits for its first byte of output, and kills it after a delay. It reports whether the child
// was killed; false means that it exited without an error before.
func Kill(t testing.TB, child *exec.Cmd, after time.Duration) bool {
	t.Helper()
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err == nil {
		_, err = out.Read(make([]byte, 1))
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = child.Process.Kill() // it may have ended
	return child.Wait() != nil
}
