package bitboard

// lineLast is, for a disc placed at a place of a line whose other squares are all taken, how many discs lie between it
// and the nearest discs of its own side, both ways: [place][places held by that side].
var lineLast = makeLineLast()

// LastFlips is how many discs the side that holds p turns over by playing on sq, the only empty square of the board:
// the number of members of Flips, found without the set.
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

// gap counts the places from place on to the next one held, or is 0 when there is none.
func gap(place, held, step int) (length uint8) {
	for at := place + step; 0 <= at && at < 8; at += step {
		if held>>at&1 == 1 {
			return length
		}
		length++
	}
	return 0
}
