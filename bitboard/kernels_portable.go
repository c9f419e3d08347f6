//go:build !amd64 || purego

package bitboard

// Kernels names the functions of this package that are in use: here always "portable". All give the same answers.
func Kernels() string { return "portable" }

// Moves is the set of empty squares of the frame on which p can turn at least one disc of o. On a board smaller than the
// frame it may name squares off the board: mask it with the playable empties.
func Moves(p, o uint64) uint64 { return portableMoves(p, o) }

// Flips is the set of discs of o that p turns over by playing on sq (0–63, empty): 0 when the move is not legal.
func Flips(sq int, p, o uint64) uint64 { return portableFlips(sq, p, o) }

// Replies is the discs that p turns over by playing on sq (0–63, empty), and the legal moves that this leaves to the other side: one step
// of a search. The replies may name squares off a board smaller than the frame: mask them with the playable empties.
func Replies(sq int, p, o uint64) (flips, replies uint64) { return portableReplies(sq, p, o) }

// MovesOfBoth is the moves of p against o, and those of o against p: see [Moves].
func MovesOfBoth(p, o uint64) (mine, theirs uint64) { return portableMovesOfBoth(p, o) }

// MovesAfter is the discs that p turns over by playing on sq (0–63, empty), the legal moves that this leaves to the other side, and those that p
// would have then: see [Replies].
func MovesAfter(sq int, p, o uint64) (flips, replies, later uint64) {
	return portableMovesAfter(sq, p, o)
}

// Children is what each of the legal moves turns over and leaves, from the lowest square up: as many members of list as there are moves; one more may
// be overwritten. A child's order is the weight of what the other side gets, times 64, and its place in the list: each reply among the empty squares 2,
// one among the corners 2 more, and 1 when the move lies among the even squares. The least order is returned, the greatest int32 where no move is legal.
func Children(list *[64]Child, p, o, legal, empty, corners, even uint64) (least int32) {
	return portableChildren(list, p, o, legal, empty, corners, even)
}

// Finish is the exact score of a position with few empty squares from the view of the side that holds p and is to move, on a board of so many
// squares, when it lies strictly between alpha and beta; a result ≤ alpha is an upper bound of it, one ≥ beta a lower bound (fail-soft). Moves
// into the odd regions, which are those of empty or [Unordered], are tried first. Nodes is how many positions were entered, passes included, the one given not.
func Finish(p, o, empty uint64, alpha, beta, squares int, odd Regions) (score, nodes int) {
	return portableFinish(p, o, empty, alpha, beta, squares, odd)
}
