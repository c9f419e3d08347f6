package solve

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
)

// naiveFinish is negamax without a window.
func naiveFinish(n Node, squares int, passed bool) int {
	best := -squares - 1
	for sq := range n.Empty.All() {
		if flips := bitboard.Flips(sq, n.Mover, n.Other); flips != 0 {
			after := Node{n.Other &^ flips, n.Mover | flips | 1<<sq, n.Empty &^ (1 << sq)}
			best = max(best, -naiveFinish(after, squares, false))
		}
	}
	switch {
	case best >= -squares:
		return best
	case passed:
		return finalScore(n.Mover, n.Other, squares)
	}
	return -naiveFinish(Node{n.Other, n.Mover, n.Empty}, squares, true)
}

// nearlyFull returns a board of a random size with at most the given number of empty squares. The discs may be divided
// very unequally, so that there are passes and games that end early.
func nearlyFull(r *rand.Rand, empty int) Node {
	board := bitboard.Board(4 + 2*r.IntN(3))
	share := 1 + r.IntN(9)
	p, o := board, bitboard.Set(0)
	for sq := range board.All() {
		if r.IntN(10) < share {
			p, o = p&^(1<<sq), o|1<<sq
		}
	}
	for range empty {
		sq := r.IntN(64)
		p, o = p&^(1<<sq), o&^(1<<sq)
	}
	return Node{p, o, board &^ (p | o)}
}

// bounds reports whether got is a valid result of a fail-soft search of a position with the score want, with the window
// from alpha to beta. It also describes the valid results.
func bounds(got, want, alpha, beta int) (is string, holds bool) {
	switch {
	case got <= alpha:
		return "an upper bound of the score", got >= want
	case got >= beta:
		return "a lower bound of the score", got <= want
	}
	return "the score", got == want
}

func checkFinish(t *testing.T, n Node, alpha, beta int, odd regionSet) {
	t.Helper()
	squares := (n.Mover | n.Other | n.Empty).Len()
	score, nodes := finishEnding(n, alpha, beta, squares, odd)
	if s, c := portableFinish(n, alpha, beta, squares, odd); s != score || c != nodes {
		t.Fatalf("finishEnding(%#x, %d, %d, %d, %d) = %d, %d; want %d, %d, the result of portableFinish",
			n, alpha, beta, squares, odd, score, nodes, s, c)
	}
	want := naiveFinish(n, squares, false)
	if is, holds := bounds(score, want, alpha, beta); !holds {
		t.Fatalf("finishEnding(%#x, %d, %d, %d, %d) = %d, want %s, %d", n, alpha, beta, squares, odd, score, is, want)
	}
}

func randomFinishes(t *testing.T, positions int) {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 8))
	for i := range positions {
		n := nearlyFull(r, i%(fewSquares+2))
		alpha := r.IntN(129) - 65
		odd := oddRegions(n.Empty)
		checkFinish(t, n, alpha, alpha+1+r.IntN(3)*r.IntN(20), odd|regionSet(r.IntN(2))*anyOrder)
		checkFinish(t, n, -64, 64, odd)
	}
}

func TestFinish(t *testing.T) { randomFinishes(t, 10_000) }

// TestFinishAfterPass covers passes, which take an extra stack level in the assembly.
func TestFinishAfterPass(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 200_000 {
		n := nearlyFull(r, fewSquares)
		mine, theirs := bitboard.MovesOfBoth(n.Mover, n.Other)
		if n.Mover == 0 || n.Other == 0 {
			continue
		}
		if passes := mine&n.Empty == 0 && theirs&n.Empty != 0; !passes {
			continue
		}
		checkFinish(t, n, -64, 64, oddRegions(n.Empty))
	}
}

func TestRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for range 1000 {
		empty := bitboard.Set(r.Uint64())
		var want bitboard.Set
		for _, q := range quadrants {
			if (empty&q).Len()%2 == 1 {
				want |= q
			}
		}
		odd := oddRegions(empty)
		if got := odd.squares(); got != want {
			t.Fatalf("odd regions of %#x: squares %#x, want %#x", empty, got, want)
		}
		for sq := range empty.All() {
			if got, want := odd.after(sq), oddRegions(empty&^(1<<sq)); got != want {
				t.Fatalf("odd regions of %#x after square %d: %d, want %d", empty, sq, got, want)
			}
		}
		if got := (odd | anyOrder).squares(); got != 0 {
			t.Fatalf("regions %d, unordered: squares %#x, want none", odd, got)
		}
	}
}

func FuzzFinish(f *testing.F) {
	f.Add(uint64(0x00ff00ff00ff00ff), uint64(1<<7|1<<20|1<<41), int8(-3), uint8(1), true)
	f.Fuzz(func(t *testing.T, mover, empty uint64, alpha int8, width uint8, unordered bool) {
		p, holes := bitboard.Set(mover), bitboard.Set(empty)
		for holes.Len() > fewSquares+1 {
			holes &= holes - 1
		}
		odd := oddRegions(holes)
		if unordered {
			odd |= anyOrder
		}
		checkFinish(t, Node{p &^ holes, ^p &^ holes, holes}, int(alpha), int(alpha)+1+int(width), odd)
	})
}

func BenchmarkFinish(b *testing.B) {
	var list [1024]Node
	r := rand.New(rand.NewPCG(11, 11))
	for i := range list {
		p := bitboard.Set(r.Uint64())
		list[i] = Node{p, ^p, 0}
		for range fewSquares {
			hole := bitboard.Set(1) << r.IntN(64)
			list[i] = Node{list[i].Mover &^ hole, list[i].Other &^ hole, list[i].Empty | hole}
		}
	}
	entered := 0
	for i := 0; b.Loop(); i++ {
		n := list[i&1023]
		_, nodes := finishEnding(n, -1, 1, 64, oddRegions(n.Empty))
		entered += nodes
	}
	b.ReportMetric(float64(entered)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
