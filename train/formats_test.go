package train

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

func tinyGames() play.Settings {
	return play.Settings{
		Games: 45, Seed: 3, RandomMin: 4, RandomMost: 40, Lines: 2, Depth: 2, Noise: 1, NoiseMost: 4, Blunders: 0.2,
		Exact: 10, Last: 6, Shard: 20,
	}
}

// TestLoadedGamesAreNumbered checks that games keep their numbers in the folder, and that side lines have the number of
// their game.
func TestLoadedGamesAreNumbered(t *testing.T) {
	dir, s := t.TempDir(), tinyGames()
	if err := play.Games(t.Context(), steps.Run{Threads: 2}, dir, s, ""); err != nil {
		t.Fatal(err)
	}
	d, err := load(dir, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.games) != s.Lines*s.Games {
		t.Fatalf("%d lines, want %d", len(d.games), s.Lines*s.Games)
	}
	var want []int
	for i := range s.Games {
		want = append(want, slices.Repeat([]int{i}, s.Lines)...)
	}
	if diff := cmp.Diff(want, d.number); diff != "" {
		t.Errorf("numbers of the games by line (-want +got):\n%s", diff)
	}
}

// FuzzLabels checks that accepted labels of two games are written back unchanged.
func FuzzLabels(f *testing.F) {
	games := []games.Game{{Moves: make([]byte, 3)}, {Moves: make([]byte, 2)}}
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		labels, err := parseLabels(b, games)
		if err != nil {
			return
		}
		if again := appendLabels(appendLabels(nil, labels[0]), labels[1]); !bytes.Equal(again, b) {
			t.Errorf("%x is accepted and written back as %x", b, again)
		}
	})
}

// FuzzPhase checks that an accepted phase is written back unchanged.
func FuzzPhase(f *testing.F) {
	f.Add([]byte{2, '{', '}'})
	f.Add([]byte{0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		if weights, _, err := parsePhase(b); err == nil && 4*len(weights) > len(b) {
			t.Errorf("%d weights from %d bytes, want at most one for four bytes", len(weights), len(b))
		}
	})
}
