package games

import "github.com/kaeshi/kaeshi/bitboard"

// A candidate is a legal move with the features that predict whether it is played.
// All are fixed functions of the position, so that decoding depends on no weights.
type candidate struct {
	sq      int
	key     int // cost; the lowest is tried first
	class   int // of the square, under the symmetries of the board: 0 a corner to 9 the centre
	corner  int // nearest corner: 0 empty, 1 the mover's, 2 the other side's
	flips   int
	replies int // legal moves of the other side afterwards
	later   int // legal moves of the mover afterwards
	parity  int // of the empty region of the square: 0 odd, 1 even
	near    int // distance from the last move played
}

// squareClass returns the class of a square.
func squareClass(sq int) int {
	x, y := sq&7, sq>>3
	x, y = min(x, 7-x), min(y, 7-y)
	if x > y {
		x, y = y, x
	}
	return [4][4]int{{0, 1, 2, 3}, {0, 4, 5, 6}, {0, 0, 7, 8}, {0, 0, 0, 9}}[x][y]
}

// classCost is the cost of playing on a square of the class, with an empty corner beside it.
func classCost(class int) int { return [10]int{-60, 14, -6, -4, 30, 4, 2, -4, 0, 0}[class] }

// nearestCorner returns the corner of the square's quadrant.
func nearestCorner(sq int) int { return sq&4/4*7 + sq>>5*56 }

// candidates lists the legal moves of a position, the likeliest first.
func (m *model) candidates(b *Board, last int) []candidate {
	list := m.list[:0]
	odd := oddRegions(^(b.P | b.O))
	for sq := range bitboard.Moves(b.P, b.O).All() {
		flips, replies, later := bitboard.MovesAfter(sq, b.P, b.O)
		c := candidate{
			sq: sq, class: squareClass(sq), flips: flips.Len(),
			replies: weighted(replies), later: weighted(later), near: distance(sq, last),
		}
		corner := bitboard.Set(1) << nearestCorner(sq)
		switch {
		case b.P&corner != 0:
			c.corner = 1
		case b.O&corner != 0:
			c.corner = 2
		}
		if !odd.Has(sq) {
			c.parity = 1
		}
		c.key = c.cost()
		list = append(list, c)
		for i := len(list) - 1; i > 0 && list[i].key < list[i-1].key; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	return list
}

const corners = 1 | 1<<7 | 1<<56 | 1<<63

// weighted counts moves, those into corners twice more.
func weighted(moves bitboard.Set) int { return moves.Len() + 2*(moves&corners).Len() }

// cost orders the candidates.
func (c *candidate) cost() int {
	cost := 8*c.replies - 4*c.later + c.flips + 3*c.parity
	if c.corner == 0 {
		cost += classCost(c.class)
	}
	return cost
}

func distance(a, b int) int {
	if b < 0 {
		return 7
	}
	dx, dy := a&7-b&7, a>>3-b>>3
	return max(dx, -dx, dy, -dy)
}

// oddRegions returns the empty squares in connected regions with an odd number of them.
func oddRegions(empty bitboard.Set) (odd bitboard.Set) {
	for empty != 0 {
		region := empty & -empty
		for {
			more := (region | bitboard.Neighbours(region)) & empty
			if more == region {
				break
			}
			region = more
		}
		if region.Len()&1 != 0 {
			odd |= region
		}
		empty &^= region
	}
	return odd
}
