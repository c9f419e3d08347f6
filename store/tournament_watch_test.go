package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func numbers(games []TournamentGame) (text string) {
	list := make([]string, len(games))
	for i, g := range games {
		list[i] = fmt.Sprint(g.Number)
	}
	return strings.Join(list, " ")
}

// mustPlay stores games between three players: game n is player n%3 as Black against (n+1)%3.
func mustPlay(t *testing.T, s *Store, id int64, games ...int) {
	t.Helper()
	for _, n := range games {
		g := tournamentGame(n)
		g.Black, g.White = n%3, (n+1)%3
		if _, err := s.AddTournamentGame(t.Context(), id, g); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTournamentProgress(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		cup := mustBegin(t, s, "cup")
		n, err := s.TournamentProgress(t.Context(), cup.ID)
		if err != nil || n != (TournamentProgress{0, 4, cup.Began}) {
			t.Errorf("progress %+v, error %v; want 0 of 4 games at %v", n, err, cup.Began)
		}
		later := tournamentGame(2)
		later.Ended = cup.Began.Add(time.Hour)
		if _, err := s.AddTournamentGame(t.Context(), cup.ID, later); err != nil {
			t.Fatal(err)
		}
		n, err = s.TournamentProgress(t.Context(), cup.ID)
		if err != nil || n != (TournamentProgress{1, 4, later.Ended}) {
			t.Errorf("progress %+v, error %v; want 1 of 4 games at %v", n, err, later.Ended)
		}
		s.now = func() time.Time { return cup.Began.Add(2 * time.Hour) }
		if err := s.SetTournamentBoard(t.Context(), cup.ID, TournamentBoard{Number: 3}); err != nil {
			t.Fatal(err)
		}
		n, err = s.TournamentProgress(t.Context(), cup.ID)
		if err != nil || !n.Heard.Equal(cup.Began.Add(2*time.Hour)) {
			t.Errorf("with a board: progress %+v, error %v; want the time of the board", n, err)
		}
		if _, err := s.TournamentProgress(t.Context(), 99); !errors.Is(err, ErrNotFound) ||
			!strings.Contains(err.Error(), "99") {
			t.Error(err)
		}
	})
}

func TestTournamentGamesInPages(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		cup, other := mustBegin(t, s, "cup"), mustBegin(t, s, "other")
		mustPlay(t, s, cup.ID, 0, 5, 2, 4, 1, 7)
		mustPlay(t, s, other.ID, 3)
		for _, c := range []struct {
			choice TournamentChoice
			want   string
		}{
			{TournamentChoice{0, AnyPlayer, AnyPlayer, 9}, "7 5 4 2 1 0"},
			{TournamentChoice{0, AnyPlayer, AnyPlayer, 2}, "7 5"},
			{TournamentChoice{5, AnyPlayer, AnyPlayer, 2}, "4 2"},
			{TournamentChoice{0, 0, AnyPlayer, 9}, "5 2 0"},
			{TournamentChoice{0, 0, 1, 9}, "0"},
			{TournamentChoice{0, 1, 2, 9}, "7 4 1"},
			{TournamentChoice{7, 2, 1, 1}, "4"},
		} {
			if games, err := s.LastTournamentGames(t.Context(), cup.ID, c.choice); err != nil ||
				numbers(games) != c.want {
				t.Errorf("%+v: %s, %v; want %s", c.choice, numbers(games), err, c.want)
			}
		}
		if games, err := s.NextTournamentGames(t.Context(), cup.ID, 2, 3); err != nil || numbers(games) != "2 4 5" {
			t.Errorf("next games %s, error %v; want 2 4 5", numbers(games), err)
		}
	})
}

func TestOneTournamentGame(t *testing.T) {
	s := openAt(t, ":memory:")
	cup := mustBegin(t, s, "cup")
	mustPlay(t, s, cup.ID, 1)
	g, err := s.TournamentGame(t.Context(), cup.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := tournamentGame(1)
	want.Black, want.White = 1, 2
	if diff := cmp.Diff(want, g); diff != "" {
		t.Errorf("the game (-want +got):\n%s", diff)
	}
	if _, err := s.TournamentGame(t.Context(), cup.ID, 0); !errors.Is(err, ErrNotFound) ||
		!strings.Contains(err.Error(), "game 0 of tournament 1") {
		t.Error(err)
	}
}
