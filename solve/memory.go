package solve

import "github.com/kaeshi/kaeshi/bitboard"

// remembered is what a solver knows of a position with p to move: bounds of its score, and the move that was best.
type remembered struct {
	p, o               bitboard.Set
	lower, upper, move int8
}

// A solver remembers a few thousand positions: as many as stay in the processor's cache, since what it would have to
// fetch from memory is solved as fast. The same lines in another order make up a fifth of the positions
// (experiments/014).
const (
	memoryBits = 13
	noMove     = -1
	widest     = 64
)

// spot is where the position is remembered, or would be.
func (s *Solver) spot(p, o bitboard.Set) *remembered {
	h := uint64(p)*0x9e3779b97f4a7c15 ^ uint64(o)*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0xd6e8feb86659fd93
	return &s.memory[h>>(64-memoryBits)&(1<<memoryBits-1)]
}
