package gametree_test

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// nim is a game for package gametree: the sides take one, two or three stones, and the side that takes the last stone
// wins.
type nim int

func (n nim) Moves() []int {
	var moves []int
	for take := 1; take <= min(3, int(n)); take++ {
		moves = append(moves, take)
	}
	return moves
}

func (n nim) Play(take int) nim { return n - nim(take) }

// Score is called when no stone is left. The side to move has lost.
func (n nim) Score() int { return -1 }

func (n nim) String() string { return fmt.Sprint(int(n), " stones") }

// A game with four methods can be searched.
func Example() {
	for _, stones := range []nim{7, 8} {
		r, err := gametree.AlphaBeta[nim, int](context.Background(), stones, -1, nil, nil)
		fmt.Println(stones, "value", r.Value, "take", r.Move, err)
	}
	// Output:
	// 7 stones value 1 take 3 <nil>
	// 8 stones value -1 take 1 <nil>
}

// The algorithms return the same value and enter different numbers of positions.
func ExampleAlgorithms() {
	p, err := tictactoe.Parse("O-XX-X-OO X")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range gametree.Algorithms[tictactoe.Position, tictactoe.Square]()[:3] {
		r, err := a.Search(context.Background(), p, -1, nil, nil)
		fmt.Println(a.Name, "value", r.Value, "move", r.Move, "positions", r.Nodes, err)
	}
	// Output:
	// minimax value 1 move b2 positions 9 <nil>
	// negamax value 1 move b2 positions 9 <nil>
	// alphabeta value 1 move b2 positions 8 <nil>
}

// A budget limits the nodes of a search.
func ExampleWithBudget() {
	ctx := gametree.WithBudget(context.Background(), 1000)
	start := othello.Start(othello.Size4, othello.Usual)
	r, err := gametree.Minimax[othello.Position, othello.Square](ctx, start, -1, nil, nil)
	fmt.Println(r.HasMove, r.Nodes, err)
	// Output:
	// false 1024 the search has used up its budget of nodes: 1024 entered, 1000 allowed
}
