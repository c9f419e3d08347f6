package transcript_test

import (
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// The error of an illegal move gives its place and the legal moves.
func ExampleParse() {
	start := othello.Start(othello.Size8, othello.Usual)
	game, err := transcript.Parse(start, "F5 d6 c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Transcript(), game.Position().Turn, "to move")
	_, err = transcript.Parse(start, "f5d6a1")
	fmt.Println(err)
	// Output:
	// f5d6c3 white to move
	// move 3, "a1" at character 5: a1 turns nothing over for black; legal moves are c3, c4, c5, c6, c7
}
