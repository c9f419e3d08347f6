//go:build amd64 && !purego

package eval

import (
	"golang.org/x/sys/cpu"

	"github.com/kaeshi/kaeshi/bitboard"
)

// kernels says what the assembly may use: 0 nothing (it jumps to the portable function), 1 AVX2 and BMI1. Assembly
// tests it itself, so that a call from Go costs no more than the call.
var kernels = bestKernels()

func bestKernels() uint8 {
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		return 1
	}
	return 0
}

//go:noescape
func play(s, from *State, sq int, flips bitboard.Set)

//go:noescape
func patternSum(t *phaseWeights, s *[words]uint64) int

//go:noescape
func playSum(t *phaseWeights, s, from *State, sq int, flips bitboard.Set) int

//go:noescape
func refine(t *networkPhase, s *[words]uint64, mine, theirs, tempo *row) int
