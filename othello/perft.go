package othello

import "github.com/kaeshi/kaeshi/bitboard"

// Perft returns the number of leaves of the game tree to the depth in plies below p, the standard test of move
// generation. A pass counts as a ply, and a game that ends earlier as one leaf, as in Aart Bik's table
// (http://www.aartbik.com/MISC/reversi.html). For a depth of 0 or less it returns 1.
func (p Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p.Mover, p.Other, p.Size.Board(), depth)
}

// perft counts the legal moves of the last ply without playing them.
func perft(mover, other, board bitboard.Set, depth int) (leaves uint64) {
	legal := bitboard.Moves(mover, other) & board
	if legal == 0 {
		if depth == 1 || bitboard.Moves(other, mover)&board == 0 {
			return 1
		}
		return perft(other, mover, board, depth-1)
	}
	if depth == 1 {
		return uint64(legal.Len())
	}
	if depth == 2 {
		return perft2(mover, other, board, legal)
	}
	for ; legal != 0; legal &= legal - 1 {
		sq := legal.First()
		flips := bitboard.Flips(sq, mover, other)
		leaves += perft(other&^flips, mover|flips|1<<sq, board, depth-1)
	}
	return leaves
}

// perft2 counts the replies to each move without playing them.
func perft2(mover, other, board, legal bitboard.Set) (leaves uint64) {
	for ; legal != 0; legal &= legal - 1 {
		_, replies := bitboard.Replies(legal.First(), mover, other)
		leaves += uint64(max((replies & board).Len(), 1)) // a pass or the end of the game is one leaf
	}
	return leaves
}
