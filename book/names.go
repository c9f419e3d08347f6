package book

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// squares is a set of squares by their names, in board order.
func squares(set bitboard.Set) []string {
	list := []string{}
	for ; set != 0; set &= set - 1 {
		list = append(list, othello.Size8.Name(othello.Square(set.First())))
	}
	return list
}
