package solve

import "github.com/kaeshi/kaeshi/bitboard"

// entry holds bounds of the score of the position with p to move, and its best move.
type entry struct {
	p, o               bitboard.Set
	lower, upper, move int8
}

// The hash table of a solver has a few thousand entries, which fit the processor's cache: solving a position takes no
// longer than a cache miss. A fifth of the positions are transpositions (experiments/014).
const (
	tableBits = 13
	noMove    = -1
	widest    = 64
)

// entryOf returns the table entry for the position.
func (s *Solver) entryOf(p, o bitboard.Set) *entry {
	h := uint64(p)*0x9e3779b97f4a7c15 ^ uint64(o)*0xc2b2ae3d27d4eb4f
	h ^= h >> 29
	h *= 0xd6e8feb86659fd93
	return &s.table[h>>(64-tableBits)&(1<<tableBits-1)]
}
