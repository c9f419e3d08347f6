package book

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/othello"
)

// firstOf is the first square of a set.
func firstOf(set uint64) othello.Square { return othello.Square(bits.TrailingZeros64(set)) }
