package play

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

func tinyGames() Settings {
	return Settings{
		Games: 45, Seed: 3, RandomMin: 4, RandomMost: 40, Lines: 2, Depth: 2, Noise: 1, NoiseMost: 4, Blunders: 0.2,
		Exact: 10, Last: 6, Shard: 20,
	}
}

// TestEndsAreSolved checks that every value of a line is that of package search, and that the score is the first value.
func TestEndsAreSolved(t *testing.T) {
	m, e := New(tinyGames(), nil), search.New(search.Options{HashBytes: 1 << 20})
	solved, moved := 0, 0
	for number := range 12 {
		lines, err := m.Play(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		var sides []bool
		for _, g := range lines {
			sides = append(sides, g.Side)
		}
		if diff := cmp.Diff([]bool{false, true}, sides); diff != "" {
			t.Fatalf("game %d: lines that are side lines (-want +got):\n%s", number, diff)
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
					t.Errorf("game %d, move %d: %v has the value %v, the line has %d", number, ply, b.Position(),
						r.Score,
						got)
				}
				if ply == g.Exact() && b.Black != (got == g.Score) && got != 0 {
					t.Errorf("game %d: score %d, want the first value, %d, from Black's point of view", number, g.Score,
						got)
				}
				solved++
			})
			g.Between(g.Random, g.Exact(), func(games.Board, int) { moved++ })
		}
	}
	if solved < 60 || moved < 200 {
		t.Errorf("%d positions solved and %d before them, want at least 60 and 200", solved, moved)
	}
}

// TestSideLinesLeaveTheirGames checks that side lines deviate from their games with a different move, and that
// positions before this move are not used.
func TestSideLinesLeaveTheirGames(t *testing.T) {
	m, left := New(tinyGames(), nil), 0
	for number := range 20 {
		lines, err := m.Play(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		g, side := &lines[0], &lines[1]
		same := 0
		for same < len(g.Moves) && same < len(side.Moves) && g.Moves[same] == side.Moves[same] {
			same++
		}
		if same < side.Random-1 || side.Random-1 < g.Random && g.Random < len(g.Moves) {
			t.Errorf("the side line %v of %v, random to %d, is used from %d on", side.Moves, g.Moves, g.Random,
				side.Random)
		}
		if same == side.Random-1 {
			left++
		}
	}
	if left < 8 {
		t.Errorf("%d of 20 side lines deviate from their games, want at least 8", left)
	}
}

// TestGamesDependOnSettingsOnly checks that games do not depend on the threads or on earlier games, and that a larger
// number of games starts with the same games.
func TestGamesDependOnSettingsOnly(t *testing.T) {
	one, four := t.TempDir(), t.TempDir()
	s := tinyGames()
	if err := Games(t.Context(), steps.Run{Threads: 4}, four, s, ""); err != nil {
		t.Fatal(err)
	}
	less := s
	less.Games = 20
	if err := Games(t.Context(), steps.Run{Threads: 1}, one, less, ""); err != nil {
		t.Fatal(err)
	}
	if err := Games(t.Context(), steps.Run{Threads: 1}, one, s, ""); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, filepath.Join(one, "games"), filepath.Join(four, "games"), "games", 3)
	paths, err := Files(one)
	if err != nil {
		t.Fatal(err)
	}
	lines, played, different := 0, 0, map[string]bool{}
	for _, path := range paths {
		f, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines, played = lines+len(f.Lines), played+f.Games
		for _, g := range f.Lines {
			if !g.Side {
				different[string(g.Moves)] = true
			}
		}
	}
	if lines != s.Lines*s.Games || played != s.Games {
		t.Errorf("%d lines of %d games, want %d of %d", lines, played, s.Lines*s.Games, s.Games)
	}
	if len(different) != s.Games {
		t.Errorf("%d different games, want %d", len(different), s.Games)
	}
}

// sameFiles checks that both folders contain n files with an extension, and that they are equal.
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
			t.Errorf("%s is not the same in both folders", filepath.Base(path))
		}
	}
}

// TestGamesResume checks that an interrupted run leaves complete files, and that the next run keeps these files and
// makes the missing ones.
func TestGamesResume(t *testing.T) {
	dir, whole, s := t.TempDir(), t.TempDir(), tinyGames()
	ctx, cancel := context.WithCancel(t.Context())
	played := 0
	run := steps.Run{Threads: 1, Progress: func(string, int, int) {
		if played++; played == 25 {
			cancel()
		}
	}}
	if err := Games(ctx, run, dir, s, ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted run: error %v, want context.Canceled", err)
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
		if err := Games(t.Context(), steps.Run{Threads: 2}, folder, s, ""); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := os.Stat(kept[0]); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a complete file was rewritten: %v", err)
	}
	sameFiles(t, filepath.Join(dir, "games"), filepath.Join(whole, "games"), "games", 3)
}

func TestGamesOfOtherSettingsAreRefused(t *testing.T) {
	dir, s := t.TempDir(), tinyGames()
	s.Games = 5
	if err := Games(t.Context(), steps.Run{}, dir, s, ""); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Settings){
		"other settings":   func(s *Settings) { s.Noise = 2 },
		"cannot be raised": func(s *Settings) { s.Games = 6 },
		"random moves":     func(s *Settings) { s.RandomMin = 50 },
		"depth 0":          func(s *Settings) { s.Depth = 0 },
		"noise of":         func(s *Settings) { s.Noise = -1 },
		"noise of 5":       func(s *Settings) { s.Noise = 5 },
		"blunders":         func(s *Settings) { s.Blunders = 2 },
		"lines in a game":  func(s *Settings) { s.Lines = 0 },
		"empty squares":    func(s *Settings) { s.Exact = 40 },
		"solved from 5":    func(s *Settings) { s.Exact = 5 },
		"0 games:":         func(s *Settings) { s.Games = 0 },
		"in a file":        func(s *Settings) { s.Shard = 0 },
	} {
		changed := s
		change(&changed)
		if err := Games(t.Context(), steps.Run{}, dir, changed, ""); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
}

func TestFewerGamesAreRefused(t *testing.T) {
	dir, s := t.TempDir(), tinyGames()
	if err := Games(t.Context(), steps.Run{}, dir, s, ""); err != nil {
		t.Fatal(err)
	}
	s.Games = 20
	if err := Games(t.Context(), steps.Run{}, dir, s, ""); err == nil ||
		!strings.Contains(err.Error(), "already has more than 20 games") {
		t.Errorf("fewer games: error %v, want a refusal", err)
	}
}

func BenchmarkGame(b *testing.B) {
	m := New(Wild(1, 1), nil)
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

// FuzzGames checks that the reader does not panic, and that accepted contents are written back unchanged.
func FuzzGames(f *testing.F) {
	m := New(tinyGames(), nil)
	for number := range 3 {
		lines, err := m.Play(f.Context(), number)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(AppendLine(nil, &lines[0]))
		f.Add(AppendLine(AppendLine(nil, &lines[0]), &lines[1]))
		f.Add(AppendLine(nil, &lines[1]))
	}
	f.Add([]byte{0, 1, 0, 0, 0, 19})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		games, _, err := ParseGames(b)
		if err != nil {
			return
		}
		var again []byte
		for i := range games {
			again = AppendLine(again, &games[i])
		}
		if !bytes.Equal(again, b) {
			t.Errorf("%x is accepted and written back as %x", b, again)
		}
	})
}
