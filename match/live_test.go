package match

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/store"
)

// TestTournamentIsQuiet checks that a tournament without a change for two minutes is quiet.
func TestTournamentIsQuiet(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		ended, heard time.Time
		want         string
	}{
		{time.Time{}, now, StateRunning},
		{time.Time{}, now.Add(-quietTime - time.Second), StateQuiet},
		{now.Add(-time.Hour), now.Add(-time.Hour), StateFinished},
	} {
		if got := stateAt(c.ended, c.heard); got != c.want {
			t.Errorf("ended %v, last change %v: state %s, want %s", c.ended, c.heard, got, c.want)
		}
	}
}

// TestFollowedTournamentsAreBounded checks that the number of tournaments in memory is limited.
func TestFollowedTournamentsAreBounded(t *testing.T) {
	l := NewLive(nil)
	for id := range 3 * followed {
		l.Tournament(int64(id))
	}
	first := l.Tournament(int64(3*followed - followed))
	if n := len(l.followed); n != followed || l.followed[0] != first {
		t.Errorf("%d tournaments are followed, want the last %d", n, followed)
	}
	if l.Tournament(first.id) != first {
		t.Error("a tournament that is followed is read again")
	}
}

// TestFollowedTournamentCaches checks that a recent view is returned without the database, and that slow standings are
// rarely recomputed.
func TestFollowedTournamentCaches(t *testing.T) {
	s := database(t)
	event := start(t, s, Tournament{Players: []string{"random", "greedy", "random"}, Games: 4, Concurrency: 1})
	f := NewLive(s).Tournament(event.ID)
	if _, err := f.View(t.Context()); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	f.read = time.Now().Add(time.Hour)
	if _, err := f.View(canceled); err != nil {
		t.Errorf("error %v, want the recent view without a read of the database", err)
	}
	f.read = time.Time{}
	if _, err := f.View(canceled); err == nil {
		t.Error("an old view is returned, want a read of the database")
	}
	f.took = time.Hour
	drain, left := make(chan struct{}), 2
	err := event.Run(t.Context(), drain, known, Watch{Ended: func(*Event, store.TournamentGame) {
		if left--; left == 0 {
			close(drain)
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "not finished") {
		t.Fatal(err)
	}
	f.read = time.Time{}
	now, err := f.View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := now.State.Standings.Played; n != 0 {
		t.Errorf("the standings are those of %d games, want 0", n)
	}
	if n := len(now.Boards.Boards); n != 2 {
		t.Errorf("%d boards, want 2", n)
	}
}

// manyTournaments fills a database with games of arbitrary results.
func manyTournaments(t testing.TB, s *store.Store, tournaments, games int) {
	t.Helper()
	for i := range tournaments {
		spec := fmt.Sprintf(`{"players":["player %d","player %d"]}`, i%40, (i*7+1)%40)
		row, err := s.AddTournament(t.Context(), store.Tournament{Spec: spec}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range games {
			g := store.TournamentGame{
				Number: n, Black: n % 2, White: 1 - n%2, Moves: "f5d6c3d3c4",
				ScoreBlack: (n*i)%9 - 4, Began: time.UnixMilli(1), Ended: time.UnixMilli(2),
			}
			if _, err := s.AddTournamentGame(t.Context(), row.ID, g); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestRatingsAreKept checks that ratings are not recomputed without new games, and that the database is not read more
// often than allowed.
func TestRatingsAreKept(t *testing.T) {
	s := database(t)
	manyTournaments(t, s, 30, 8)
	l := NewLive(s)
	look := func() RatingList {
		t.Helper()
		r, err := l.Ratings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r.List
	}
	if list := look(); list.Games == 0 || list.Games > 240 {
		t.Fatalf("%d rated games, want 1 to 240", list.Games)
	}
	board := &l.leaderboard
	computed := board.computed
	board.read, board.took = time.Time{}, 0 // forces a read, which finds no new games
	if look(); !board.computed.Equal(computed) || board.read.IsZero() {
		t.Errorf("without a new game: ratings computed at %v, want %v, and a read of the database", board.computed,
			computed)
	}
	manyTournaments(t, s, 1, 2)
	board.read, board.took = time.Time{}, time.Hour
	if look(); !board.computed.Equal(computed) {
		t.Error("the ratings are recomputed although the last computation took an hour")
	}
	board.read, board.took = time.Time{}, 0
	if list := look(); board.computed.Equal(computed) || list.Tournaments != 31 {
		t.Errorf("after new games: ratings of %d tournaments, want those of 31", list.Tournaments)
	}
}

// BenchmarkRatings computes the ratings of 50,000 games, as at each start of the server.
func BenchmarkRatings(b *testing.B) {
	kept := database(b)
	manyTournaments(b, kept, 500, 100)
	for b.Loop() {
		if _, err := NewLive(kept).Ratings(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
