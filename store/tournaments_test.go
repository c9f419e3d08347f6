package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func cup(name string) Tournament {
	return Tournament{Name: name, Spec: `{"players":["greedy","random"]}`}
}

func mustBegin(t *testing.T, s *Store, name string) Tournament {
	t.Helper()
	stored, err := s.AddTournament(t.Context(), cup(name), []TournamentOpening{{"start X", "f5"}, {"other O", ""}},
		[]TournamentPairing{{Number: 0, First: 0, Second: 1, Games: 4}, {Number: 1, First: 2, Second: -1}})
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func tournamentGame(number int) TournamentGame {
	at := time.Date(2026, 2, 3, 4, 5, 6, 7e6, time.UTC)
	return TournamentGame{
		Number: number, Pairing: 1, Opening: 1, Black: 1, White: 0, Moves: "f5d6", ScoreBlack: -64, Reason: "time",
		Detail: "its time ran out",
		Times:  []time.Duration{1500 * time.Microsecond, 0, time.Minute}, Began: at, Ended: at.Add(time.Second),
	}
}

// exactTimes compares times including their zones.
var exactTimes = cmp.Comparer(func(a, b time.Time) bool {
	return a.Equal(b) && a.Location() == b.Location()
})

func TestTournaments(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		first, second := mustBegin(t, s, "first"), mustBegin(t, s, "second")
		if !first.Ended.IsZero() {
			t.Errorf("a new tournament has the end time %v, want none", first.Ended)
		}
		got, err := s.Tournament(ctx, first.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, got, exactTimes); diff != "" {
			t.Errorf("the tournament (-want +got):\n%s", diff)
		}
		list, err := s.Tournaments(ctx, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Tournament{second, first}, list, exactTimes); diff != "" {
			t.Errorf("all (-want +got):\n%s", diff)
		}
		if list, err = s.Tournaments(ctx, second.ID, 10); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Tournament{first}, list, exactTimes); diff != "" {
			t.Errorf("before the second (-want +got):\n%s", diff)
		}
		openings, err := s.TournamentOpenings(ctx, first.ID)
		if diff := cmp.Diff([]TournamentOpening{{"start X", "f5"}, {"other O", ""}}, openings); diff != "" ||
			err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		if err := s.AddPairings(ctx, first.ID, []TournamentPairing{{
			Number: 2, Round: 1, First: 0, Second: 2,
			Games: 2,
		}}); err != nil {
			t.Fatal(err)
		}
		pairings, err := s.TournamentPairings(ctx, first.ID)
		if err != nil || fmt.Sprint(pairings) != "[{0 0 0 1 4} {1 0 2 -1 0} {2 1 0 2 2}]" {
			t.Errorf("pairings %v, error %v", pairings, err)
		}
		if err := s.EndTournament(ctx, first.ID, `{"won":0}`); err != nil {
			t.Fatal(err)
		}
		if got, err = s.Tournament(ctx, first.ID); err != nil {
			t.Fatal(err)
		}
		if got.Ended.IsZero() {
			t.Error("an ended tournament has no end time")
		}
		ended := first
		ended.Ended, ended.Outcome = got.Ended, `{"won":0}`
		if diff := cmp.Diff(ended, got, exactTimes); diff != "" {
			t.Errorf("ended (-want +got):\n%s", diff)
		}
		now := s.now
		s.now = func() time.Time { return now().Add(time.Hour) }
		if err := s.EndTournament(ctx, first.ID, `{"won":1}`); err != nil {
			t.Fatal(err)
		}
		again, err := s.Tournament(ctx, first.ID)
		if err != nil {
			t.Fatal(err)
		}
		ended.Outcome = `{"won":1}`
		if diff := cmp.Diff(ended, again, exactTimes); diff != "" {
			t.Errorf("ended again (-want +got):\n%s", diff)
		}
		s.now = now
		if _, err := s.Tournament(ctx, 99); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "99") {
			t.Error(err)
		}
	})
}

func TestTournamentGames(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		cup, other := mustBegin(t, s, "cup"), mustBegin(t, s, "other")
		for _, number := range []int{3, 0, 1} {
			if added, err := s.AddTournamentGame(ctx, cup.ID, tournamentGame(number)); err != nil || !added {
				t.Fatalf("game %d: added %t, error %v; want true", number, added, err)
			}
		}
		again := tournamentGame(1)
		again.ScoreBlack = 2
		if added, err := s.AddTournamentGame(ctx, cup.ID, again); err != nil || added {
			t.Errorf("a known game: added %t, error %v; want false", added, err)
		}
		games, err := s.TournamentGames(ctx, cup.ID, 1)
		if diff := cmp.Diff([]TournamentGame{tournamentGame(1), tournamentGame(3)}, games); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		if games, err := s.TournamentGames(ctx, other.ID, 0); err != nil || len(games) != 0 {
			t.Errorf("games of another tournament: %v, error %v; want none", games, err)
		}
		if _, err := s.AddTournamentGame(ctx, 99, tournamentGame(0)); err == nil {
			t.Error("adding a game without a tournament succeeded, want an error")
		}
	})
}

func TestTournamentBoards(t *testing.T) {
	s := openAt(t, ":memory:")
	ctx, cup := t.Context(), mustBegin(t, s, "cup")
	for _, moves := range []string{"f5", "f5d6"} {
		for number := range 2 {
			if err := s.SetTournamentBoard(ctx, cup.ID, TournamentBoard{
				Number: number, White: 1, Position: "start X",
				Moves: moves,
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.AddTournamentGame(ctx, cup.ID, tournamentGame(0)); err != nil {
		t.Fatal(err)
	}
	boards, err := s.TournamentBoards(ctx, cup.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []TournamentBoard{{Number: 1, White: 1, Position: "start X", Moves: "f5d6"}}
	if diff := cmp.Diff(want, boards, cmpopts.IgnoreFields(TournamentBoard{}, "Seen")); diff != "" {
		t.Fatalf("boards (-want +got):\n%s", diff)
	}
	if boards[0].Seen.IsZero() {
		t.Error("the time of the board is missing")
	}
	if err := s.EndTournament(ctx, cup.ID, "{}"); err != nil {
		t.Fatal(err)
	}
	if boards, err := s.TournamentBoards(ctx, cup.ID); err != nil || len(boards) != 0 {
		t.Errorf("boards %+v, error %v; want none", boards, err)
	}
}

func TestTournamentErrors(t *testing.T) {
	s := openAt(t, ":memory:")
	cup := mustBegin(t, s, "cup")
	// The transaction fails because both pairings have the same number.
	twice := []TournamentPairing{{Number: 5, Games: 2}, {Number: 5, Games: 2}}
	if err := s.AddPairings(t.Context(), cup.ID, twice); err == nil {
		t.Error("AddPairings with two equal numbers succeeded, want an error")
	}
	if _, err := s.AddTournament(t.Context(), Tournament{Name: "broken"}, nil, twice); err == nil ||
		!strings.Contains(err.Error(), `"broken"`) {
		t.Error(err)
	}
	pairings, err := s.TournamentPairings(t.Context(), cup.ID)
	if err != nil {
		t.Fatal(err)
	}
	kept := []TournamentPairing{{Number: 0, First: 0, Second: 1, Games: 4}, {Number: 1, First: 2, Second: -1}}
	if diff := cmp.Diff(kept, pairings); diff != "" {
		t.Errorf("pairings (-want +got):\n%s", diff)
	}
	list, err := s.Tournaments(t.Context(), 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Tournament{cup}, list); diff != "" {
		t.Errorf("tournaments (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.AddTournamentGame(ctx, cup.ID, tournamentGame(0)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := s.TournamentGames(ctx, cup.ID, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTournamentAtOnce checks that two processes that play the same tournament store each game once.
func TestTournamentAtOnce(t *testing.T) {
	path := newPath(t)
	stores := []*Store{openAt(t, path), openAt(t, path)}
	cup := mustBegin(t, stores[0], "cup")
	var working sync.WaitGroup
	var mu sync.Mutex
	times := map[int]int{}
	for w := range 4 {
		working.Go(func() {
			for number := range 20 {
				added, err := stores[w%2].AddTournamentGame(t.Context(), cup.ID, tournamentGame(number))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				if added {
					times[number]++
				}
				mu.Unlock()
			}
		})
	}
	working.Wait()
	for number := range 20 {
		if times[number] != 1 {
			t.Errorf("game %d was added %d times, want once", number, times[number])
		}
	}
}

// TestRuns checks the order of the runs of tournaments and the changes of their states.
func TestRuns(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		mustBegin(t, s, "of kaeshi match")
		var ids []int64
		for range 3 {
			wanted := cup("of a server")
			wanted.Run.State = RunQueued
			row, err := s.AddTournament(ctx, wanted, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, row.ID)
		}
		for _, step := range []struct {
			id   int64
			to   RunState
			from []RunState
			want bool
		}{
			{ids[1], RunRunning, []RunState{RunQueued}, true},
			{ids[0], RunPaused, []RunState{RunRunning}, false},
			{ids[0], RunPaused, []RunState{RunQueued, RunRunning}, true},
			{ids[2], RunFailed, []RunState{RunQueued}, true},
		} {
			if got, err := s.SetRun(ctx, step.id, step.to, "reason", step.from...); err != nil || got != step.want {
				t.Errorf("tournament %d to %s: %v, error %v, want %v", step.id, step.to, got, err, step.want)
			}
		}
		if _, err := s.SetRun(ctx, 1, RunPaused, "", RunQueued); !errors.Is(err, ErrNotFound) {
			t.Errorf("a tournament without a run: error %v, want %v", err, ErrNotFound)
		}
		if next, err := s.NextRun(ctx); err != nil || next != ids[1] {
			t.Errorf("next tournament %d, error %v, want %d", next, err, ids[1])
		}
		open, err := s.OpenRuns(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ids[:2], open); diff != "" {
			t.Errorf("open tournaments (-want +got):\n%s", diff)
		}
		if err := s.SpendRun(ctx, ids[2], time.Second); err != nil {
			t.Fatal(err)
		}
		got, err := s.Tournament(ctx, ids[2])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Run{RunFailed, "reason", time.Second}, got.Run); diff != "" {
			t.Errorf("the failed run (-want +got):\n%s", diff)
		}
	})
}
