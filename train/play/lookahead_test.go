package play

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// someWeights returns arbitrary weights that distinguish positions.
func someWeights(t *testing.T) *eval.Weights {
	t.Helper()
	phaseOf, count, err := eval.Phases(50, 10, 10)
	if err != nil {
		t.Fatal(err)
	}
	r, m := rand.New(rand.NewPCG(9, 9)), &eval.Model{Step: 1, PhaseOf: phaseOf}
	for range count {
		list := make([]int16, eval.Parameters())
		for i := range list {
			list[i] = int16(r.IntN(101) - 50)
		}
		m.Phases = append(m.Phases, list)
	}
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// minimax returns the expected value of the lookahead. A pass takes no ply, and finished games have their results.
func minimax(w *eval.Weights, p othello.Position, depth int) int {
	switch {
	case p.Over():
		return eval.Disc * p.Score()
	case p.MustPass():
		return -minimax(w, p.Play(othello.Pass), depth)
	case depth == 0 && w == nil:
		return eval.Plain(p)
	case depth == 0:
		return w.Evaluate(p.Mover, p.Other)
	}
	best := -worst
	for _, m := range p.Moves() {
		best = max(best, -minimax(w, p.Play(m), depth-1))
	}
	return best
}

func TestLookaheadIsMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, w := range []*eval.Weights{nil, someWeights(t)} {
		l := &Lookahead{Weights: w}
		for range 150 {
			p := othellotest.Begun(r, othello.Size8, 2+r.IntN(58))
			depth := r.IntN(4)
			if got, want := l.Value(p.Mover, p.Other, depth), minimax(w, p, depth); got != want {
				t.Fatalf("%v, depth %d: value %d, want %d", p, depth, got, want)
			}
			if depth == 0 || p.Legal() == 0 { // there is no move to choose
				continue
			}
			move := l.Choose(p, depth, func() int { return 0 })
			if got, want := -minimax(w, p.Play(move), depth-1), minimax(w, p, depth); got != want {
				t.Fatalf("%v, depth %d: the move %s has the value %d, want %d", p, depth, p.Size.Name(move), got, want)
			}
		}
	}
}

// TestNoiseChangesMoves checks that a bonus larger than all values decides the move.
func TestNoiseChangesMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	l, chosen := &Lookahead{}, map[othello.Square]bool{}
	p := othellotest.Begun(r, othello.Size8, 30)
	for range 50 {
		chosen[l.Choose(p, 2, func() int { return int(1e5 * r.NormFloat64()) })] = true
	}
	if len(chosen) < min(3, len(p.Moves())) {
		t.Errorf("%d different moves of %d, want at least %d", len(chosen), len(p.Moves()), min(3, len(p.Moves())))
	}
}

func BenchmarkLookahead(b *testing.B) {
	r, l := rand.New(rand.NewPCG(6, 6)), &Lookahead{}
	list := make([]othello.Position, 64)
	for i := range list {
		list[i] = othellotest.Begun(r, othello.Size8, 20+i%30)
	}
	for i := 0; b.Loop(); i++ {
		l.Value(list[i%len(list)].Mover, list[i%len(list)].Other, 4)
	}
}
