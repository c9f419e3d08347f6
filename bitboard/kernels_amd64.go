//go:build amd64 && !purego

package bitboard

import "golang.org/x/sys/cpu"

// kernels says what the assembly may use: 0 nothing (it jumps to the portable functions), 1 AVX2, BMI1 and BMI2, 2 AVX-512 as well. Assembly
// tests it itself, so that a call from Go costs no more than the call.
var kernels = bestKernels()

func bestKernels() uint8 {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2:
		return 0
	case x.HasAVX512F && x.HasAVX512VL && x.HasAVX512CD:
		return 2
	}
	return 1
}

// Kernels names the functions of this package that are in use, which is decided once by what the processor can do: "AVX-512", "AVX2" or
// "portable". All give the same answers.
func Kernels() string { return [...]string{"portable", "AVX2", "AVX-512"}[kernels] }

// rays is, for each square, the squares above it (higher bits) on its row, column, diagonal and antidiagonal, then those below it.
//
//nolint:unused // the assembly reads it
var rays = makeRays()

//nolint:unused // see rays
func makeRays() (t [64][8]uint64) {
	for sq := range 64 {
		above := ^uint64(0) << sq << 1
		row := uint64(0xff) << (sq &^ 7)
		column := uint64(columnA) << (sq & 7)
		d := diagonalsThrough(sq)
		for i, line := range [4]uint64{row, column, d[0], d[1]} {
			t[sq][i] = line & above
			t[sq][4+i] = line &^ above &^ (1 << sq)
		}
	}
	return t
}

// Moves is the set of empty squares of the frame on which p can turn at least one disc of o. On a board smaller than the
// frame it may name squares off the board: mask it with the playable empties.
//
//go:noescape
func Moves(p, o uint64) uint64

// Flips is the set of discs of o that p turns over by playing on sq (0–63, empty): 0 when the move is not legal.
//
//go:noescape
func Flips(sq int, p, o uint64) uint64

// Replies is the discs that p turns over by playing on sq (0–63, empty), and the legal moves that this leaves to the other side: one step
// of a search. The replies may name squares off a board smaller than the frame: mask them with the playable empties.
//
//go:noescape
func Replies(sq int, p, o uint64) (flips, replies uint64)

// MovesOfBoth is the moves of p against o, and those of o against p: see [Moves].
//
//go:noescape
func MovesOfBoth(p, o uint64) (mine, theirs uint64)

// MovesAfter is the discs that p turns over by playing on sq (0–63, empty), the legal moves that this leaves to the other side, and those that p
// would have then: see [Replies].
//
//go:noescape
func MovesAfter(sq int, p, o uint64) (flips, replies, later uint64)

// Children is what each of the legal moves turns over and leaves, from the lowest square up: as many members of list as there are moves; one more may
// be overwritten. A child's order is the weight of what the other side gets, times 64, and its place in the list: each reply among the empty squares 2,
// one among the corners 2 more, and 1 when the move lies among the even squares. The least order is returned, the greatest int32 where no move is legal.
//
//go:noescape
func Children(list *[64]Child, p, o, legal, empty, corners, even uint64) (least int32)

// Finish is the exact score of a position with few empty squares from the view of the side that holds p and is to move, on a board of so many
// squares, when it lies strictly between alpha and beta; a result ≤ alpha is an upper bound of it, one ≥ beta a lower bound (fail-soft). Moves
// into the odd regions, which are those of empty or [Unordered], are tried first. Nodes is how many positions were entered, passes included, the one given not.
//
//go:noescape
func Finish(p, o, empty uint64, alpha, beta, squares int, odd Regions) (score, nodes int)

// lastLines is, for each square, what LastFlips needs of the lines through it: the column, what gathers it into a byte, the diagonal and the antidiagonal.
//
//nolint:unused // the assembly reads it
var lastLines = makeLastLines()

//nolint:unused // see lastLines
func makeLastLines() (t [64][4]uint64) {
	for sq := range t {
		t[sq] = [4]uint64{columnA << (sq & 7), gatherColumn >> (sq & 7), diagonals[sq][0], diagonals[sq][1]}
	}
	return t
}
