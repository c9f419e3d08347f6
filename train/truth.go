package train

import (
	"context"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// truths are positions of held-out games and what they are worth.
type truths struct {
	games int // that they are from, side lines not counted
	known [squaresLeft + 1][]sample
}

// solverBytes is a table that endings of 20 empty squares can use.
const solverBytes = 16 << 20

// truths picks positions of the held-out games, as many with each number of empty squares, and finds out what they are
// worth.
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

// held picks about n positions of the held-out games with so many empty squares.
func (d *data) held(empties, n int) (list []sample) {
	w := wanted{from: empties, to: empties}
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

// judge finds out what positions are worth. It belongs to one goroutine.
type judge struct {
	play.Lookahead
	solver *search.Engine
}

func newJudge(w *eval.Weights) *judge {
	return &judge{play.Lookahead{Weights: w}, search.New(search.Options{HashBytes: solverBytes})}
}

// truths is the positions with the truth, as far as it can be had.
func (j *judge) truths(ctx context.Context, list []sample, s ReportSettings) ([]sample, error) {
	w := wanted{deep: true, solve: s.Solve, look: s.Look, trust: 1}
	for i := range list {
		if list[i].want = j.judge(ctx, list[i], w); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return list, nil
}

// judge is what the position is worth in discs, by solving it or by looking ahead where nothing better is known. Once
// ctx is done it means nothing.
func (j *judge) judge(ctx context.Context, s sample, w wanted) float32 {
	switch {
	case s.exact, s.known && !w.deep:
		return s.want
	case s.Empties() <= w.solve:
		report, err := j.solver.Search(ctx, s.Position(), search.Limits{Exact: w.solve}, nil)
		if err != nil { // ctx's: no position of a line is over
			return 0
		}
		return float32(report.Score)
	case w.look == 0:
		return s.want
	}
	return s.want + float32(w.trust*(float64(steady(&j.Lookahead, s.P, s.O, w.look))/eval.Disc-float64(s.want)))
}
