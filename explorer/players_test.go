package explorer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// played returns a game with a recorded result.
func played(t *testing.T, black, white, date, moves string, score int) *record.Game {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		t.Fatal(err)
	}
	g.Black, g.White, g.Date, g.Event = black, white, date, "Cup"
	g.Result = record.Result{Known: true, ScoreBlack: score, Reason: record.Resigned}
	return g
}

func withGames(t *testing.T, games ...*record.Game) *store.Store {
	t.Helper()
	s := openStore(t)
	in := s.NewImport()
	for _, g := range games {
		if err := in.Add(t.Context(), "a.ggf", g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := in.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// club returns a database of four games. Three of them are Ada's.
func club(t *testing.T) *store.Store {
	t.Helper()
	return withGames(t,
		played(t, "Ada", "Ben", "2001", "f5d6c3d3c4", 10), played(t, "Ada", "Cy", "2001", "f5d6c3d3c4f4", -4),
		played(t, "Ben", "Ada", "2003", "c4c3", -64), played(t, "Ben", "Adamson", "2004", "f5f6", 0))
}

// TestPlayer checks the results of a player by colour, year, opponent and opening.
func TestPlayer(t *testing.T) {
	got, err := explorer.Player(t.Context(), club(t), "ada", store.GameQuery{})
	if err != nil {
		t.Fatal(err)
	}
	result := func(games, won, lost int, mean float64) explorer.PlayerResults {
		return explorer.PlayerResults{Games: games, Won: won, Lost: lost, Mean: &mean}
	}
	openings := got.Openings
	got.Openings = nil
	want := explorer.PlayerStatistics{
		Schema: "kaeshi/explorer-player/1", Name: "ada", PlayerResults: result(3, 2, 1, 23.33),
		Black: result(2, 1, 1, 3), White: result(1, 1, 0, 64),
		Years: []explorer.YearResults{{2001, result(2, 1, 1, 3)}, {2003, result(1, 1, 0, 64)}},
		Opponents: []explorer.ExploredPlayer{
			{Name: "Ben", PlayerResults: result(2, 2, 0, 37), From: 2001, To: 2003},
			{Name: "Cy", PlayerResults: result(1, 0, 1, -4), From: 2001, To: 2001},
		},
		OpeningsOf: 3,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(openings) == 0 {
		t.Fatal("no openings")
	}
	first := openings[0]
	if name := first.Opening.English.Names[0]; name != "Tiger" {
		t.Errorf("the first opening is %s, want Tiger", name)
	}
	if first.Color != "black" || first.Games != 2 {
		t.Errorf("%d games as %s in the first opening, want 2 as black", first.Games, first.Color)
	}
	none, err := explorer.Player(t.Context(), club(t), "nobody", store.GameQuery{})
	if err != nil || none.Games != 0 {
		t.Errorf("%+v, error %v; want no games", none, err)
	}
}

// TestNames checks the lists of players and tournaments.
func TestNames(t *testing.T) {
	s := club(t)
	players, err := explorer.Players(t.Context(), s, store.GameQuery{ToYear: 2003}, "ad", 5)
	if err != nil {
		t.Fatal(err)
	}
	mean := 23.33
	results := explorer.PlayerResults{Games: 3, Won: 2, Lost: 1, Mean: &mean}
	want := explorer.ExploredPlayers{
		Schema: "kaeshi/explorer-players/1", Total: 1,
		Players: []explorer.ExploredPlayer{{Name: "Ada", PlayerResults: results, From: 2001, To: 2003}},
	}
	if diff := cmp.Diff(want, players); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	events, err := explorer.Events(t.Context(), s, store.GameQuery{}, "", 5)
	if err != nil {
		t.Fatal(err)
	}
	wantEvents := explorer.ExploredEvents{
		Schema: "kaeshi/explorer-tournaments/1", Total: 1,
		Events: []explorer.ExploredEvent{{Name: "Cup", Games: 4, From: 2001, To: 2004}},
	}
	if diff := cmp.Diff(wantEvents, events); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
