package book

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/internal/crashtest"
)

// victim is an environment variable. If it is set, the test program grows a book until it is killed.
const victim = "KAESHI_TEST_GROW_BOOK"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		fmt.Fprintln(os.Stderr, growForEver(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// growForEver repeatedly grows a little and writes the book, so that a kill can come at any point.
func growForEver(path string) error {
	for {
		f, err := Open(path, Step{Command: "victim"})
		if err != nil {
			return err
		}
		g := Growth{Judges: []*Judge{quick(1, 4), quick(1, 4)}, Start: start(), Ply: 10, Positions: 12}
		g.Progress = func(Growing) {
			fmt.Println("grown")
			if f.pending%5 == 4 {
				err = errors.Join(err, f.Flush())
			}
		}
		if _, fault := f.Grow(context.Background(), g); fault != nil {
			return errors.Join(err, fault)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}

// TestKill checks that a run that is killed at any time leaves a complete and consistent book, and that the next run
// has all its changes.
func TestKill(t *testing.T) {
	if testing.Short() {
		return // the race detector does not observe other processes
	}
	path := filepath.Join(t.TempDir(), "killed.book")
	r := rand.New(rand.NewPCG(1, 1))
	positions := 0
	for round := 0; round < 20 || positions < 50 && round < 1000; round++ { // in 60 ms, a busy machine adds few
		kill(t, path, time.Duration(r.IntN(60))*time.Millisecond)
		if v, err := VerifyFile(path); err != nil || !v.Sound() {
			t.Fatalf("round %d: Verify() = %v, error %v; want a consistent book", round, v, err)
		}
		f := open(t, path)
		sound(t, f.Book(nil))
		if f.Len() < positions {
			t.Fatalf("round %d: %d positions, want at least %d", round, f.Len(), positions)
		}
		positions = f.Len()
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if positions < 50 {
		t.Errorf("%d positions, want at least 50: each run was killed too early", positions)
	}
}

func kill(t *testing.T, path string, after time.Duration) {
	t.Helper()
	child := crashtest.Child(t, victim, path)
	var output strings.Builder
	child.Stderr = &output
	crashtest.Kill(t, child, after) // the first output means that the process has read the weights and is growing
	if child.ProcessState.Exited() {
		t.Fatalf("the process ended before it was killed: %s", output.String())
	}
}
