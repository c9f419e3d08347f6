package match

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRehearse checks that a rehearsal plays the games of all rounds without storing them or changing the event, and
// that Run then plays the same ones.
func TestRehearse(t *testing.T) {
	s := database(t)
	players := []string{"random", "kaeshi:1", "greedy", "alphabeta:1"}
	want := held(t, s, Tournament{Players: players, Format: Swiss, Games: 2})
	e := start(t, s, Tournament{Players: players, Format: Swiss, Games: 2})
	var mu sync.Mutex
	var played map[Assignment]int
	e.Remote = func(ctx context.Context, a Assignment) (f Finished, err error) {
		mu.Lock()
		played[a]++
		mu.Unlock()
		black, err := known(a.Black)
		if err != nil {
			return f, err
		}
		white, err := known(a.White)
		if err != nil {
			return f, err
		}
		return a.Play(ctx, black, white)
	}
	before := fmt.Sprint(e.pairings, e.Left(), e.Standings())
	played = map[Assignment]int{}
	if err := e.Rehearse(t.Context()); err != nil {
		t.Fatal(err)
	}
	rehearsed := played
	if n := len(rehearsed); n != 8 {
		t.Errorf("%d games were rehearsed, want 8, those of two rounds", n)
	}
	if after := fmt.Sprint(e.pairings, e.Left(), e.Standings()); after != before {
		t.Errorf("the rehearsal changed the event from %s to %s", before, after)
	}
	if kept := games(t, s, e.ID); len(kept) != 0 {
		t.Errorf("the rehearsal stored %v, want nothing", kept)
	}
	played = map[Assignment]int{}
	if err := e.Run(t.Context(), nil, known, Watch{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rehearsed, played); diff != "" {
		t.Errorf("the run differs from the rehearsal (-rehearsal +run):\n%s", diff)
	}
	if slices.Max(slices.Collect(maps.Values(played))) > 1 {
		t.Errorf("runs of each game: %v, want at most one", played)
	}
	if diff := cmp.Diff(games(t, s, want.ID), games(t, s, e.ID)); diff != "" {
		t.Errorf("the games differ (-local +remote):\n%s", diff)
	}
}
