package player_test

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// A game between two players.
func ExampleReferee() {
	known := player.Makers{
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
	}
	black, err := known.New("greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	white, err := known.New("alphabeta:12")
	if err != nil {
		fmt.Println(err)
		return
	}
	game := &record.Game{Start: othello.Start(othello.Size4, othello.Usual)}
	referee := player.Referee{Black: black, White: white}
	result, err := referee.Play(context.Background(), game)
	fmt.Println(game.Transcript(), result.ScoreBlack, err)
	// Output: b1a1a2c1d1a3a4d3c4 -12 <nil>
}
