package solve_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/solve"
)

// lots is the number of parallel subtests, each with a part of the positions.
const lots = 8

// endings calls f with random positions of fewest to most empty squares, one in five of them on 6×6.
func endings(t *testing.T, positions, fewest, most int, f func(*testing.T, othello.Position)) {
	t.Helper()
	for lot := range lots {
		t.Run(fmt.Sprint("lot ", lot), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(fewest), uint64(lot)))
			for i := range positions / lots {
				size := othello.Size8
				if i%5 == 4 {
					size = othello.Size6
				}
				f(t, othellotest.Ending(r, size, fewest+i%(most-fewest+1)))
			}
		})
	}
}

func equalsAlphaBeta(t *testing.T, p othello.Position) {
	want, err := gametree.AlphaBeta(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := solve.Score(t.Context(), p); err != nil || got != othello.Score(want.Value) {
		t.Errorf("Score(%v) = %v, %v; want %d, the value of package gametree", p, got, err, want.Value)
	}
}

// TestScoreEqualsAlphaBeta compares the solver with an algorithm that shares only the rules with it.
func TestScoreEqualsAlphaBeta(t *testing.T) {
	t.Parallel()
	positions := 2_000
	if testing.Short() {
		positions = 200
	}
	endings(t, positions, 8, 11, equalsAlphaBeta)
}
