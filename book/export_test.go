package book

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// firstOf returns the first square of a set.
func firstOf(set bitboard.Set) othello.Square { return othello.Square(set.First()) }
