//go:build slow

package store

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
)

// wthor returns the year files of the WTHOR database of the French Othello Federation, which is not part of the
// project.
func wthor(t testing.TB) []string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		files, err := filepath.Glob(filepath.Join(folder, "shared", "data", "wthor", "*.wtb"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) > 0 {
			return files
		}
		if folder == filepath.Dir(folder) {
			t.Skip("no WTHOR files in shared/data/wthor in a parent folder")
		}
		folder = filepath.Dir(folder)
	}
}

// importFiles imports files like kaeshi import.
func importFiles(t testing.TB, s *Store, paths []string, each func(*record.Game)) ImportSum {
	t.Helper()
	i := s.NewImport()
	for _, file := range paths {
		for g, err := range files.ReadFile(file) {
			if err == nil {
				each(g)
				err = i.Add(t.Context(), filepath.Base(file), g)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	sum, err := i.Finish(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestWholeWTHOR imports the whole WTHOR database and checks that every game is stored once, and that sampled positions
// have the counts of a full scan.
func TestWholeWTHOR(t *testing.T) {
	files := wthor(t)
	s := openAt(t, newPath(t))
	r := rand.New(rand.NewPCG(1, 2))
	sample := map[othello.Position]bool{}
	unfinished := 0
	sum := importFiles(t, s, files, func(g *record.Game) {
		if r.IntN(400) == 0 {
			at, _ := g.PositionAt(r.IntN(len(g.Moves) + 1)).Canonical()
			sample[at] = true
		}
		if g.Result.Reason == record.Unfinished {
			unfinished++
		}
	})
	if sum != (ImportSum{Stored: 137_548}) || unfinished != 413 {
		t.Fatalf("sum %+v, %d unfinished games; want 137548 stored and 413 unfinished", sum, unfinished)
	}
	checkSegments(t, s, 137_548)
	// The sample rarely contains positions shared by hundreds of games, so the first positions are added.
	for _, text := range []string{"", "f5", "f5d6", "f5f6", "f5f4", "f5d6c3d3c4", "f5f6e6f4e3", "f5d6c3d3c4f4c5b3c2"} {
		at, _, err := paste.Position(othello.Start(othello.Size8, othello.Usual), text)
		if err != nil {
			t.Fatal(err)
		}
		at, _ = at.Canonical()
		sample[at] = true
	}
	checkSample(t, s, files, sample)
	if again := importFiles(t, s, files, func(*record.Game) {}); again != (ImportSum{Known: 137_548}) {
		t.Errorf("sum of a second import: %+v, want 137548 known games", again)
	}
	found, err := s.Find(t.Context(), GameQuery{Players: []string{"tastet marc"}, FromYear: 1990, ToYear: 1999})
	if err != nil || found.Results.Games < 1000 {
		t.Errorf("%d games of a player, want at least 1000; error %v", found.Results.Games, err)
	}
}

// checkSample compares the counts of some canonical positions with those of a replay of all games.
func checkSample(t *testing.T, s *Store, paths []string, sample map[othello.Position]bool) {
	t.Helper()
	want := map[othello.Position]Results{}
	for _, file := range paths {
		for g, err := range files.ReadFile(file) {
			if err != nil {
				t.Fatal(err)
			}
			f := facts{score: int8(g.Result.ScoreBlack)}
			p := g.Start
			for ply := 0; ; ply++ {
				if at, _ := p.Canonical(); sample[at] {
					results := want[at]
					results.add(f)
					want[at] = results
				}
				if ply == len(g.Moves) {
					break
				}
				p = p.Play(g.Moves[ply])
			}
		}
	}
	for at := range sample {
		found, err := s.Find(t.Context(), GameQuery{Position: &at})
		if err != nil || found.Results != want[at] {
			t.Errorf("%s: results %+v, want %+v; error %v", at, found.Results, want[at], err)
		}
		sum := 0
		for _, m := range found.Moves {
			sum += m.Games
		}
		if sum != found.Results.Games {
			t.Errorf("%s: %d games in the results by move, want %d", at, sum, found.Results.Games)
		}
	}
}

func BenchmarkWTHORImport(b *testing.B) {
	files := wthor(b)
	for b.Loop() {
		importFiles(b, openAt(b, newPath(b)), files, func(*record.Game) {})
	}
}

func BenchmarkWTHORFind(b *testing.B) {
	s := openAt(b, newPath(b))
	importFiles(b, s, wthor(b), func(*record.Game) {})
	for _, text := range []string{
		"", "f5", "f5d6c3d3c4", "f5d6c3d3c4f4c5b3c2",
		strings.ToLower("F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4"),
	} {
		p, _, err := paste.Position(othello.Start(othello.Size8, othello.Usual), text)
		if err != nil {
			b.Fatal(err)
		}
		for name, players := range map[string][]string{"all": nil, "one player": {"tastet"}} {
			b.Run(name+"/"+text, func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Find(b.Context(), GameQuery{Position: &p, Players: players, Limit: 10}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
