package search_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/search"
)

// evaluator is an Evaluator that calls a function.
type evaluator struct {
	of func(othello.Position) othello.Score
}

func (e evaluator) Evaluate(p othello.Position) othello.Score { return e.of(p) }

// hashed is an evaluation without any symmetry, in hundredths of a disc.
func hashed(p othello.Position) othello.Score {
	x := uint64(p.Mover)*0x9e3779b97f4a7c15 ^ uint64(p.Other)*0xc2b2ae3d27d4eb4f
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return othello.Score(int(x>>40%2001)-1000) / 100
}

// minimax returns the value of p after depth plies, where a pass is not a ply.
func minimax(p othello.Position, depth int, evaluate func(othello.Position) othello.Score) othello.Score {
	switch {
	case p.Over():
		return othello.Score(p.Score())
	case p.MustPass():
		return -minimax(p.Play(othello.Pass), depth, evaluate)
	case depth == 0:
		return evaluate(p)
	}
	best := othello.Score(math.Inf(-1))
	for _, m := range p.Moves() {
		best = max(best, -minimax(p.Play(m), depth-1, evaluate))
	}
	return best
}

// TestEvaluator checks that a search with an Evaluator returns the minimax value of its scores, on every board and for
// any number of threads.
func TestEvaluator(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(28, 28))
	for _, threads := range []int{1, 3} {
		checked := evaluator{func(p othello.Position) othello.Score {
			if p.Legal() == 0 {
				t.Errorf("%v is evaluated, but has no legal move", p)
			}
			return hashed(p)
		}}
		e := search.New(search.Options{
			HashBytes: 1 << 18, Threads: threads, Evaluator: checked, Without: search.Claims,
		})
		for i := range 60 {
			size := []othello.Size{4, 6, 8}[i%3]
			p := othello.Start(size, othello.Usual)
			if i >= 3 {
				p = othellotest.Ending(r, size, p.Empties()-1-r.IntN(p.Empties()-2))
			}
			depth := min(1+i%5, p.Empties()-1)
			if p.Over() || depth < 1 {
				continue
			}
			got, err := e.Search(t.Context(), p, search.Limits{Depth: depth}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := minimax(p, depth, hashed); math.Abs((got.Score - want).Discs()) > 1e-9 {
				t.Errorf("%d threads, depth %d, %v: score %v, want %v", threads, depth, p, got.Score, want)
			}
		}
	}
}

// TestEvaluatorRates checks that each of the symmetric moves of the start position has its own score.
func TestEvaluatorRates(t *testing.T) {
	e := search.New(search.Options{HashBytes: 1 << 16, Evaluator: evaluator{hashed}, Without: search.Claims})
	start := othello.Start(othello.Size8, othello.Usual)
	r, err := e.Search(t.Context(), start, search.Limits{Depth: 3, Lines: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range r.Lines {
		if want := -minimax(start.Play(line.Move), 2, hashed); math.Abs((line.Score - want).Discs()) > 1e-9 {
			t.Errorf("%s: score %v, want %v", start.Size.Name(line.Move), line.Score, want)
		}
	}
	if len(r.Lines) != 4 {
		t.Errorf("%d lines, want 4", len(r.Lines))
	}
}

// constant returns an engine whose evaluation is the score.
func constant(score othello.Score) *search.Engine {
	return search.New(search.Options{
		HashBytes: 1 << 16, Evaluator: evaluator{func(othello.Position) othello.Score { return score }},
	})
}

// TestEvaluatorRange checks that scores beyond the range of the board are limited, and that NaN becomes 0.
func TestEvaluatorRange(t *testing.T) {
	start := othello.Start(othello.Size6, othello.Usual)
	for score, want := range map[othello.Score]othello.Score{
		1000: -36, othello.Score(math.Inf(-1)): 36, -36: 36, 12.345: -12.35,
	} {
		r, err := constant(score).Search(t.Context(), start, search.Limits{Depth: 1}, nil)
		if err != nil || math.Abs((r.Score-want).Discs()) > 1e-9 {
			t.Errorf("%v: score %v, error %v, want %v", score, r.Score, err, want)
		}
	}
	r, err := constant(othello.Score(math.NaN())).Search(t.Context(), start, search.Limits{Depth: 3}, nil)
	if err != nil || r.Score != 0 {
		t.Errorf("NaN: score %v, error %v, want 0", r.Score, err)
	}
}

// TestEvaluatorSolves checks that searches to the end of the game are exact, and that the engine reports no learned
// weights.
func TestEvaluatorSolves(t *testing.T) {
	e := search.New(search.Options{HashBytes: 1 << 18, Evaluator: evaluator{hashed}})
	r := rand.New(rand.NewPCG(28, 29))
	for range 20 {
		p := othellotest.Ending(r, othello.Size8, 12)
		if got, want := solved(t, e, p).Score, alphaBeta(t, p); got != othello.Score(want) {
			t.Errorf("%v: score %v, want %d", p, got, want)
		}
	}
	if w, err := e.Weights(); w != nil || err != nil {
		t.Errorf("weights %v, error %v; want none", w, err)
	}
}
