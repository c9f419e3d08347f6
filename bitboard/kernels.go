package bitboard

// The kernels. Each is documented here and calls an unexported function of its platform: assembly where there is any,
// otherwise the portable definition. The wrappers are inlined.

// Kernels names the kernels that are in use, which is decided once by what the processor can do: "AVX-512", "AVX2" or
// "portable". All give the same answers.
func Kernels() string { return kernelNames[kernels] }

// kernelNames names the values of kernels.
var kernelNames = [...]string{"portable", "AVX2", "AVX-512"}

// Moves is the set of empty squares of the frame on which p can turn at least one disc of o. On a board smaller than
// the frame it may hold squares off the board: mask it with the playable empty squares.
func Moves(p, o Set) Set { return moves(p, o) }

// MovesOfBoth is the moves of p against o, and those of o against p: see [Moves].
func MovesOfBoth(p, o Set) (mine, theirs Set) { return movesOfBoth(p, o) }

// Flips is the set of discs of o that p turns over by playing on sq (0–63, empty). It is empty when the move is not
// legal.
func Flips(sq int, p, o Set) Set { return flips(sq, p, o) }

// Replies is the discs that p turns over by playing on sq (0–63, empty), and the legal moves of the other side after
// that: one step of a search. On a board smaller than the frame the replies may hold squares off the board.
func Replies(sq int, p, o Set) (flips, replies Set) { return repliesTo(sq, p, o) }

// MovesAfter is [Replies] and the moves that p would have then.
func MovesAfter(sq int, p, o Set) (flips, replies, later Set) { return movesAfter(sq, p, o) }
