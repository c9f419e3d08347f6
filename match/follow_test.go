package match

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// TestFollow checks that an event that follows a tournament of another process has the same standings after each
// update.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	open := func() *store.Store {
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	known := player.Makers{{Name: "greedy", New: player.NewGreedy}, {Name: "random", New: player.NewRandom}}.New
	for _, format := range []Format{Swiss, RoundRobin} {
		described := Tournament{
			Players: []string{"random", "greedy", "random", "greedy"}, Format: format, Games: 4,
			Openings: "balanced:2", Concurrency: 2,
		}
		held, err := Start(t.Context(), open(), described, known)
		if err != nil {
			t.Fatal(err)
		}
		followed, err := Open(t.Context(), open(), held.ID)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int]bool{}
		see := func(g store.TournamentGame) {
			if seen[g.Number] {
				t.Errorf("%s: game %d is reported twice", format, g.Number)
			}
			seen[g.Number] = true
		}
		err = held.Run(t.Context(), nil, known, Watch{Ended: func(*Event, store.TournamentGame) {
			if err := followed.Follow(t.Context(), see); err != nil {
				t.Error(err)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second call must change nothing
			if err := followed.Follow(t.Context(), see); err != nil {
				t.Fatal(err)
			}
		}
		want, got := held.Standings(), followed.Standings()
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Standing{}, Head{})); diff != "" {
			t.Errorf("%s: standings (-want +got):\n%s", format, diff)
		}
		if len(seen) != want.Total || !got.Finished {
			t.Errorf("%s: %d games seen, want %d; finished %t, want true", format, len(seen), want.Total, got.Finished)
		}
		resumed, err := Resume(t.Context(), open(), held.ID)
		if err != nil {
			t.Fatal(err)
		}
		if drawn := resumed.PlotScores(lang.English); drawn != followed.PlotScores(lang.English) ||
			got.PlotElo(lang.Japanese) != want.PlotElo(lang.Japanese) {
			t.Errorf("%s: the plots differ", format)
		}
	}
}
