// Package crashtest runs a test program as a child and kills it, for tests of what survives a kill.
package crashtest

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// Child returns a command that runs the present test program with the environment variable. TestMain of the program
// does the work of the child where the variable is set.
func Child(t testing.TB, variable, value string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self) //nolint:gosec // the program that runs
	child.Env = append(os.Environ(), variable+"="+value)
	return child
}

// Kill starts the child, waits for its first byte of output, and kills it that long afterwards. It reports whether the
// child was killed; false means that it had ended without a fault.
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
