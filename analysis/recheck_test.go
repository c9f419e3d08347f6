package analysis

import (
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// drawn is the published game of perfect play (Takizawa, "Othello is Solved", 2023). Every move draws.
const drawn = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c" +
	"1h2h1" +
	"g2b8a8g7h8h7h6"

// TestPerfectPlayIsNotMarked checks that no move of a game without mistakes is marked, in any symmetry of the board.
func TestPerfectPlayIsNotMarked(t *testing.T) {
	levels := []int{1, 2, 4, 6, 8, 10, 12}
	if testing.Short() {
		levels = []int{1, 4}
	}
	for _, level := range levels {
		for s := range bitboard.Symmetry(bitboard.Symmetries) {
			a := New(search.Options{Threads: 1}, atLevel(t, level), UsualMarks())
			d, err := a.Game(t.Context(), transformedGame(t, drawn, s), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range d.Moves {
				if m.Mark != "" {
					t.Errorf("level %d, symmetry %d: move %d %s is marked %s: loss %g ± %g (depth %d, %d %%)",
						level, s, m.Number, m.Move, m.sign(), m.Loss, m.Error, m.Depth, m.Confidence)
				}
			}
		}
	}
}

// transformedGame returns a game on 8×8 transformed by a symmetry.
func transformedGame(t *testing.T, moves string, by bitboard.Symmetry) *record.Game {
	t.Helper()
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual).Transform(by)}
	for i := 0; i < len(moves); i += 2 {
		s, err := othello.Size8.Parse(moves[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		g.PassIfForced()
		if err := g.Play(othello.Square(by.Square(int(s)))); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
