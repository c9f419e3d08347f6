// Package bitboard implements Othello on bitboards, sets of squares of an 8×8 frame ([Set]): legal moves, flipped
// discs, stable discs and the eight symmetries.
//
// Bit 0 is a1 (top left), bit 7 is h1, bit 63 is h8: the square in column x and row y is bit 8y+x. A smaller board is
// centred in the frame; squares outside it are always empty, so that rays end there. In every function p is the set of
// discs of the side to move and o that of the other side. The two must be disjoint.
//
// The files without an architecture in their name define each kernel; faster versions are tested against them. The
// parallel-prefix fill is described by Gunnar Andersson and in the Chess Programming Wiki ("Kogge-Stone algorithm").
// The line tables for the flips follow the "kindergarten bitboards" of Gerd Isenberg.
package bitboard

const (
	columnA    = 0x0101010101010101
	columnH    = 0x8080808080808080
	notColumnA = ^Set(columnA)
	notColumnH = ^Set(columnH)
	inner      = notColumnA & notColumnH // where a disc can be turned by a ray that changes column
)

// Board returns the squares of a centred size×size board. size must be 4, 6 or 8.
func Board(size int) Set {
	margin := (8 - size) / 2
	row := Set(1)<<size - 1
	var board Set
	for y := range size {
		board |= row << (8*(y+margin) + margin)
	}
	return board
}

// Corners returns the four corners of a board.
func Corners(board Set) Set {
	betweenSides := board & (board << 1 & notColumnA) & (board >> 1 & notColumnH)
	betweenRows := board & (board << 8) & (board >> 8)
	return board &^ (betweenSides | betweenRows)
}

// Neighbours returns the squares adjacent to a member of b, including members of b adjacent to others.
func Neighbours(b Set) Set {
	sides := b>>1&notColumnH | b<<1&notColumnA
	row := b | sides
	return sides | row<<8 | row>>8
}
