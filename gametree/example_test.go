package gametree_test

import (
	"context"
	"fmt"
	"os"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// nim is a game that fits package gametree: take one, two or three stones; who takes the last one wins.
type nim int

func (n nim) Moves() []int {
	var moves []int
	for take := 1; take <= min(3, int(n)); take++ {
		moves = append(moves, take)
	}
	return moves
}

func (n nim) Play(take int) nim { return n - nim(take) }

// Score is asked for when no stone is left: whoever would be to move has lost.
func (n nim) Score() int { return -1 }

func (n nim) String() string { return fmt.Sprint(int(n), " stones") }

// A game of one's own needs four methods to be searched.
func Example() {
	for _, stones := range []nim{7, 8} {
		r, err := gametree.AlphaBeta[nim, int](context.Background(), stones, -1, nil, nil)
		fmt.Println(stones, "value", r.Value, "take", r.Move, err)
	}
	// Output:
	// 7 stones value 1 take 3 <nil>
	// 8 stones value -1 take 1 <nil>
}

// All algorithms find what minimax finds, and enter fewer positions.
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

// A budget ends a search that would take too long.
func ExampleWithBudget() {
	ctx := gametree.WithBudget(context.Background(), 1000)
	start := othello.Start(othello.Size4, othello.Usual)
	r, err := gametree.Minimax[othello.Position, othello.Square](ctx, start, -1, nil, nil)
	fmt.Println(r.HasMove, r.Nodes, err)
	// Output:
	// false 1024 the search has used up its budget of nodes: 1024 entered, 1000 allowed
}

// A trace writes the search down, and a drawing shows it.
func ExampleDraw() {
	var trace gametree.Trace[int]
	trace.Most = 100
	if _, err := gametree.AlphaBeta(context.Background(), nim(3), -1, nil, &trace); err != nil {
		fmt.Println(err)
		return
	}
	drawing := gametree.Draw(nim(3), &trace, gametree.Names[nim, int]{
		Move:     func(take int) string { return fmt.Sprint("take ", take) },
		Position: nim.String,
		Turn:     func(nim) string { return "mover" },
		Side:     func(string) gametree.Sentence { return gametree.Sentence{En: "the mover", Ja: "手番"} },
		Value:    func(v int) string { return fmt.Sprint(v) },
		Number:   func(v int) float64 { return float64(v) },
	})
	fmt.Println(len(drawing.Nodes), "nodes")
	fmt.Println(drawing.Text(os.Stdout, false))
	// Output:
	// 8 nodes
	// [1] #0–15 3 stones (-∞, ∞) → 1
	// ├─ take 1 [2] #1–8 2 stones (-∞, ∞) → 1
	// │  ├─ take 1 [3] #2–5 1 stones (-∞, ∞) → 1
	// │  │  └─ take 1 #3–4 0 stones (-∞, ∞) → -1
	// │  └─ take 2 #6–7 0 stones (-∞, 1) → -1
	// ├─ take 2 [4] #9–12 1 stones (-∞, 1) → ≥ 1
	// │  └─ take 1 #10–11 0 stones (-1, ∞) → -1
	// └─ take 3 #13–14 0 stones (-∞, 1) → -1
	// <nil>
}
