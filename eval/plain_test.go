package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// positions calls a function with the positions of random games of every size.
func positions(games int, visit func(othello.Position)) {
	r := rand.New(rand.NewPCG(1, 1))
	for g := range games {
		p := othello.Start(othello.Size(4+2*(g%3)), othello.Setup(r.IntN(2)))
		for !p.Over() {
			visit(p)
			moves := p.Moves()
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
}

func TestPlainIsSymmetric(t *testing.T) {
	positions(60, func(p othello.Position) {
		for s := range bitboard.Symmetry(bitboard.Symmetries) {
			if got, want := Plain(p.Transform(s)), Plain(p); got != want {
				t.Fatalf("symmetry %d of %v has value %d, want %d", s, p, got, want)
			}
		}
	})
}

func TestPlainRange(t *testing.T) {
	positions(60, func(p othello.Position) {
		if v := Plain(p); v < -Disc*p.Size.Squares() || v > Disc*p.Size.Squares() {
			t.Fatalf("%v has the value %d, want at most one disc for each square", p, v)
		}
	})
}

func TestPlainIgnoresColours(t *testing.T) {
	positions(20, func(p othello.Position) {
		q := p
		q.Turn = p.Turn.Other()
		if Plain(p) != Plain(q) {
			t.Fatalf("%v has the value %d, but %d with exchanged colours", p, Plain(p), Plain(q))
		}
	})
}

// TestPlainFeatures checks that the position that is better for the mover has the higher value, for pairs of positions
// that differ in one feature.
func TestPlainFeatures(t *testing.T) {
	for _, c := range []struct{ feature, better, worse string }{
		{
			"corner",
			"X-------" + "--------" + "--XXXX--" + "--XOOX--" + "--XOOX--" + "--XXXX--" + "--------" + "-------- X",
			"O-------" + "--------" + "--XXXX--" + "--XOOX--" + "--XOOX--" + "--XXXX--" + "--------" + "-------- X",
		},
		{
			"X-square of an empty corner",
			"--------" + "-O------" + "--XXXX--" + "--XOOX--" + "--XOOX--" + "--XXXX--" + "--------" + "-------- X",
			"--------" + "-X------" + "--XXXX--" + "--XOOX--" + "--XOOX--" + "--XXXX--" + "--------" + "-------- X",
		},
		{
			"mobility and frontier",
			"--------" + "--OOOO--" + "--OXXO--" + "--OXXO--" + "--OXXO--" + "--OOOO--" + "--------" + "-------- X",
			"--------" + "--XXXX--" + "--XOOX--" + "--XOOX--" + "--XOOX--" + "--XXXX--" + "--------" + "-------- X",
		},
	} {
		better, err := othello.Parse(c.better)
		if err != nil {
			t.Fatal(err)
		}
		worse, err := othello.Parse(c.worse)
		if err != nil {
			t.Fatal(err)
		}
		if Plain(better) <= Plain(worse) {
			t.Errorf("%s: the better position has the value %d, want more than %d, that of the worse", c.feature,
				Plain(better), Plain(worse))
		}
	}
}

func TestPlainAllocatesNothing(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	if n := testing.AllocsPerRun(100, func() { Plain(p) }); n != 0 {
		t.Errorf("Plain allocates %v times, want 0", n)
	}
}

func BenchmarkPlain(b *testing.B) {
	var list []othello.Position
	positions(30, func(p othello.Position) {
		if p.Size == othello.Size8 {
			list = append(list, p)
		}
	})
	sum := 0
	for i := 0; b.Loop(); i++ {
		sum += Plain(list[i%len(list)])
	}
	_ = sum
}
