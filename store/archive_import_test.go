package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/crashtest"
)

// slowly returns an import with transactions of a few games.
func slowly(s *Store) *Import {
	i := s.NewImport()
	i.batch = 40
	return i
}

// TestImportCancelled checks that a cancelled import leaves complete transactions, and that the next import continues
// from there.
func TestImportCancelled(t *testing.T) {
	games := unique(randomGames(11, 200))
	s := openAt(t, newPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := slowly(s)
	var err error
	for n, g := range games {
		if n == 130 {
			cancel()
		}
		if err = i.Add(ctx, "test.ggf", g); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) || i.Sum() != (ImportSum{Stored: 120}) {
		t.Errorf("sum %+v, want 120 games stored; error %v, want context.Canceled", i.Sum(), err)
	}
	checkSegments(t, s, 120)
	if sum := importAll(t, s, games); sum != (ImportSum{Stored: len(games) - 120, Known: 120}) {
		t.Errorf("sum of the next import: %+v, want 120 known games and the others stored", sum)
	}
	checkSegments(t, s, len(games))
}

// TestImportBoundsMemory checks that games with long comments are written after a few games, to limit the memory.
func TestImportBoundsMemory(t *testing.T) {
	i := openAt(t, memory).NewImport()
	for n, g := range unique(randomGames(13, 5)) {
		g.Comment = strings.Repeat("long ", batchBytes/15)
		if err := i.Add(t.Context(), "test.ggf", g); err != nil {
			t.Fatal(err)
		}
		if want := (n + 1) / 3 * 3; i.Sum().Stored != want {
			t.Errorf("%d games stored after %d, want %d", i.Sum().Stored, n+1, want)
		}
	}
}

// TestImportsAtOnce checks that two concurrent imports of the same games, as in two processes, store each game once.
func TestImportsAtOnce(t *testing.T) {
	games := unique(randomGames(12, 400))
	path := newPath(t)
	stores := []*Store{openAt(t, path), openAt(t, path)}
	var working sync.WaitGroup
	sums := make([]ImportSum, len(stores))
	for n, s := range stores {
		working.Go(func() {
			i := slowly(s)
			for at := range games {
				if err := i.Add(t.Context(), "test.ggf", games[(at+150*n)%len(games)]); err != nil {
					t.Error(err)
				}
			}
			var err error
			if sums[n], err = i.Finish(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	if stored, known := sums[0].Stored+sums[1].Stored, sums[0].Known+sums[1].Known; stored != len(games) ||
		known != len(games) {
		t.Errorf("sums %+v, want %d games stored and %d known in all", sums, len(games), len(games))
	}
	checkSegments(t, stores[0], len(games))
	o := newOracle(everything(t, stores[1]))
	for _, p := range positionsOf(games[:5]) {
		checkPosition(t, stores[0], o, p)
	}
}

// TestImportWaits checks that an import reports that it waits for another writer, and then continues.
func TestImportWaits(t *testing.T) {
	path := newPath(t)
	s, other := openAt(t, path), openAt(t, path)
	s.patience = time.Millisecond
	tx, err := other.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	waited := 0
	i := s.NewImport()
	i.Waiting = func() {
		if waited++; waited == 3 {
			if err := tx.Rollback(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := i.Add(t.Context(), "test.ggf", randomGames(1, 1)[0]); err != nil {
		t.Fatal(err)
	}
	sum, err := i.Finish(t.Context())
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(ImportSum{Stored: 1}, sum); diff != "" {
		t.Errorf("sum (-want +got):\n%s", diff)
	}
	if waited != 3 {
		t.Errorf("waited %d times, want 3", waited)
	}

	if tx, err = other.write.BeginTx(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	i = s.NewImport()
	i.Waiting = cancel
	if err := i.Add(ctx, "test.ggf", randomGames(2, 1)[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Finish(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while waiting: error %v, want context.Canceled", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
}

// If the environment variable childImport is set, the test program imports into childFile, in its working directory,
// until it is killed.
const (
	childImport = "KAESHI_TEST_IMPORT"
	childFile   = "killed.db"
)

func importForever() {
	s, err := Open(context.Background(), childFile)
	if err != nil {
		os.Exit(1)
	}
	i := slowly(s)
	for seed := uint64(0); ; seed++ {
		for _, g := range randomGames(seed, 100) {
			if err := i.Add(context.Background(), "test.ggf", g); err != nil {
				os.Exit(1)
			}
		}
	}
}

// TestImportKilled checks that a killed process leaves complete transactions with their index.
func TestImportKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	folder := t.TempDir()
	s := openAt(t, filepath.Join(folder, childFile))
	stored := 0
	for _, wait := range []time.Duration{300, 450, 220, 370} {
		child := crashtest.Child(t, childImport, "yes")
		child.Dir = folder
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait * time.Millisecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // returns an error, because the process was killed
		all, err := s.Find(t.Context(), GameQuery{})
		if err != nil || all.Results.Games < stored {
			t.Fatalf("%d games, want at least %d; error %v", all.Results.Games, stored, err)
		}
		stored = all.Results.Games
		checkSegments(t, s, stored)
	}
	if stored == 0 {
		t.Fatal("no child process stored a game")
	}
	games := everything(t, s)
	o := newOracle(games)
	for _, p := range positionsOf(games[len(games)-2:]) {
		checkPosition(t, s, o, p)
	}
}
