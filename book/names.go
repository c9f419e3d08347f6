package book

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/othello"
)

// squares is a set of squares by their names, in board order.
func squares(set uint64) []string {
	list := []string{}
	for ; set != 0; set &= set - 1 {
		list = append(list, othello.Size8.Name(othello.Square(bits.TrailingZeros64(set))))
	}
	return list
}
