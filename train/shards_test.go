package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

func tinyGames() GameSettings {
	return GameSettings{
		Games: 45, Seed: 3, RandomMin: 4, RandomMost: 40, Lines: 2, Depth: 2, Noise: 1, NoiseMost: 4, Blunders: 0.2, Exact: 10, Last: 6, Shard: 20,
	}
}

// TestEndsAreSolved: every value of a line is what package search finds, and the line's score is that of its first.
func TestEndsAreSolved(t *testing.T) {
	m, e := NewGamer(tinyGames(), nil), search.New(search.Options{HashBytes: 1 << 20})
	solved, moved := 0, 0
	for number := range 12 {
		lines, err := m.Play(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != 2 || lines[0].Side || !lines[1].Side {
			t.Fatalf("game %d has %d lines", number, len(lines))
		}
		for i := range lines {
			g := &lines[i]
			if err := g.Check(); err != nil {
				t.Error(err)
			}
			g.Between(g.Exact(), 60, func(b games.Board, ply int) {
				r, err := e.Solve(t.Context(), b.Position())
				if err != nil {
					t.Fatal(err)
				}
				got := int(g.Values[ply-g.Exact()])
				if int(r.Score) != got || b.Empties() > 10 {
					t.Errorf("game %d, move %d: %v is worth %v, the line says %d", number, ply, b.Position(), r.Score, got)
				}
				if ply == g.Exact() && b.Black != (got == g.Score) && got != 0 {
					t.Errorf("game %d: the score is %d, the first value %d", number, g.Score, got)
				}
				solved++
			})
			g.Between(g.Random, g.Exact(), func(games.Board, int) { moved++ })
		}
	}
	if solved < 60 || moved < 200 {
		t.Errorf("%d positions solved and %d before them", solved, moved)
	}
}

// TestSideLinesLeaveTheirGames: with one move of their own, before which they learn nothing.
func TestSideLinesLeaveTheirGames(t *testing.T) {
	d := someLines(t, 20, tinyGames())
	left := 0
	for i := 1; i < len(d.games); i += 2 {
		g, side := &d.games[i-1], &d.games[i]
		same := 0
		for same < len(g.Moves) && same < len(side.Moves) && g.Moves[same] == side.Moves[same] {
			same++
		}
		if same < side.Random-1 || side.Random-1 < g.Random && g.Random < len(g.Moves) {
			t.Errorf("the side line %v of %v, random to %d, tells of itself from %d on", side.Moves, g.Moves, g.Random, side.Random)
		}
		if same == side.Random-1 {
			left++
		}
	}
	if left < 8 {
		t.Errorf("only %d side lines of 20 leave their games", left)
	}
}

// TestGamesDependOnNothingElse: not on the threads, not on what was played before, and more games begin with the same.
func TestGamesDependOnNothingElse(t *testing.T) {
	one, four := t.TempDir(), t.TempDir()
	s := tinyGames()
	if err := (Run{steps.Run{Threads: 4}}).Games(t.Context(), four, s, ""); err != nil {
		t.Fatal(err)
	}
	less := s
	less.Games = 20
	if err := (Run{steps.Run{Threads: 1}}).Games(t.Context(), one, less, ""); err != nil {
		t.Fatal(err)
	}
	if err := (Run{steps.Run{Threads: 1}}).Games(t.Context(), one, s, ""); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, filepath.Join(one, "games"), filepath.Join(four, "games"), "games", 3)
	d, err := load(one, []string{one})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.games) != s.Lines*s.Games || d.number[s.Lines*44] != 44 || d.number[s.Lines*44-1] != 43 {
		t.Errorf("%d lines, the last is of game %d", len(d.games), d.number[len(d.number)-1])
	}
	different := map[string]bool{}
	for _, g := range d.games {
		if !g.Side {
			different[string(g.Moves)] = true
		}
	}
	if len(different) != s.Games {
		t.Errorf("only %d of %d games differ", len(different), s.Games)
	}
}

// sameFiles requires n files of an extension, equal in both folders.
func sameFiles(t *testing.T, a, b, ext string, n int) {
	t.Helper()
	files, err := steps.Numbered(a, ext)
	if err != nil || len(files) != n {
		t.Fatalf("%d files in %s, want %d: %v", len(files), a, n, err)
	}
	for _, path := range files {
		x, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		y, err := os.ReadFile(filepath.Join(b, filepath.Base(path)))
		if err != nil {
			t.Fatal(err)
		}
		if string(x) != string(y) {
			t.Errorf("%s differs", filepath.Base(path))
		}
	}
}

// TestGamesGoOn: a run that ends in the middle leaves whole files, and the next one takes them up and makes the rest.
func TestGamesGoOn(t *testing.T) {
	dir, whole, s := t.TempDir(), t.TempDir(), tinyGames()
	ctx, cancel := context.WithCancel(t.Context())
	played := 0
	run := Run{steps.Run{Threads: 1, Progress: func(string, int, int) {
		if played++; played == 25 {
			cancel()
		}
	}}}
	if err := run.Games(ctx, dir, s, ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	kept, err := steps.Numbered(filepath.Join(dir, "games"), "games")
	if err != nil || len(kept) != 1 {
		t.Fatalf("%d files kept, want 1: %v", len(kept), err)
	}
	before, err := os.Stat(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{dir, whole} {
		if err := (Run{steps.Run{Threads: 2}}).Games(t.Context(), folder, s, ""); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := os.Stat(kept[0]); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a whole file was made again: %v", err)
	}
	sameFiles(t, filepath.Join(dir, "games"), filepath.Join(whole, "games"), "games", 3)
}

func TestGamesOfOtherSettingsAreRefused(t *testing.T) {
	dir, s := t.TempDir(), tinyGames()
	s.Games = 5
	if err := (Run{}).Games(t.Context(), dir, s, ""); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*GameSettings){
		"other settings":   func(s *GameSettings) { s.Noise = 2 },
		"cannot be raised": func(s *GameSettings) { s.Games = 6 },
		"random moves":     func(s *GameSettings) { s.RandomMin = 50 },
		"depth 0":          func(s *GameSettings) { s.Depth = 0 },
		"noise of":         func(s *GameSettings) { s.Noise = -1 },
		"noise of 5":       func(s *GameSettings) { s.Noise = 5 },
		"blunders":         func(s *GameSettings) { s.Blunders = 2 },
		"lines in a game":  func(s *GameSettings) { s.Lines = 0 },
		"empty squares":    func(s *GameSettings) { s.Exact = 40 },
		"solved from 5":    func(s *GameSettings) { s.Exact = 5 },
		"0 games:":         func(s *GameSettings) { s.Games = 0 },
		"in a file":        func(s *GameSettings) { s.Shard = 0 },
	} {
		changed := s
		change(&changed)
		if err := (Run{}).Games(t.Context(), dir, changed, ""); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFewerGamesThanThereAreAreRefused(t *testing.T) {
	dir, s := t.TempDir(), tinyGames()
	if err := (Run{}).Games(t.Context(), dir, s, ""); err != nil {
		t.Fatal(err)
	}
	s.Games = 20
	if err := (Run{}).Games(t.Context(), dir, s, ""); err == nil || !strings.Contains(err.Error(), "more than 20 games already") {
		t.Errorf("fewer games: %v", err)
	}
}

func BenchmarkGame(b *testing.B) {
	m := NewGamer(wildGames(1, 1), nil)
	positions := 0
	for i := 0; b.Loop(); i++ {
		lines, err := m.Play(b.Context(), i)
		if err != nil {
			b.Fatal(err)
		}
		for _, g := range lines {
			positions += len(g.Moves) - g.Random
		}
	}
	b.ReportMetric(float64(positions)/float64(b.N), "positions/op")
}
