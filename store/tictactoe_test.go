package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ticTacToe returns a game with an id and a result for the person, who plays X.
func ticTacToe(id string, result int) TicTacToeGame {
	return TicTacToeGame{ID: id, Moves: "a1b1a2b2a3", Human: "x", Result: result}
}

func mustAddTicTacToe(t testing.TB, s *Store, g TicTacToeGame) TicTacToeGame {
	t.Helper()
	stored, added, err := s.AddTicTacToe(t.Context(), g)
	if err != nil || !added {
		t.Fatalf("AddTicTacToe(%s): added %t, error %v; want true", g.ID, added, err)
	}
	return stored
}

func wantTicTacToe(t *testing.T, s *Store, wins, losses, draws int) TicTacToeRecord {
	t.Helper()
	r, err := s.TicTacToeRecord(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := TicTacToeRecord{Since: r.Since, Wins: wins, Losses: losses, Draws: draws}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	return r
}

func TestTicTacToeRecord(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if r := wantTicTacToe(t, s, 0, 0, 0); !r.Since.IsZero() {
			t.Errorf("since %v before any reset, want no time", r.Since)
		}
		for i, result := range []int{0, 0, -1, 0, 1, -1, -1} {
			mustAddTicTacToe(t, s, ticTacToe(fmt.Sprint(i), result))
		}
		wantTicTacToe(t, s, 1, 3, 3)

		s.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
		if err := s.ResetTicTacToe(ctx); err != nil {
			t.Fatal(err)
		}
		if r := wantTicTacToe(t, s, 0, 0, 0); !r.Since.Equal(s.now()) || r.Since.Location() != time.UTC {
			t.Errorf("since %v, want %v", r.Since, s.now())
		}
		// New games are counted even if the clock was set back. A game from before the reset is not counted when it is
		// sent again.
		s.now = func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
		mustAddTicTacToe(t, s, ticTacToe("new", -1))
		if _, added, err := s.AddTicTacToe(ctx, ticTacToe("4", 1)); err != nil || added {
			t.Errorf("a known game: added %t, error %v; want false", added, err)
		}
		wantTicTacToe(t, s, 0, 1, 0)
		var kept int
		if err := s.read.QueryRowContext(ctx, "SELECT count(*) FROM tictactoe_games").Scan(&kept); err != nil ||
			kept != 8 {
			t.Errorf("%d games, want 8; error %v", kept, err)
		}
	})
}

// TestTicTacToeIsSeparate checks that the records of Othello and tic-tac-toe are independent.
func TestTicTacToeIsSeparate(t *testing.T) {
	s := openAt(t, ":memory:")
	mustAdd(t, s, game("a", 10))
	mustAddTicTacToe(t, s, ticTacToe("a", 0))
	if err := s.ResetTicTacToe(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := s.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Record{Rows: []Tally{{Opponent: "kaeshi:skill=3", Size: 8, Wins: 1}}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("the record of Othello (-want +got):\n%s", diff)
	}
	mustAddTicTacToe(t, s, ticTacToe("b", 0))
	if err := s.ResetRecord(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantTicTacToe(t, s, 0, 0, 1)
}

func TestTicTacToeConflict(t *testing.T) {
	s := openAt(t, ":memory:")
	want := mustAddTicTacToe(t, s, ticTacToe("a", 1))
	for name, change := range map[string]func(*TicTacToeGame){
		"moves":  func(g *TicTacToeGame) { g.Moves = "a1b1a2b2c3" },
		"human":  func(g *TicTacToeGame) { g.Human = "o" },
		"result": func(g *TicTacToeGame) { g.Result = -1 },
	} {
		g := ticTacToe("a", 1)
		change(&g)
		if _, added, err := s.AddTicTacToe(t.Context(), g); !errors.Is(err, ErrConflict) || added {
			t.Errorf("another %s: added %t, error %v; want false, %v", name, added, err, ErrConflict)
		}
	}
	again, added, err := s.AddTicTacToe(t.Context(), ticTacToe("a", 1))
	if err != nil {
		t.Fatal(err)
	}
	if added {
		t.Error("the same game is added twice")
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
	wantTicTacToe(t, s, 1, 0, 0)
}

func TestTicTacToeReopen(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	mustAddTicTacToe(t, s, ticTacToe("a", -1))
	if err := s.ResetTicTacToe(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := mustAddTicTacToe(t, s, ticTacToe("b", 0))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	wantTicTacToe(t, s, 0, 0, 1)
	got, added, err := s.AddTicTacToe(t.Context(), ticTacToe("b", 0))
	if err != nil {
		t.Fatal(err)
	}
	if added {
		t.Error("the same game is added twice")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("again (-want +got):\n%s", diff)
	}
}

// TestTicTacToeUpgrade checks that a file with the first schema gets the new tables and keeps its games.
func TestTicTacToeUpgrade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	address, err := addressOf(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := connect(address, 1, busyMillis)
	if err != nil {
		t.Fatal(err)
	}
	if err := migrate(t.Context(), db, steps()[:1]); err != nil {
		t.Fatal(err)
	}
	want := game("a", 10)
	want.Played = time.UnixMilli(1_700_000_000_123).UTC()
	if _, err := db.ExecContext(t.Context(),
		`INSERT INTO games (id, played, size, start, position, moves, black, white, mixed, score_black, discs_black,
			discs_white)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, want.ID, want.Played.UnixMilli(), want.Size, want.Start,
		want.Position, want.Moves, want.Black, want.White, want.Mixed,
		want.ScoreBlack, want.DiscsBlack, want.DiscsWhite); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, path)
	mustAddTicTacToe(t, s, ticTacToe("a", 0))
	wantTicTacToe(t, s, 0, 0, 1)
	if got, err := s.Game(t.Context(), "a"); err != nil || !cmp.Equal(got, want) {
		t.Errorf("after the upgrade: game %+v, want %+v; error %v", got, want, err)
	}
}

func TestTicTacToeWrongRows(t *testing.T) {
	s := openAt(t, ":memory:")
	for name, g := range map[string]TicTacToeGame{
		"a third side": {ID: "a", Human: "b"},
		"a result":     {ID: "a", Human: "x", Result: 2},
	} {
		_, added, err := s.AddTicTacToe(t.Context(), g)
		if err == nil || !strings.Contains(err.Error(), `"a"`) {
			t.Errorf("%s: error %v, want one with the id", name, err)
		}
		if added {
			t.Errorf("%s: the game was added, want a refusal", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.AddTicTacToe(ctx, ticTacToe("b", 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v, want context.Canceled", err)
	}
	wantTicTacToe(t, s, 0, 0, 0)
}

// TestTicTacToeAtOnce checks that concurrent additions of the same games count each game once.
func TestTicTacToeAtOnce(t *testing.T) {
	path := newPath(t)
	stores := []*Store{openAt(t, path), openAt(t, path)}
	var working sync.WaitGroup
	for w := range 8 {
		working.Go(func() {
			for i := range 10 {
				if _, _, err := stores[w%2].AddTicTacToe(t.Context(), ticTacToe(fmt.Sprint(i), 0)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	working.Wait()
	wantTicTacToe(t, stores[0], 0, 0, 10)
}
