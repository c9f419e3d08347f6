package train

import (
	"context"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// truths contains positions of held-out games with their true values.
type truths struct {
	games int // number of games, without side lines
	known [squaresLeft + 1][]sample
}

// solverBytes is the size of a hash table for endings of 20 empty squares.
const solverBytes = 16 << 20

// truths selects positions of the held-out games, the same number for each number of empty squares, and determines
// their true values.
func (r Run) truths(ctx context.Context, d *data, w *eval.Weights, s ReportSettings) (*truths, error) {
	t, watch := &truths{}, r.Watch("report", squaresLeft+1)
	for i := range d.games {
		if splitOf(d.number[i]) == heldOut && !d.games[i].Side {
			t.games++
		}
	}
	begin := func() *judge { return newJudge(w) }
	return t, steps.Each(ctx, r.Threads, len(t.known), begin, func(j *judge, i int) (err error) {
		defer watch.Add(1)
		empties := len(t.known) - 1 - i
		t.known[empties], err = j.truths(ctx, d.held(empties, s.Positions), s)
		return err
	})
}

// held selects about n positions of the held-out games with the given number of empty squares.
func (d *data) held(empties, n int) (list []sample) {
	w := selection{from: empties, to: empties}
	all, _ := d.countBetween(0, len(d.games), heldOut, w)
	every, seen := max(1, all/n), 0
	for i := range d.games {
		if splitOf(d.number[i]) == heldOut {
			d.visit(i, empties, empties, 0, func(s sample) {
				if seen++; seen%every == 0 {
					list = append(list, s)
				}
			})
		}
	}
	return list
}

// judge determines the values of positions. It must be used by one goroutine at a time.
type judge struct {
	play.Lookahead
	solver *search.Engine
}

func newJudge(w *eval.Weights) *judge {
	return &judge{play.Lookahead{Weights: w}, search.New(search.Options{HashBytes: solverBytes})}
}

// truths returns the positions with their true values, or the best available approximation.
func (j *judge) truths(ctx context.Context, list []sample, s ReportSettings) ([]sample, error) {
	w := selection{deep: true, solve: s.Solve, look: s.Look, trust: 1}
	for i := range list {
		if list[i].want = j.judge(ctx, list[i], w); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return list, nil
}

// judge returns the value of a position in discs. Unless it is known, the position is solved or searched. The result is
// not valid if ctx has ended.
func (j *judge) judge(ctx context.Context, s sample, w selection) float32 {
	switch {
	case s.exact, s.known && !w.deep:
		return s.want
	case s.Empties() <= w.solve:
		report, err := j.solver.Search(ctx, s.Position(), search.Limits{Exact: w.solve}, nil)
		if err != nil { // the error is that of ctx
			return 0
		}
		return float32(report.Score)
	case w.look == 0:
		return s.want
	}
	return s.want + float32(w.trust*(float64(steady(&j.Lookahead, s.P, s.O, w.look))/eval.Disc-float64(s.want)))
}
