package classroom_test

import (
	"context"
	"fmt"
	"os"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// A trace records a search, and a drawing prints it.
func ExampleDraw() {
	p, err := tictactoe.Parse("O-XX-X-OO X")
	if err != nil {
		fmt.Println(err)
		return
	}
	trace := gametree.Trace[tictactoe.Square]{Most: 100}
	if _, err := gametree.AlphaBeta(context.Background(), p, -1, nil, &trace); err != nil {
		fmt.Println(err)
		return
	}
	drawing := classroom.Draw(p, &trace, classroom.Names[tictactoe.Position, tictactoe.Square]{
		Move:     tictactoe.Square.String,
		Position: tictactoe.Position.String,
		Turn:     func(p tictactoe.Position) string { return p.Turn.String() },
		Side:     func(turn string) lang.Sentence { return lang.Sentence{En: turn, Ja: turn} },
		Value:    func(v int) string { return fmt.Sprint(v) },
		Number:   func(v int) float64 { return float64(v) },
	})
	fmt.Println(len(drawing.Nodes), "nodes")
	fmt.Println(drawing.Text(os.Stdout, lang.English))
	// Output:
	// 9 nodes
	// [1] #0–16 O-XX-X-OO X (-∞, ∞) → 1
	// ├─ b1 [2] #1–6 OXXX-X-OO O (-∞, ∞) → 1
	// │  ├─ b2 #2–3 OXXXOX-OO X (-∞, ∞) → -1
	// │  └─ a3 #4–5 OXXX-XOOO X (-∞, -1) → -1
	// ├─ b2 #7–8 O-XXXX-OO O (-∞, 1) → -1
	// └─ a3 [3] #9–15 O-XX-XXOO O (-∞, -1) → ≥ -1
	//    ├─ b1 [4] #10–13 OOXX-XXOO X (1, ∞) → ≤ 1
	//    │  └─ b2 #11–12 OOXXXXXOO O (-∞, -1) → -1
	//    └─ b2 #14 cut
	//          With b1, O holds X to 1 at best here, and X already has at least 1 at the root, so b2 cannot matter.
	// <nil>
}
