package bitboard

// The exported kernels call an unexported function of the platform: assembly if there is any, otherwise the portable
// definition. The wrappers are inlined.

// Kernels returns the name of the kernels in use: "AVX-512", "AVX2" or "portable". They are selected at program start
// by the features of the processor. All return the same results.
func Kernels() string { return kernelNames[kernels] }

// kernelNames holds the names of the values of kernels.
var kernelNames = [...]string{"portable", "AVX2", "AVX-512"}

// Moves returns the empty squares of the frame on which a move of p flips at least one disc of o. On a board smaller
// than the frame the result may contain squares off the board; intersect it with the empty squares of the board.
func Moves(p, o Set) Set { return moves(p, o) }

// MovesOfBoth returns the moves of p against o and those of o against p: see [Moves].
func MovesOfBoth(p, o Set) (mine, theirs Set) { return movesOfBoth(p, o) }

// Flips returns the discs of o that a move of p on sq (0–63, empty) flips. It is empty when the move is not legal.
func Flips(sq int, p, o Set) Set { return flips(sq, p, o) }

// Replies returns the discs that a move of p on sq (0–63, empty) flips, and the legal moves of the other side after it.
// On a board smaller than the frame the replies may contain squares off the board.
func Replies(sq int, p, o Set) (flips, replies Set) { return repliesTo(sq, p, o) }

// MovesAfter returns the results of [Replies], and the moves that p would have after the move if it were to move again.
func MovesAfter(sq int, p, o Set) (flips, replies, later Set) { return movesAfter(sq, p, o) }
