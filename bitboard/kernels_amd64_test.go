//go:build amd64 && !purego

package bitboard

import (
	"math/rand/v2"
	"testing"
)

// eachKernelSet runs f with every set of kernels that the processor supports.
func eachKernelSet[TB testing.TB](tb TB, run func(name string, f func(TB)) bool, f func(TB)) {
	best := kernels
	tb.Cleanup(func() { kernels = best })
	for k := range best + 1 {
		run(kernelNames[k], func(tb TB) {
			kernels = k
			f(tb)
		})
	}
	kernels = best
}

func TestKernelSetsEqualNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	eachKernelSet(t, t.Run, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 7))
		for range 10_000 {
			p, o, board := randomPosition(r)
			checkKernels(t, p, o, board)
		}
		gamePositions(r, 100, func(p, o, board Set) { checkKernels(t, p, o, board) })
	})
}

func BenchmarkKernelSets(b *testing.B) {
	for name, f := range map[string]func(*testing.B){
		"Moves": BenchmarkMoves, "MovesOfBoth": BenchmarkMovesOfBoth, "Flips": BenchmarkFlips,
		"Replies": BenchmarkReplies, "MovesAfter": BenchmarkMovesAfter,
	} {
		b.Run(name, func(b *testing.B) { eachKernelSet(b, b.Run, f) })
	}
}
