package solve

import "github.com/kaeshi/kaeshi/bitboard"

// Child is a move and what it leaves.
type Child struct {
	Flips   bitboard.Set // the discs that it turns over
	Replies bitboard.Set // the moves that it leaves to the other side
	Square  int32        // 0–63
	Order   int32        // the lower, the sooner it is to be tried: see [Children]
}

// Children lists what each of the legal moves of n turns over and leaves, from the lowest square up: as many members of
// list as there are moves. One more may be overwritten. A child's order is the weight of what the other side gets,
// times 64, plus its place in the list. Each reply among the empty squares weighs 2, one among the corners 2 more, and
// a move among the even squares 1. The least order is returned, the greatest int32 when no move is legal.
func Children(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32) {
	return listChildren(list, n, legal, corners, even)
}

// portableChildren is the definition of [Children].
func portableChildren(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32) {
	least = 1<<31 - 1
	for i := 0; legal != 0; i, legal = i+1, legal&(legal-1) {
		c := &list[i&63]
		sq := legal.First()
		c.Flips, c.Replies = bitboard.Replies(sq, n.Mover, n.Other)
		c.Replies &= n.Empty
		c.Square = int32(sq)
		weight := 2*(c.Replies.Len()+(c.Replies&corners).Len()) + int(even>>sq&1)
		c.Order = int32(weight<<6 | i)
		least = min(least, c.Order)
	}
	return least
}
