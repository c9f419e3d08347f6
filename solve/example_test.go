package solve_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
)

// A narrow window takes less work than the full score. This one only finds whether White, the side to move, wins.
func ExampleSolver_Solve() {
	p, err := othello.Parse("-XXXXXX-OOXXXXX-OOXXXOO-OXXXXXOOOXXOXXOOOOXXXXXO--XXXXXO-XXXXX-O O")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := solve.New(p.Size)
	score, err := s.Solve(context.Background(), p, -64, 64)
	fmt.Println("score:", score, err)
	whole := s.Nodes
	bound, err := s.Solve(context.Background(), p, 0, 1)
	fmt.Println("won:", bound > 0, err, "with less work:", s.Nodes-whole < whole)
	// Output:
	// score: -12 <nil>
	// won: false <nil> with less work: true
}

// A context limits the time of a search.
func ExampleScore() {
	p := othello.Start(othello.Size4, othello.Usual)
	fmt.Println(solve.Score(context.Background(), p))
	soon, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, err := solve.Score(soon, othello.Start(othello.Size8, othello.Usual))
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	// Output:
	// -10 <nil>
	// true
}
