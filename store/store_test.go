package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv(childImport) != "" {
		importForever()
	}
	goleak.VerifyTestMain(m)
}

// openAt opens a store that is closed at the end of the test.
func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // the test may have closed it
	return s
}

func newPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "some folder", "100% games?#1.db")
}

// game returns a game with an id that Black wins by score discs.
func game(id string, score int) Game {
	return Game{
		ID: id, Size: 8, Start: "usual", Moves: "f5d6c3", Black: Human, White: "kaeshi:skill=3",
		ScoreBlack: score, DiscsBlack: 32 + score/2, DiscsWhite: 32 - score/2,
	}
}

func mustAdd(t testing.TB, s *Store, g Game) Game {
	t.Helper()
	stored, added, err := s.AddGame(t.Context(), g)
	if err != nil || !added {
		t.Fatalf("AddGame(%s): added %t, error %v; want true", g.ID, added, err)
	}
	return stored
}

// both runs a test on a database in a file and on one in memory.
func both(t *testing.T, test func(*testing.T, *Store)) {
	t.Run("file", func(t *testing.T) { test(t, openAt(t, newPath(t))) })
	t.Run("memory", func(t *testing.T) { test(t, openAt(t, ":memory:")) })
}

func TestAddGame(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		want := game("a", 10)
		want.Played = time.Date(2026, 1, 2, 3, 4, 5, 6_999_999, time.UTC)
		s.now = func() time.Time { return want.Played }
		want.Played = want.Played.Truncate(time.Millisecond)
		got := mustAdd(t, s, want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the stored game (-want +got):\n%s", diff)
		}
		s.now = time.Now
		again, added, err := s.AddGame(t.Context(), want)
		if err != nil {
			t.Fatal(err)
		}
		if added {
			t.Error("the same game is added twice")
		}
		if diff := cmp.Diff(want, again); diff != "" {
			t.Errorf("again (-want +got):\n%s", diff)
		}
		found, err := s.Game(t.Context(), "a")
		if err != nil || !cmp.Equal(found, want) {
			t.Errorf("Game() = %+v, %v; want %+v", found, err, want)
		}
		if _, err := s.Game(t.Context(), "b"); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), `"b"`) {
			t.Errorf("a missing game: error %v, want %v with the id", err, ErrNotFound)
		}
	})
}

// TestAddGameConflict checks that a game is a conflict if it differs in any field from the stored game with the same
// id.
func TestAddGameConflict(t *testing.T) {
	s := openAt(t, ":memory:")
	kept := mustAdd(t, s, game("a", 10))
	for name, change := range map[string]func(*Game){
		"size":     func(g *Game) { g.Size = 6 },
		"start":    func(g *Game) { g.Start = "parallel" },
		"position": func(g *Game) { g.Start, g.Position = "", "-----OX--XO----- X" },
		"moves":    func(g *Game) { g.Moves = "f5d6c4" },
		"black":    func(g *Game) { g.Black = "random" },
		"white":    func(g *Game) { g.White = "random" },
		"mixed":    func(g *Game) { g.Mixed = true },
		"score":    func(g *Game) { g.ScoreBlack = -10 },
		"discs":    func(g *Game) { g.DiscsBlack++ },
	} {
		g := game("a", 10)
		change(&g)
		if _, added, err := s.AddGame(t.Context(), g); !errors.Is(err, ErrConflict) || added {
			t.Errorf("another %s: added %t, error %v; want false, %v", name, added, err, ErrConflict)
		}
	}
	if found, err := s.Game(t.Context(), "a"); err != nil || !cmp.Equal(found, kept) {
		t.Errorf("after the conflicts, the game is %+v, want %+v; error %v", found, kept, err)
	}
}

func TestSetUpGame(t *testing.T) {
	s := openAt(t, ":memory:")
	g := game("a", 4)
	g.Start, g.Position, g.Size = "", "-----OX--XO----- X", 4
	if got := mustAdd(t, s, g); got.Position != g.Position || got.Start != "" {
		t.Errorf("position %q, start %q; want only the position %q", got.Position, got.Start, g.Position)
	}
	g.ID, g.Start = "b", "usual"
	if _, _, err := s.AddGame(t.Context(), g); err == nil {
		t.Error("AddGame of a game with a position and a start succeeded, want an error")
	}
}

// TestGames checks that games that are stored at the same time, or after the clock was set back, get different times,
// so that the pages of the list contain every game.
func TestGames(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		s.now = func() time.Time { return now }
		for i := range 10 {
			mustAdd(t, s, game(fmt.Sprint(i), 0))
		}
		var ids []string
		var before time.Time
		for pages := 0; ; pages++ {
			list, err := s.Games(t.Context(), before, 3)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				break
			}
			for _, g := range list {
				ids = append(ids, g.ID)
			}
			before = list[len(list)-1].Played
		}
		if want := strings.Fields("9 8 7 6 5 4 3 2 1 0"); !slices.Equal(ids, want) {
			t.Errorf("pages list %v, want %v", ids, want)
		}
		list, err := s.Games(t.Context(), now.Add(time.Microsecond), 100)
		if err != nil {
			t.Fatal(err)
		}
		first := game("0", 0)
		first.Played = now
		if diff := cmp.Diff([]Game{first}, list); diff != "" {
			t.Errorf("before a time within a millisecond (-want +got):\n%s", diff)
		}
		if list, err = s.Games(t.Context(), now, 100); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Game{}, list); diff != "" {
			t.Errorf("before the first (-want +got):\n%s", diff)
		}
	})
}

func TestRecord(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		want := func(when string, rows ...Tally) {
			t.Helper()
			got, err := s.Record(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append([]Tally{}, rows...), got.Rows); diff != "" {
				t.Errorf("record %s (-want +got):\n%s", when, diff)
			}
		}
		want("without games")
		id := 0
		add := func(score int, change func(*Game)) {
			g := game(fmt.Sprint(id), score)
			id++
			if change != nil {
				change(&g)
			}
			mustAdd(t, s, g)
		}
		asWhite := func(g *Game) { g.Black, g.White = "kaeshi:skill=3", Human }
		add(12, nil)
		add(2, nil)
		add(-2, nil)
		add(0, nil)
		add(6, asWhite)
		add(-6, asWhite)
		add(0, asWhite)
		add(-8, func(g *Game) { g.White = "alphabeta:2" })
		add(-8, func(g *Game) { g.Size = 6 })
		for _, uncounted := range []func(*Game){
			func(g *Game) { g.Mixed = true },
			func(g *Game) { g.White = Human },
			func(g *Game) { g.Black = "random" },
			func(g *Game) { g.Start, g.Position = "", "-----OX--XO----- X" },
		} {
			add(20, uncounted)
		}
		want("after some games", Tally{"alphabeta:2", 8, 0, 1, 0}, Tally{"kaeshi:skill=3", 6, 0, 1, 0},
			Tally{"kaeshi:skill=3", 8, 3, 2, 2})

		s.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
		if err := s.ResetRecord(ctx); err != nil {
			t.Fatal(err)
		}
		want("just after the reset")
		r, err := s.Record(ctx)
		if err != nil || !r.Since.Equal(s.now()) {
			t.Errorf("since %v, want %v; error %v", r.Since, s.now(), err)
		}
		// New games are counted even if the clock was set back.
		s.now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
		add(12, nil)
		want("after the reset and a game", Tally{"kaeshi:skill=3", 8, 1, 0, 0})
		if list, err := s.Games(ctx, time.Time{}, 100); err != nil || len(list) != id {
			t.Errorf("%d games after the reset, want %d; error %v", len(list), id, err)
		}
	})
}

func TestReopen(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	want := mustAdd(t, s, game("a", 10))
	if err := s.ResetRecord(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, e := range entries {
		files = append(files, e.Name())
	}
	if diff := cmp.Diff([]string{filepath.Base(path)}, files); diff != "" {
		t.Errorf("after closing (-want +got):\n%s", diff)
	}
	s = openAt(t, path)
	if got, err := s.Game(t.Context(), "a"); err != nil || !cmp.Equal(got, want) {
		t.Errorf("Game() = %+v, %v; want %+v", got, err, want)
	}
	r, err := s.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Since.IsZero() {
		t.Error("the time of the reset is missing")
	}
	if diff := cmp.Diff([]Tally{}, r.Rows); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestSettings(t *testing.T) {
	s := openAt(t, newPath(t))
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "100", "foreign_keys": "1",
	} {
		var got string
		if err := s.write.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %q, want %q (%v)", pragma, got, want, err)
		}
	}
	if _, err := s.read.ExecContext(t.Context(), "DELETE FROM games"); err == nil {
		t.Error("a write through a read connection succeeded, want an error")
	}
}

// TestKilled checks that acknowledged writes survive a process that ends without closing the file.
func TestKilled(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	for i := range 20 {
		mustAdd(t, s, game(fmt.Sprint(i), 0))
	}
	// A copy of the files has the state that a killed process leaves.
	left := t.TempDir()
	if err := os.CopyFS(left, os.DirFS(filepath.Dir(path))); err != nil {
		t.Fatal(err)
	}
	again := openAt(t, filepath.Join(left, filepath.Base(path)))
	if list, err := again.Games(t.Context(), time.Time{}, 100); err != nil || len(list) != 20 {
		t.Errorf("%d games, want 20; error %v", len(list), err)
	}
}

// TestConcurrency checks two stores on one file, as in two processes, each with many concurrent writers and readers.
func TestConcurrency(t *testing.T) {
	path := newPath(t)
	stores := []*Store{openAt(t, path), openAt(t, path)}
	const writers, each = 8, 12
	ctx := t.Context()
	var working sync.WaitGroup
	for w := range writers {
		s := stores[w%len(stores)]
		working.Go(func() {
			for i := range each {
				// Pairs of writers add the same games.
				if _, _, err := s.AddGame(ctx, game(fmt.Sprintf("%d-%d", w/2, i), 0)); err != nil {
					t.Error(err)
				}
			}
		})
		working.Go(func() {
			for range each {
				list, err := s.Games(ctx, time.Time{}, 50)
				if err != nil {
					t.Error(err)
				}
				if !slices.IsSortedFunc(list, func(a, b Game) int { return b.Played.Compare(a.Played) }) {
					t.Error("the list is not sorted by time")
				}
				if _, err := s.Record(ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	working.Wait()
	for _, s := range stores {
		list, err := s.Games(ctx, time.Time{}, 1000)
		if err != nil || len(list) != writers/2*each {
			t.Errorf("%d games, want %d (%v)", len(list), writers/2*each, err)
		}
		r, err := s.Record(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want := Record{Rows: []Tally{{Opponent: "kaeshi:skill=3", Size: 8, Draws: writers / 2 * each}}}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("record (-want +got):\n%s", diff)
		}
	}
}

// TestOpenAtOnce checks that concurrent opens of a new file create its schema once and all succeed. Without the retry
// in begin, about one file in seventy fails.
func TestOpenAtOnce(t *testing.T) {
	times := 30
	if testing.Short() {
		times = 3
	}
	for range times {
		path := newPath(t)
		var opening sync.WaitGroup
		for range 8 {
			opening.Go(func() {
				s, err := Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		opening.Wait()
	}
}

func TestCancelled(t *testing.T) {
	s := openAt(t, newPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.AddGame(ctx, game("a", 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("AddGame: error %v, want context.Canceled", err)
	}
	if _, err := s.Games(ctx, time.Time{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("Games: error %v, want context.Canceled", err)
	}
	mustAdd(t, s, game("a", 0))
}

// TestNotFound checks that reading a missing entry returns ErrNotFound with the name of the entry.
func TestNotFound(t *testing.T) {
	s := openAt(t, memory)
	var missing []string
	note := func(err error) {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%v does not wrap ErrNotFound", err)
			return
		}
		missing = append(missing, err.Error())
	}
	ctx := t.Context()
	_, err := s.Game(ctx, "b")
	note(err)
	for _, err := range s.ArchivedGames(ctx, []int64{3}) {
		note(err)
	}
	_, err = s.Tournament(ctx, 99)
	note(err)
	_, err = s.TournamentProgress(ctx, 99)
	note(err)
	_, err = s.TournamentGame(ctx, 99, 5)
	note(err)
	for _, jobs := range []interface {
		Job(context.Context, string) (Job, error)
		NextJob(context.Context, int64) (Job, error)
	}{s, NewJobsInMemory()} {
		_, err = jobs.Job(ctx, "first")
		note(err)
		_, err = jobs.NextJob(ctx, 0)
		note(err)
	}
	want := []string{
		`game "b": not found`, `imported game 3: not found`, `tournament 99: not found`,
		`progress of tournament 99: not found`, `game 5 of tournament 99: not found`,
		`job "first": not found`, `next job: not found`, `job "first": not found`, `next job: not found`,
	}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Error(diff)
	}
}

// TestBusy checks that changes fail with ErrBusy while another process writes, those that wait for the connection
// included, and succeed afterwards.
func TestBusy(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	s.patience = time.Millisecond
	other := openAt(t, path)
	tx, err := other.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for i := range 12 {
		writers.Go(func() {
			if err := add(t.Context(), s, fmt.Sprint("job", i)); !errors.Is(err, ErrBusy) {
				t.Errorf("job %d: error %v, want %v", i, err, ErrBusy)
			}
		})
	}
	writers.Wait()
	if err := s.Writable(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("Writable: error %v, want %v", err, ErrBusy)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Writable(t.Context()), add(t.Context(), s, "late")); err != nil {
		t.Error(err)
	}
}

// TestCancelledWhileBusy checks that a change ends with its context while another process writes.
func TestCancelledWhileBusy(t *testing.T) {
	path := newPath(t)
	s, other := openAt(t, path), openAt(t, path)
	s.patience = time.Hour
	tx, err := other.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Writable(ctx); err == nil {
		t.Error("Writable succeeded while another process writes, want an error")
	}
}

// add adds a job to a database.
func add(ctx context.Context, s *Store, id string) error {
	_, _, err := s.AddJob(ctx, Job{ID: id, Kind: "k", Total: 1})
	return err
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
