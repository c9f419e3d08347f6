//go:build !amd64 || purego

package bitboard

// kernels is the index of the portable functions in kernelNames.
const kernels = 0

func moves(p, o uint64) uint64 { return portableMoves(p, o) }

func movesOfBoth(p, o uint64) (mine, theirs uint64) { return portableMovesOfBoth(p, o) }

func flips(sq int, p, o uint64) uint64 { return portableFlips(sq, p, o) }

func repliesTo(sq int, p, o uint64) (flips, replies uint64) { return portableReplies(sq, p, o) }

func movesAfter(sq int, p, o uint64) (flips, replies, later uint64) {
	return portableMovesAfter(sq, p, o)
}
