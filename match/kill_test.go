package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/store"
)

// An environment variable with a database. If it is set, the test program runs a tournament in this database.
const heldIn = "KAESHI_TEST_TOURNAMENT"

func TestMain(m *testing.M) {
	if path := os.Getenv(heldIn); path != "" {
		if err := hold(context.Background(), path, func() { fmt.Println("begun") }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func fast() Tournament {
	return Tournament{
		Players: []string{"random", "greedy", "kaeshi:skill=1"}, Format: Gauntlet, Games: 100, Seed: 11,
		Time:     "depth:1",
		Openings: filepath.Join("testdata", "openings.txt"), Concurrency: 2,
	}
}

// hold resumes the tournament in the database, or starts it, and calls ready before the games.
func hold(ctx context.Context, path string, ready func()) error {
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	e, err := begun(ctx, s)
	if err == nil {
		ready()
		err = e.Run(ctx, nil, known, Watch{})
	}
	return errors.Join(err, s.Close())
}

func begun(ctx context.Context, s *store.Store) (*Event, error) {
	id, err := Find(ctx, s, fast())
	if errors.Is(err, ErrNothingToResume) {
		return Start(ctx, s, fast(), known)
	}
	if err != nil {
		return nil, err
	}
	return Resume(ctx, s, id)
}

// TestKilled checks that a tournament of 200 games that is killed at twenty random moments and resumed has the same
// games as an uninterrupted run.
func TestKilled(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	began := time.Now()
	if err := hold(t.Context(), whole, func() {}); err != nil {
		t.Fatal(err)
	}
	want, length := games(t, reopen(t, whole), 1), time.Since(began)
	if len(want) != 200 {
		t.Fatalf("%d games, want 200", len(want))
	}
	chance := rand.New(rand.NewPCG(uint64(began.UnixNano()), 0))
	most := 20
	if testing.Short() {
		most = 5
	}
	for kills := 0; kills < most; {
		path := filepath.Join(t.TempDir(), "killed.db")
		counts := []int{}
		for kills < most && killed(t, path, time.Duration(chance.Float64()*float64(length)/10)) {
			kills++
			counts = append(counts, stored(t, path))
		}
		t.Logf("uninterrupted run: %v; games after each kill: %v", length, counts)
		if !slices.IsSorted(counts) {
			t.Errorf("games after each kill: %v, want no fewer than before", counts)
		}
		if err := hold(t.Context(), path, func() {}); err != nil {
			t.Fatal(err)
		}
		s := reopen(t, path)
		if got := games(t, s, 1); !slices.Equal(got, want) {
			t.Errorf("%d games, want the %d games of the uninterrupted run", len(got), len(want))
		}
		list, err := s.Tournaments(t.Context(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 {
			t.Fatalf("%d tournaments, want one: %v", len(list), list)
		}
		if list[0].Ended.IsZero() {
			t.Errorf("the tournament has no end time: %v", list[0])
		}
	}
}

// killed runs the tournament in another process and kills the process after a time. It returns false if the tournament
// was finished before.
func killed(t *testing.T, path string, after time.Duration) bool {
	t.Helper()
	child := crashtest.Child(t, heldIn, path)
	child.Stderr = os.Stderr
	return crashtest.Kill(t, child, after)
}

func stored(t *testing.T, path string) int {
	t.Helper()
	s := reopen(t, path)
	defer s.Close()
	list, err := s.TournamentGames(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func reopen(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
