// Package bitboard is Othello arithmetic on two sets of squares ([Set]) of an 8×8 frame: legal moves, the discs a move
// turns over, discs that can never be turned again, and the eight symmetries.
//
// Bit 0 is a1 (top left), bit 7 is h1, bit 63 is h8: the square in column x and row y is bit 8y+x. A smaller board is a
// centred part of the frame whose outside is never occupied, so that rays end there by themselves. In every function p
// is the set of discs of the side to move and o those of the other side; the two never overlap.
//
// The files of this package without an architecture in their name are the definition of each kernel and the oracle of
// any faster one. The parallel-prefix fill is described by Gunnar Andersson and in the Chess Programming Wiki
// ("Kogge-Stone algorithm"); line tables for the flips follow the "kindergarten bitboard" idea of Gerd Isenberg.
package bitboard

const (
	columnA    = 0x0101010101010101
	columnH    = 0x8080808080808080
	notColumnA = ^Set(columnA)
	notColumnH = ^Set(columnH)
	inner      = notColumnA & notColumnH // where a disc can be turned by a ray that changes column
)

// Board is the set of playable squares of a centred size×size board; size is 4, 6 or 8.
func Board(size int) Set {
	margin := (8 - size) / 2
	row := Set(1)<<size - 1
	var board Set
	for y := range size {
		board |= row << (8*(y+margin) + margin)
	}
	return board
}

// Corners is the set of the four corners of a board.
func Corners(board Set) Set {
	betweenSides := board & (board << 1 & notColumnA) & (board >> 1 & notColumnH)
	betweenRows := board & (board << 8) & (board >> 8)
	return board &^ (betweenSides | betweenRows)
}

// Neighbours is the set of squares that touch a member of b, members that touch each other included.
func Neighbours(b Set) Set {
	sides := b>>1&notColumnH | b<<1&notColumnA
	row := b | sides
	return sides | row<<8 | row>>8
}
