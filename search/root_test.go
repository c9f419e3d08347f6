package search

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// TestDeepSearchesAreSurer: a search that goes as far as time or nodes let it is surer from firmFrom plies on, unless a confidence, a depth or an ending is asked for.
func TestDeepSearchesAreSurer(t *testing.T) {
	t.Parallel()
	p := after(rand.New(rand.NewPCG(31, 31)), othello.Size8, 30)
	enough := func(r Report) bool { return r.Depth > firmFrom }
	for name, c := range map[string]struct {
		limits Limits
		sure   confidence // from firmFrom plies on
	}{
		"as far as it can":     {Limits{Enough: enough}, firm},
		"deeper than the game": {Limits{Depth: 60, Enough: enough}, firm},
		"usual, if asked for":  {Limits{Confidence: 73, Enough: enough}, usual},
		"surer, if asked for":  {Limits{Confidence: 95, Enough: enough}, sound},
		"so many plies":        {Limits{Depth: firmFrom + 1}, usual},
		"an ending":            {Limits{Selective: 30, Enough: enough}, usual},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deepest := 0
			r, err := small().Search(t.Context(), p, c.limits, func(r Report) {
				wanted := c.sure
				if r.Depth < firmFrom && wanted == firm {
					wanted = usual
				}
				if deepest = r.Depth; deepest > probCutMiddle && r.Selectivity != levels[wanted].percent {
					t.Errorf("depth %d at %d %%, not %d %%", r.Depth, r.Selectivity, levels[wanted].percent)
				}
			})
			if err != nil || deepest != firmFrom+1 || r.Depth != deepest {
				t.Errorf("depth %d, reported %d, %v", r.Depth, deepest, err)
			}
		})
	}
}
