package solve

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// naive is negamax by the rules alone, without any window.
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

// ending is a position of a random game with at most empties empty squares; games that end earlier are played again.
func ending(r *rand.Rand, size othello.Size, empties int) othello.Position {
	for {
		p := othello.Start(size, othello.Setup(r.IntN(2)))
		for p.Empties() > empties && !p.Over() {
			moves := p.Moves()
			p = p.Play(moves[r.IntN(len(moves))])
		}
		if p.Empties() <= empties {
			return p
		}
	}
}

func TestScoreEqualsNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		for empties := range 9 {
			for range 20 {
				p := ending(r, size, empties)
				if got, want := Score(p), naive(p); got != want {
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
		if got, want := Score(p), naive(p); got != want {
			t.Fatalf("Score(%v) = %d, want %d", p, got, want)
		}
	}
}

func TestWindowGivesBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		p := ending(r, othello.Size8, 3+r.IntN(7))
		s := New(p.Size, nil)
		want := Score(p)
		for range 10 {
			alpha := r.IntN(129) - 65
			beta := alpha + 1 + r.IntN(20)
			got := s.Score(p.Mover, p.Other, alpha, beta)
			wrong := got < beta && got > alpha && got != want || got <= alpha && want > got || got >= beta && want < got
			if wrong {
				t.Fatalf("Score(%v) within (%d, %d) = %d, but the score is %d", p, alpha, beta, got, want)
			}
		}
	}
}

func TestStopEndsTheSearch(t *testing.T) {
	stop := new(atomic.Bool)
	s := New(othello.Size8, stop)
	p := ending(rand.New(rand.NewPCG(4, 4)), othello.Size8, 12)
	stop.Store(true)
	s.Score(p.Mover, p.Other, -64, 64)
	if s.Nodes > 1 {
		t.Errorf("a stopped solver entered %d positions, want 1", s.Nodes)
	}
}

func TestNodesAreCounted(t *testing.T) {
	// One empty square, which the mover can take: the root alone. Where it must pass, the pass is a position of its
	// own.
	for text, want := range map[string]uint64{
		"-OXXXXXXXXXXXXXX X": 1,
		"-XOOOOOOOOOOOOOO X": 2,
		"XXXXXXXXXXXXXXXX X": 1,
	} {
		p, err := othello.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s := New(p.Size, nil)
		s.Score(p.Mover, p.Other, -16, 16)
		if s.Nodes != want {
			t.Errorf("%s: %d nodes, want %d", text, s.Nodes, want)
		}
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	p := ending(rand.New(rand.NewPCG(5, 5)), othello.Size8, 8)
	s := New(p.Size, nil)
	if n := testing.AllocsPerRun(10, func() { s.Score(p.Mover, p.Other, -64, 64) }); n != 0 {
		t.Errorf("Score allocates %v times, want 0", n)
	}
}

func ExampleScore() {
	p, _ := othello.Parse("O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXX-OOOOOO- X")
	fmt.Println(Score(p))
	// Output: -8
}

func BenchmarkScore(b *testing.B) {
	for _, empties := range []int{4, 8, 12} {
		b.Run(fmt.Sprint(empties), func(b *testing.B) {
			r := rand.New(rand.NewPCG(6, 6))
			var list [64]othello.Position
			for i := range list {
				list[i] = ending(r, othello.Size8, empties)
			}
			s := New(othello.Size8, nil)
			for i := 0; b.Loop(); i++ {
				p := &list[i&63]
				s.Score(p.Mover, p.Other, -64, 64)
			}
			b.ReportMetric(float64(s.Nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
