//go:build !amd64 || purego

package bitboard

// kernels is the index of the portable functions in kernelNames.
const kernels = 0

func moves(p, o Set) Set { return portableMoves(p, o) }

func movesOfBoth(p, o Set) (mine, theirs Set) { return portableMovesOfBoth(p, o) }

func flips(sq int, p, o Set) Set { return portableFlips(sq, p, o) }

func repliesTo(sq int, p, o Set) (flips, replies Set) { return portableReplies(sq, p, o) }

func movesAfter(sq int, p, o Set) (flips, replies, later Set) {
	return portableMovesAfter(sq, p, o)
}
