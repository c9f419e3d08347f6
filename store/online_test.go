package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOnlineGames(t *testing.T) { both(t, testOnlineGames) }

func testOnlineGames(t *testing.T, s *Store) {
	one := OnlineGame{
		ID: "ONE", Keys: [2][]byte{{1, 2}, {3, 4}}, Setup: `{"clock":"5m"}`, Created: time.UnixMilli(7).UTC(),
		Events: []string{},
	}
	two := OnlineGame{ID: "TWO", Keys: one.Keys, Setup: "{}", Created: time.UnixMilli(8).UTC(), Events: []string{}}
	for _, g := range []OnlineGame{two, one} {
		if err := s.AddOnlineGame(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddOnlineGame(t.Context(), one); !errors.Is(err, ErrConflict) {
		t.Errorf("the same id: error %v, want %v", err, ErrConflict)
	}
	finished := game("online-ONE-1", 4)
	for i, event := range []string{`{"kind":"join"}`, `{"kind":"resign"}`} {
		var end *Game
		if i == 1 {
			end = &finished
		}
		if err := s.AddOnlineEvent(t.Context(), one.ID, i+1, event, end); err != nil {
			t.Fatal(err)
		}
		one.Events = append(one.Events, event)
	}
	if err := s.AddOnlineEvent(t.Context(), one.ID, 2, "{}", nil); !errors.Is(err, ErrConflict) {
		t.Errorf("the same number: error %v, want %v", err, ErrConflict)
	}
	if err := s.AddOnlineEvent(t.Context(), "NONE", 1, "{}", nil); err == nil {
		t.Error("an event of no game is stored")
	}
	if err := s.AddOnlineEvent(t.Context(), two.ID, 1, "{}", &finished); err == nil {
		t.Error("a game of the record is stored twice")
	}
	games, err := s.OnlineGames(t.Context())
	if diff := cmp.Diff([]OnlineGame{one, two}, games); diff != "" || err != nil {
		t.Errorf("games (-want +got), error %v:\n%s", err, diff)
	}
	if err := s.DeleteOnlineGame(t.Context(), one.ID); err != nil {
		t.Error(err)
	}
	if err := s.DeleteOnlineGame(t.Context(), one.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted twice: error %v, want %v", err, ErrNotFound)
	}
	games, err = s.OnlineGames(t.Context())
	if diff := cmp.Diff([]OnlineGame{two}, games); diff != "" || err != nil {
		t.Errorf("remaining games (-want +got), error %v:\n%s", err, diff)
	}
	if stored, err := s.Game(t.Context(), finished.ID); err != nil || stored.ScoreBlack != 4 {
		t.Errorf("the finished game: %+v, error %v; want it to remain", stored, err)
	}
}
