package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestTournamentResults checks that TournamentResults agrees with the sums over the games. Results are from the point
// of view of the player with the lower number, and only complete pairs of games count as pairs.
func TestTournamentResults(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if c, err := s.TournamentCount(ctx); err != nil || c != (TournamentCount{}) {
			t.Errorf("empty database: count %+v, error %v; want zeros", c, err)
		}
		var ids []int64
		for _, name := range []string{"first", "second"} {
			row, err := s.AddTournament(ctx, Tournament{Name: name, Spec: `{"players":["a","b"]}`}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, row.ID)
		}
		for _, g := range []struct{ at, number, black, white, score int }{
			{0, 0, 0, 1, 10},
			{0, 1, 1, 0, -4}, // 2 points
			{0, 2, 0, 1, -2},
			{0, 3, 1, 0, -2}, // 1 point
			{0, 4, 0, 1, 0},
			{0, 5, 1, 0, 6},  // ½ point
			{0, 7, 1, 0, 64}, // incomplete pair
			{0, 8, 2, 1, 8},
			{1, 0, 0, 1, 2},
			{1, 1, 1, 0, 0},
		} {
			game := TournamentGame{
				Number: g.number, Black: g.black, White: g.white, ScoreBlack: g.score,
				Began: time.UnixMilli(1), Ended: time.UnixMilli(2),
			}
			if _, err := s.AddTournamentGame(ctx, ids[g.at], game); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.EndTournament(ctx, ids[1], "{}"); err != nil {
			t.Fatal(err)
		}
		got, err := s.TournamentResults(ctx)
		want := []TournamentResult{
			{
				Tournament: ids[0], First: 0, Second: 1, Wins: 3, Draws: 1, Losses: 3, Discs: 10 + 4 - 2 + 2 - 6 - 64,
				Pairs: [5]int{1: 1, 2: 1, 4: 1},
			},
			{Tournament: ids[0], First: 1, Second: 2, Losses: 1, Discs: -8},
			{Tournament: ids[1], First: 0, Second: 1, Wins: 1, Draws: 1, Discs: 2, Pairs: [5]int{3: 1}},
		}
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("error %v, results (-want +got):\n%s", err, cmp.Diff(want, got))
		}
		if c, err := s.TournamentCount(ctx); err != nil || c != (TournamentCount{2, 1, 10}) {
			t.Errorf("count %+v, error %v; want 2, 1 and 10", c, err)
		}
		all, err := s.AllTournaments(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wantAll := []Tournament{
			{ID: ids[0], Name: "first", Spec: `{"players":["a","b"]}`},
			{ID: ids[1], Name: "second", Spec: `{"players":["a","b"]}`},
		}
		if diff := cmp.Diff(wantAll, all, cmpopts.IgnoreFields(Tournament{}, "Began", "Ended")); diff != "" {
			t.Fatalf("tournaments (-want +got):\n%s", diff)
		}
		if !all[0].Ended.IsZero() {
			t.Errorf("the running tournament has the end time %v, want none", all[0].Ended)
		}
		if all[1].Ended.IsZero() {
			t.Error("the ended tournament has no end time")
		}
	})
}
