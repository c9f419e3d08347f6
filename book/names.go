package book

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// squares is a set of squares by their names, in board order.
func squares(set bitboard.Set) []string {
	list := []string{}
	for sq := range set.All() {
		list = append(list, othello.Size8.Name(othello.Square(sq)))
	}
	return list
}
