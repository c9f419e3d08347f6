package match_test

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// A match of two players on 4×4 in colour-swapped pairs, stored in memory. With a file instead of ":memory:", an
// interrupted match can be resumed by match.Resume.
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

// Check reports errors of a description before any game is played.
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
	// games: 9, expected an even number, as each opening is played twice with colours exchanged
	// players: 1, expected 2 to 200
}
