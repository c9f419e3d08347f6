package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// naive returns the score from plain negamax.
func naive(p othello.Position) int {
	moves := p.Moves()
	if len(moves) == 0 {
		return p.Score()
	}
	best := -p.Size.Squares()
	for _, m := range moves {
		best = max(best, -naive(p.Play(m)))
	}
	return best
}

// ending returns a position of a random game with at most the given number of empty squares. Games that end earlier are
// discarded.
func ending(r *rand.Rand, size othello.Size, empties int) othello.Position {
	for {
		if p := othellotest.Begun(r, size, empties); p.Empties() <= empties {
			return p
		}
	}
}

// exact returns the result of [Score].
func exact(t *testing.T, p othello.Position) int {
	t.Helper()
	score, err := Score(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return int(score)
}

func TestScoreEqualsNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		for empties := range 9 {
			for range 20 {
				p := ending(r, size, empties)
				if got, want := exact(t, p), naive(p); got != want {
					t.Fatalf("Score(%v) = %d, want %d", p, got, want)
				}
			}
		}
	}
}

func TestScoreOfSparseBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		p := othello.Position{Size: othello.Size4}
		for i := range p.Size.Squares() {
			square := bitboard.Set(1) << p.Size.Square(i%4, i/4)
			switch r.IntN(3) {
			case 0:
				p.Mover |= square
			case 1:
				p.Other |= square
			}
		}
		if got, want := exact(t, p), naive(p); got != want {
			t.Fatalf("Score(%v) = %d, want %d", p, got, want)
		}
	}
}

func TestWindowGivesBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		p := ending(r, othello.Size8, 3+r.IntN(7))
		s := New(p.Size)
		want := exact(t, p)
		for range 10 {
			alpha := r.IntN(129) - 65
			beta := alpha + 1 + r.IntN(20)
			got := s.Score(p.Mover, p.Other, alpha, beta)
			if is, holds := bounds(got, want, alpha, beta); !holds {
				t.Fatalf("Score(%v) within (%d, %d) = %d, want %s, %d", p, alpha, beta, got, is, want)
			}
		}
	}
}

func TestStopEndsTheSearch(t *testing.T) {
	stop := new(atomic.Bool)
	s := New(othello.Size8)
	s.StopWith(stop)
	p := ending(rand.New(rand.NewPCG(4, 4)), othello.Size8, 12)
	stop.Store(true)
	s.Score(p.Mover, p.Other, -64, 64)
	if s.Nodes > 1 {
		t.Errorf("a stopped solver entered %d positions, want 1", s.Nodes)
	}
}

// TestSolveErrors checks that invalid positions and a context that ends are errors, and that the solver remains usable
// after them.
func TestSolveErrors(t *testing.T) {
	s, p := New(othello.Size8), ending(rand.New(rand.NewPCG(4, 4)), othello.Size8, 8)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Solve(ended, p, -64, 64); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: error %v, want %v", err, context.Canceled)
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	hard := othello.Start(othello.Size6, othello.Usual)
	if _, err := Score(soon, hard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("32 empty squares in a millisecond: error %v, want %v", err, context.DeadlineExceeded)
	}
	score, err := s.Solve(t.Context(), p, -64, 64)
	if err != nil || int(score) != naive(p) {
		t.Errorf("after an error: score %v, error %v, want %d", score, err, naive(p))
	}
	for want, wrong := range map[string]othello.Position{
		"size 6: want that of the solver (squares: 64)": hard,
		"holds discs of both sides":                     {Size: othello.Size8, Mover: 1, Other: 1},
	} {
		if _, err := s.Solve(t.Context(), wrong, -64, 64); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want an error with %q", wrong, err, want)
		}
	}
	if score, err := Score(t.Context(), othello.Position{}); err == nil {
		t.Errorf("the zero position: score %v, want an error", score)
	}
}

func TestNodesAreCounted(t *testing.T) {
	// With one empty square, the root is the only node. A pass is another node.
	for text, want := range map[string]uint64{
		"-OXXXXXXXXXXXXXX X": 1,
		"-XOOOOOOOOOOOOOO X": 2,
		"XXXXXXXXXXXXXXXX X": 1,
	} {
		p, err := othello.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s := New(p.Size)
		s.Score(p.Mover, p.Other, -16, 16)
		if s.Nodes != want {
			t.Errorf("%s: %d nodes, want %d", text, s.Nodes, want)
		}
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	p := ending(rand.New(rand.NewPCG(5, 5)), othello.Size8, 8)
	s := New(p.Size)
	if n := testing.AllocsPerRun(10, func() { s.Score(p.Mover, p.Other, -64, 64) }); n != 0 {
		t.Errorf("Score allocates %v times, want 0", n)
	}
}

func BenchmarkScore(b *testing.B) {
	for _, empties := range []int{4, 8, 12} {
		b.Run(fmt.Sprint(empties), func(b *testing.B) {
			r := rand.New(rand.NewPCG(6, 6))
			var list [64]othello.Position
			for i := range list {
				list[i] = ending(r, othello.Size8, empties)
			}
			s := New(othello.Size8)
			for i := 0; b.Loop(); i++ {
				p := &list[i&63]
				s.Score(p.Mover, p.Other, -64, 64)
			}
			b.ReportMetric(float64(s.Nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
