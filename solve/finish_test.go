package solve

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
)

// naiveFinish is negamax without a window.
func naiveFinish(p, o, board bitboard.Set, squares int, passed bool) int {
	best := -squares - 1
	for sq := range (board &^ (p | o)).All() {
		if flips := bitboard.Flips(sq, p, o); flips != 0 {
			best = max(best, -naiveFinish(o&^flips, p|flips|1<<sq, board, squares, false))
		}
	}
	switch {
	case best >= -squares:
		return best
	case passed:
		return Final(p, o, squares)
	}
	return -naiveFinish(o, p, board, squares, true)
}

// nearlyFull fills a board of a random size but for at most empty squares. One side may hold hardly anything, so that there are passes and games
// that end early.
func nearlyFull(r *rand.Rand, empty int) (p, o, board bitboard.Set) {
	board = bitboard.Board(4 + 2*r.IntN(3))
	share := 1 + r.IntN(9)
	p, o = board, 0
	for sq := range board.All() {
		if r.IntN(10) < share {
			p, o = p&^(1<<sq), o|1<<sq
		}
	}
	for range empty {
		sq := r.IntN(64)
		p, o = p&^(1<<sq), o&^(1<<sq)
	}
	return p, o, board
}

func checkFinish(t *testing.T, p, o, board bitboard.Set, alpha, beta int, odd Regions) {
	t.Helper()
	squares, empty := board.Len(), board&^(p|o)
	score, nodes := Finish(p, o, empty, alpha, beta, squares, odd)
	if s, n := portableFinish(p, o, empty, alpha, beta, squares, odd); s != score || n != nodes {
		t.Fatalf("Finish(%#x, %#x, %#x, %d, %d, %d, %d) = %d, %d, the portable one says %d, %d", p, o, empty, alpha, beta, squares, odd, score, nodes, s, n)
	}
	want := naiveFinish(p, o, board, squares, false)
	if score > alpha && score < beta && score != want || score <= alpha && want > score || score >= beta && want < score {
		t.Fatalf("Finish(%#x, %#x, %#x, %d, %d, %d, %d) = %d, but the score is %d", p, o, empty, alpha, beta, squares, odd, score, want)
	}
}

func randomFinishes(t *testing.T, positions int) {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 8))
	for i := range positions {
		p, o, board := nearlyFull(r, i%(Few+2))
		alpha := r.IntN(129) - 65
		odd := OddRegions(board &^ (p | o))
		checkFinish(t, p, o, board, alpha, alpha+1+r.IntN(3)*r.IntN(20), odd|Regions(r.IntN(2))*Unordered)
		checkFinish(t, p, o, board, -64, 64, odd)
	}
}

func TestFinish(t *testing.T) { randomFinishes(t, 10_000) }

// A pass takes a level of its own in the fastest Finish.
func TestFinishBehindAPass(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 200_000 {
		p, o, board := nearlyFull(r, Few)
		if p == 0 || o == 0 || bitboard.Moves(p, o)&board != 0 || bitboard.Moves(o, p)&board == 0 {
			continue
		}
		checkFinish(t, p, o, board, -64, 64, OddRegions(board&^(p|o)))
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
		odd := OddRegions(empty)
		if got := odd.Squares(); got != want {
			t.Fatalf("odd regions of %#x hold %#x, want %#x", empty, got, want)
		}
		for sq := range empty.All() {
			if got, want := odd.After(sq), OddRegions(empty&^(1<<sq)); got != want {
				t.Fatalf("odd regions of %#x after %d: %d, want %d", empty, sq, got, want)
			}
		}
		if got := (odd | Unordered).Squares(); got != 0 {
			t.Fatalf("regions %d, unordered, hold %#x, want nothing", odd, got)
		}
	}
}

func FuzzFinish(f *testing.F) {
	f.Add(uint64(0x00ff00ff00ff00ff), uint64(1<<7|1<<20|1<<41), int8(-3), uint8(1), true)
	f.Fuzz(func(t *testing.T, mover, empty uint64, alpha int8, width uint8, unordered bool) {
		p, holes := bitboard.Set(mover), bitboard.Set(empty)
		for holes.Len() > Few+1 {
			holes &= holes - 1
		}
		odd := OddRegions(holes)
		if unordered {
			odd |= Unordered
		}
		checkFinish(t, p&^holes, ^p&^holes, ^bitboard.Set(0), int(alpha), int(alpha)+1+int(width), odd)
	})
}

func BenchmarkFinish(b *testing.B) {
	var list [1024][2]bitboard.Set
	r := rand.New(rand.NewPCG(11, 11))
	for i := range list {
		p := bitboard.Set(r.Uint64())
		list[i] = [2]bitboard.Set{p, ^p}
		for range Few {
			sq := r.IntN(64)
			list[i][0] &^= 1 << sq
			list[i][1] &^= 1 << sq
		}
	}
	entered := 0
	for i := 0; b.Loop(); i++ {
		p, o := list[i&1023][0], list[i&1023][1]
		empty := ^(p | o)
		_, nodes := Finish(p, o, empty, -1, 1, 64, OddRegions(empty))
		entered += nodes
	}
	b.ReportMetric(float64(entered)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
