package match

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// TestPlayersAreMadeOnce checks that the players of a tournament are made once before its first game, because making
// an external program starts it.
func TestPlayersAreMadeOnce(t *testing.T) {
	games, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	made := map[string]int{}
	known := func(spec string) (player.Player, error) {
		made[spec]++
		return players.Offered().New(spec)
	}
	described := match.Tournament{Players: []string{"random", "greedy"}, Games: 2}
	for _, resume := range []bool{false, true} {
		clear(made)
		checked, err := check(t.Context(), described, known, resume)
		if err != nil {
			t.Fatal(err)
		}
		event, err := checked.enter(t.Context(), games)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]int{"random": 1, "greedy": 1}, made); diff != "" {
			t.Errorf("resume %v, tournament %d: players made (-want +got):\n%s", resume, event.ID, diff)
		}
	}
}

// TestUnplayableIsAUsageError checks that an invalid description has the exit status of a usage error.
func TestUnplayableIsAUsageError(t *testing.T) {
	for _, specs := range [][]string{{"random"}, {"random", "nobody"}} {
		_, err := check(t.Context(), match.Tournament{Players: specs, Games: 2}, players.Local().New, false)
		if marked := (*terminal.ExitError)(nil); !errors.As(err, &marked) || marked.Code != terminal.ExitUsage {
			t.Errorf("%v: error %v, want the exit status %d", specs, err, terminal.ExitUsage)
		}
	}
}
