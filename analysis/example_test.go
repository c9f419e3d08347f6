package analysis_test

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

// On a 4×4 board the second player wins. Here White loses the game with its first move.
func ExampleAnalyst_Game() {
	game, err := transcript.Parse(othello.Start(othello.Size4, othello.Usual), "b1c1d1a1")
	if err != nil {
		fmt.Println(err)
		return
	}
	effort, err := analysis.AtLevel(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	analyst := analysis.New(search.Options{}, effort, analysis.UsualMarks())
	judged, err := analyst.Game(context.Background(), game, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range judged.Moves {
		fmt.Printf("%s %s: best %+g, played %+g, loses %g%s\n", m.Pov, m.Move, m.Score, m.Played, m.Loss, m.Mark)
	}
	// Output:
	// black b1: best -10, played -10, loses 0
	// white c1: best +10, played -14, loses 24??
	// black d1: best +14, played +14, loses 0
	// white a1: best -14, played -14, loses 0
}
