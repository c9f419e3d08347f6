package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// state returns the state of a process as a letter, such as Z for a zombie, or "" if there is no such process.
func state(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return rest[:1]
}

// TestChildProcessesAreKilled checks that killing a program also kills its child processes.
func TestChildProcessesAreKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "child")
	t.Setenv(fakeVariable, "leaves-child")
	t.Setenv(fakeFile, file)
	foreign := newPlayer(t, "exec/gtp:'"+os.Args[0]+"'")
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := foreign.Choose(ctx, start(), player.Clock{})
		failed <- err
	}()
	child := 0
	until(t, "it has a child", func() bool {
		text, _ := os.ReadFile(file) // the file may not exist yet
		child, _ = strconv.Atoi(string(text))
		return child > 0
	})
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	until(t, "the child is dead", func() bool { return state(child) == "" || state(child) == "Z" })
}

// until waits until a condition holds.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout while waiting until %s", what)
		}
	}
}

// TestNoZombies checks that no program remains in the process table after it has been killed or has ended by itself.
func TestNoZombies(t *testing.T) {
	for _, manner := range []string{"gtp", "ends", "hangs", "stays"} {
		t.Setenv(fakeVariable, manner)
		p, err := makers().New("exec/gtp:wait=200ms '" + os.Args[0] + "'")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = p.Choose(t.Context(), start(), player.Clock{}) // some of the programs fail
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if left := childrenOf(t, os.Getpid()); len(left) > 0 {
			t.Errorf("%s: child processes %q, want none", manner, left)
		}
	}
}

func childrenOf(t *testing.T, pid int) (list []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the process has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			list = append(list, string(text[:min(40, len(text))]))
		}
	}
	return list
}
