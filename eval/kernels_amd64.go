//go:build amd64 && !purego

package eval

import (
	"golang.org/x/sys/cpu"

	"github.com/kaeshi/kaeshi/bitboard"
)

// kernels selects the instructions that the assembly uses: 0 none (it jumps to the portable functions), 1 AVX2 and
// BMI1. The assembly tests it, which saves an indirect call from Go.
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
