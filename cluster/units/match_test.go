package units

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// finished is a finished tournament and its games by number.
type finished struct {
	event *match.Event
	games map[int]store.TournamentGame
}

// playTournament runs a tournament with run.
func playTournament(t *testing.T, described match.Tournament, run func(*match.Event, func() error) error) finished {
	t.Helper()
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := games.Close(); err != nil {
			t.Error(err)
		}
	})
	event, err := match.Start(t.Context(), games, described, Players().New)
	if err != nil {
		t.Fatal(err)
	}
	h := finished{event, map[int]store.TournamentGame{}}
	err = run(event, func() error {
		return event.Run(t.Context(), nil, Players().New, match.Watch{
			Ended: func(_ *match.Event, g store.TournamentGame) { h.games[g.Number] = g },
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// differs compares the games that both tournaments played, without times.
func (h finished) differs(want finished) string {
	both := map[int]store.TournamentGame{}
	for number := range want.games {
		if g, ok := h.games[number]; ok {
			both[number] = g
		}
	}
	return cmp.Diff(want.games, both, cmpopts.IgnoreFields(store.TournamentGame{}, "Times", "Began", "Ended"))
}

// TestMatch checks that the games equal those of one machine even if one worker is slow, and that an SPRT stops at the
// same pair.
func TestMatch(t *testing.T) {
	t.Parallel()
	described := match.Tournament{
		Players: []string{"kaeshi:level=2", "random"}, Games: 200, Openings: "balanced:20", Seed: 5,
		SPRT: "elo0=0,elo1=200", Adjudicate: "empties:8", Concurrency: 1,
	}
	want := playTournament(t, described, func(_ *match.Event, run func() error) error { return run() })
	described.Concurrency = 0
	s := newSite(t)
	s.worker()
	s.worker(handling(kindMatch, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
			}
			return h(ctx, task)
		}
	}))
	got := playTournament(t, described, func(event *match.Event, run func() error) error {
		return Match(s.ctx, Options{Client: s.client(), Identity: identity}, event, run)
	})
	if diff := got.differs(want); diff != "" {
		t.Errorf("the games differ (-local +cluster):\n%s", diff)
	}
	wanted, found := want.event.Standings().Head.SPRT, got.event.Standings().Head.SPRT
	if diff := cmp.Diff(wanted, found); diff != "" {
		t.Errorf("the SPRT differs (-local +cluster):\n%s", diff)
	}
}

// TestMatchWithFiles checks that files of weights are sent to the workers.
func TestMatchWithFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the weights many times, which takes a minute under the race detector")
	}
	t.Parallel()
	b, err := os.ReadFile("../../eval/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "weights.bin")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	described := match.Tournament{
		Players: []string{"kaeshi:level=2", "kaeshi:level=1,weights=" + path}, Games: 4, Seed: 1, Concurrency: 2,
	}
	want := playTournament(t, described, func(_ *match.Event, run func() error) error { return run() })
	s := newSite(t)
	s.worker()
	got := playTournament(t, described, func(event *match.Event, run func() error) error {
		err := Match(s.ctx, Options{Client: s.client(), Identity: identity}, event, func() error {
			if err := os.Remove(path); err != nil { // the worker cannot read it there
				return err
			}
			return run()
		})
		return err
	})
	if diff := got.differs(want); diff != "" {
		t.Errorf("the games differ (-local +cluster):\n%s", diff)
	}
}

// TestPlayersWithLocalFiles checks that a job can neither read files of a worker nor run programs there.
func TestPlayersWithLocalFiles(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]string{
		"kaeshi:level=3,+ponder,book=a.bin,-etc": "kaeshi:level=3,+ponder,book=/cache/1,-etc",
		"kaeshi:5":                               "kaeshi:5",
		"kaeshi:weights=/etc/passwd":             "the unit does not hold the file /etc/passwd",
	} {
		got, err := withFiles(spec, map[string]string{"a.bin": "/cache/1"})
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s gives %q, want %q", spec, got, want)
		}
	}
	if _, err := Players().New("exec/gtp:./program"); err == nil || !strings.Contains(err.Error(), "no player") {
		t.Errorf("external program: error %v, want one with %q", err, "no player")
	}
}
