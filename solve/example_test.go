package solve_test

import (
	"fmt"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
)

// A window asks less than the score, and is answered sooner: here only whether White, who is to move, wins.
func ExampleSolver_Score() {
	p, err := othello.Parse("-XXXXXX-OOXXXXX-OOXXXOO-OXXXXXOOOXXOXXOOOOXXXXXO--XXXXXO-XXXXX-O O")
	if err != nil {
		fmt.Println(err)
		return
	}
	s := solve.New(p.Size, nil)
	fmt.Println("score:", s.Score(p.Mover, p.Other, -64, 64))
	whole := s.Nodes
	fmt.Println("won:", s.Score(p.Mover, p.Other, 0, 1) > 0, "with less work:", s.Nodes-whole < whole)
	// Output:
	// score: -12
	// won: false with less work: true
}

// A solver that another goroutine may stop gives up soon after, and what it answers then means nothing.
func ExampleNew() {
	stop := new(atomic.Bool)
	s := solve.New(othello.Size4, stop)
	p := othello.Start(othello.Size4, othello.Usual)
	fmt.Println("4×4 from the start:", s.Score(p.Mover, p.Other, -16, 16))
	stop.Store(true)
	before := s.Nodes
	s.Score(p.Mover, p.Other, -16, 16)
	fmt.Println("positions entered after the stop:", s.Nodes-before)
	// Output:
	// 4×4 from the start: -10
	// positions entered after the stop: 1
}
