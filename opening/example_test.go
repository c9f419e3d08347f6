package opening_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// A game has the name of the last named position that it went through, in any orientation. This one begins with d3
// instead of f5.
func ExampleFind() {
	start := othello.Start(othello.Size8, othello.Usual)
	game, err := transcript.Parse(start, "d3c5f6f5e6")
	if err != nil {
		fmt.Println(err)
		return
	}
	names := opening.Find(game.Start, game.Moves)
	fmt.Println(names.English, "since move", names.English.Ply)
	fmt.Println(names.In(lang.Japanese))
	// Output:
	// Tiger since move 5
	// 虎
}

// A list of openings. Read reports a line that is wrong and continues.
func ExampleRead() {
	list := `# two openings and an error
f5d6c3d3c4 Tiger
f5f6e6 +0.0
f5a1
`
	for line, err := range opening.Read(strings.NewReader(list)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%v %q, %v to move\n", line, line.Name, line.Position().Turn)
	}
	// Output:
	// f5d6c3d3c4 "Tiger", white to move
	// f5f6e6 "", white to move
	// line 4: move 2, "a1": a1 turns nothing over for white; legal moves are f4, d6, f6
}

// Balanced starts with a static evaluation as the judge.
func ExampleBalanced() {
	judge := func(_ context.Context, p othello.Position) (othello.Score, error) {
		return othello.Score(eval.Plain(p)) / eval.Disc, nil
	}
	starts, err := opening.Balanced(context.Background(), 2, opening.Settings{Plies: 6, Window: 1, Seed: 5}, judge)
	for _, s := range starts {
		fmt.Println(len(s.Moves), "moves, even within a disc:", -1 <= s.Score && s.Score <= 1)
	}
	fmt.Println(err)
	// Output:
	// 6 moves, even within a disc: true
	// 6 moves, even within a disc: true
	// <nil>
}
