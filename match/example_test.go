package match_test

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// A match of two players on 4×4 in colour-swapped pairs, kept in memory. With a file in the place of ":memory:" a match that was
// broken off goes on with match.Resume.
func Example() {
	known := player.Makers{
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
	}
	ctx := context.Background()
	games, err := store.Open(ctx, ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = games.Close() }()
	event, err := match.Start(ctx, games, match.Tournament{
		Players: []string{"alphabeta:4", "greedy"}, Games: 20, Openings: "balanced:10", Seed: 1, Concurrency: 1,
	}, known.New)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := event.Run(ctx, nil, known.New, match.Watch{}); err != nil {
		fmt.Println(err)
		return
	}
	standings := event.Standings()
	fmt.Println(standings.Finished, standings.Played, "games; the best is", standings.Players[0].Player)
	// Output:
	// true 20 games; the best is alphabeta:4
}

// What a description leaves open, and what is wrong with one, is known before a game is played.
func ExampleTournament_Check() {
	known := player.Makers{{Name: "greedy", Usage: "greedy", New: player.NewGreedy}}
	for _, t := range []match.Tournament{
		{Players: []string{"greedy", "greedy"}, Games: 10},
		{Players: []string{"greedy", "greedy"}, Games: 9},
		{Players: []string{"greedy"}},
	} {
		fmt.Println(t.Check(known.New))
	}
	// Output:
	// <nil>
	// 9 games: expected an even number, as each opening is played twice with colours exchanged
	// 1 players: expected 2 to 200
}

// How sure a result is: a hundred pairs of games, counted by the points that the first player took from both.
func ExamplePairs_Estimate() {
	pairs := match.Pairs{5, 15, 40, 25, 15}
	e, ok := pairs.Estimate()
	fmt.Println(ok)
	fmt.Printf("%.1f %% of the points, Elo %+.0f, from %+.0f to %+.0f\n", 100*e.Score, e.Elo, e.Low, e.High)
	// Output:
	// true
	// 57.5 % of the points, Elo +53, from +16 to +90
}

// A test that may end before all games are played.
func ExampleSPRT_Verdict() {
	test, err := match.ParseSPRT("elo0=0,elo1=20")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, pairs := range []match.Pairs{{1, 2, 4, 2, 1}, {20, 60, 200, 120, 60}} {
		llr := test.LLR(pairs)
		fmt.Printf("%d pairs: LLR %.2f %q\n", pairs.Count(), llr, test.Verdict(llr))
	}
	// Output:
	// 10 pairs: LLR -0.03 ""
	// 460 pairs: LLR 9.37 "H1"
}
