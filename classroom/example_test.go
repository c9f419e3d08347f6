package classroom_test

import (
	"context"
	"fmt"
	"os"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
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

// A trace writes the search down, and a drawing shows it.
func ExampleDraw() {
	var trace gametree.Trace[int]
	trace.Most = 100
	if _, err := gametree.AlphaBeta(context.Background(), nim(3), -1, nil, &trace); err != nil {
		fmt.Println(err)
		return
	}
	drawing := classroom.Draw(nim(3), &trace, classroom.Names[nim, int]{
		Move:     func(take int) string { return fmt.Sprint("take ", take) },
		Position: nim.String,
		Turn:     func(nim) string { return "mover" },
		Side:     func(string) lang.Sentence { return lang.Sentence{En: "the mover", Ja: "手番"} },
		Value:    func(v int) string { return fmt.Sprint(v) },
		Number:   func(v int) float64 { return float64(v) },
	})
	fmt.Println(len(drawing.Nodes), "nodes")
	fmt.Println(drawing.Text(os.Stdout, lang.English))
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
