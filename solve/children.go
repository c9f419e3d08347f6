package solve

import "github.com/kaeshi/kaeshi/bitboard"

// Child is a legal move with its consequences.
type Child struct {
	Flips   bitboard.Set // the discs that it turns over
	Replies bitboard.Set // the legal moves of the other side after it
	Square  int32        // 0–63
	Order   int32        // moves of lower order are searched first: see [Children]
}

// Children fills list with the legal moves of n, in ascending order of squares. One more element may be overwritten. It
// returns the least Order in the list, or the greatest int32 when no move is legal.
//
// Order is 64 times a weight plus the index in the list. The weight is 2 for each reply, 2 more for each reply to a
// corner, and 1 for a move to a square of even.
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
