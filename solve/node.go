package solve

import "github.com/kaeshi/kaeshi/bitboard"

// Node is a position of a search.
type Node struct {
	Mover, Other bitboard.Set // the discs of the side to move and of the other side
	Empty        bitboard.Set // the empty squares of the board
}

// play returns the node after a move on sq that turns over flips.
func (n Node) play(sq int, flips bitboard.Set) Node {
	return Node{n.Other &^ flips, n.Mover | flips | 1<<sq, n.Empty &^ (1 << sq)}
}

// pass returns the node with the other side to move.
func (n Node) pass() Node { return Node{n.Other, n.Mover, n.Empty} }
