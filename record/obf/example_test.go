package obf_test

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/obf"
)

// Problems yields the positions with their scores. A bad line does not end the reading.
func ExampleProblems() {
	file := `% an ending of three empty squares, and a slip
O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXXOOOOOOOO X; B1:+2; C1:-4;
O--O X;
`
	for problem, err := range obf.Problems(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		score, moves, _ := problem.Best()
		fmt.Println("line", problem.Line, "states", score, "for", len(moves), "move")
	}
	// Output:
	// line 2 states 2 for 1 move
	// line 3: 4 cells: want 64, 36 or 16 and the side to move, X or O
}
