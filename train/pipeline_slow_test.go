//go:build slow

package train

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// TestSmallTraining checks that the weights of a training of a few minutes win clearly against the plain evaluation at
// the same depth, and that their errors are small. Many random starts are lost for one side, so the expected score is
// lower than from even starts.
func TestSmallTraining(t *testing.T) {
	s, err := ScaleNamed("small", 1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	report, err := (Run{steps.Run{Threads: runtime.GOMAXPROCS(0), Command: "test"}}).All(t.Context(), dir, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%v", report)
	at := map[int]float64{}
	for _, e := range report.Empties {
		at[e.Empties] = e.MAE
	}
	for empties, most := range map[int]float64{10: 8.5, 16: 9, 30: 7} {
		if at[empties] > most {
			t.Errorf("%d empty squares: mean absolute error %.2f, want at most %.2f", empties, at[empties], most)
		}
	}
	w, err := steps.LoadWeights(filepath.Join(dir, "round-2", WeightsName))
	if err != nil {
		t.Fatal(err)
	}
	const pairs = 200
	for _, depth := range []int{1, 3} {
		points := duel(&play.Lookahead{Weights: w}, &play.Lookahead{}, pairs, depth)
		t.Logf("%.1f %% against the plain evaluation, both %d plies ahead, %d games", 100*points/(2*pairs), depth,
			2*pairs)
		if points < 0.6*2*pairs {
			t.Errorf("depth %d: %.1f of %d points, want at least 60 %%", depth, points, 2*pairs)
		}
	}
}

// duel plays pairs of games from random starts with alternating colours, and returns the points of the first player.
func duel(a, b *play.Lookahead, pairs, depth int) (points float64) {
	r := rand.New(rand.NewPCG(77, 77))
	for range pairs {
		start := othello.Start(othello.Size8, othello.Usual)
		for start.Empties() > 52 { // no game ends this early
			moves := start.Moves()
			start = start.Play(moves[r.IntN(len(moves))])
		}
		for _, first := range []othello.Color{othello.Black, othello.White} {
			p := start
			for !p.Over() {
				mover := a
				if p.Turn != first {
					mover = b
				}
				move := othello.Pass
				if !p.MustPass() {
					move = mover.Choose(p, depth, func() int { return 0 })
				}
				p = p.Play(move)
			}
			score := p.ScoreBlack()
			if first == othello.White {
				score = -score
			}
			switch {
			case score > 0:
				points++
			case score == 0:
				points += 0.5
			}
		}
	}
	return points
}
