package bitboard

// lineLast holds the number of discs flipped on a line by a move at a place when all other squares of the line are
// occupied: [place][places held by the mover].
var lineLast = makeLineLast()

// LastFlips returns the number of discs that the side that holds p flips by a move on sq, the only empty square of the
// board. It equals the size of [Flips].
func LastFlips(sq int, p Set) int {
	x, y := sq&7, sq>>3&7
	d := &diagonals[sq&63]
	return int(lineLast[x][uint8(p>>(y<<3))] + lineLast[y][columnBits(p>>x)] +
		lineLast[x][diagonalBits(p&d[0])] + lineLast[x][diagonalBits(p&d[1])])
}

func makeLineLast() (t [8][256]uint8) {
	for place := range 8 {
		for held := range 256 {
			t[place][held] = gap(place, held, -1) + gap(place, held, 1)
		}
	}
	return t
}

// gap returns the number of places between place and the next one held in the direction of step, or 0.
func gap(place, held, step int) (length uint8) {
	for at := place + step; 0 <= at && at < 8; at += step {
		if held>>at&1 == 1 {
			return length
		}
		length++
	}
	return 0
}
