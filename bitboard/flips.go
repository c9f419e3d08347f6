package bitboard

// A line is encoded as a byte in which bit i is its square in column i (in row i for a column of the frame). For a move
// at a place of a line, lineEnds gives the places that end the adjacent runs of the other side's discs, and lineTurned
// the places between the move and the ends.
var (
	lineEnds   = makeLineEnds()   // [place][the six inner places held by the other side]
	lineTurned = makeLineTurned() // [place][ends held by the side to move]
	diagonals  = makeDiagonals()  // [square]: the diagonal (step 9) and the antidiagonal (step 7) through it
	columnOf   = makeColumns()    // [byte]: bit i of the byte at row i of column a
)

// portableFlips is the definition of [Flips].
func portableFlips(sq int, p, o Set) Set {
	sq &= 63
	x, y := sq&7, sq>>3

	row := y << 3
	ends := lineEnds[x][o>>row>>1&63]
	flips := Set(lineTurned[x][ends&uint8(p>>row)]) << row

	ends = lineEnds[y][columnBits(o>>x)>>1&63]
	flips |= columnOf[lineTurned[y][ends&columnBits(p>>x)]] << x

	d := &diagonals[sq]
	ends = lineEnds[x][diagonalBits(o&d[0])>>1&63]
	flips |= Set(lineTurned[x][ends&diagonalBits(p&d[0])]) * columnA & d[0]
	ends = lineEnds[x][diagonalBits(o&d[1])>>1&63]
	flips |= Set(lineTurned[x][ends&diagonalBits(p&d[1])]) * columnA & d[1]
	return flips
}

// portableReplies is the definition of [Replies].
func portableReplies(sq int, p, o Set) (flips, replies Set) {
	flips = portableFlips(sq, p, o)
	return flips, portableMoves(o&^flips, p|flips|1<<(sq&63))
}

// portableMovesAfter is the definition of [MovesAfter].
func portableMovesAfter(sq int, p, o Set) (flips, replies, later Set) {
	flips = portableFlips(sq, p, o)
	replies, later = portableMovesOfBoth(o&^flips, p|flips|1<<(sq&63))
	return flips, replies, later
}

// gatherColumn multiplied with a set of squares of column a moves row i to bit 56+i.
const gatherColumn = 0x0102040810204080

// columnBits gathers column a of b into a byte, row i at bit i.
func columnBits(b Set) uint8 { return uint8(b & columnA * gatherColumn >> 56) }

// diagonalBits gathers a set with at most one member in each column into a byte, column i at bit i.
func diagonalBits(b Set) uint8 { return uint8(b * columnA >> 56) }

func makeLineEnds() (t [8][64]uint8) {
	for place := range 8 {
		for o := range 64 {
			t[place][o] = endsOf(place, o<<1)
		}
	}
	return t
}

func endsOf(place, other int) (ends uint8) {
	for _, step := range []int{-1, 1} {
		at := place + step
		for 0 <= at && at < 8 && other>>at&1 == 1 {
			at += step
		}
		if 0 <= at && at < 8 && at != place+step {
			ends |= 1 << at
		}
	}
	return ends
}

func makeLineTurned() (t [8][256]uint8) {
	for place := range 8 {
		for ends := range 256 {
			for at := range 8 {
				if ends>>at&1 == 1 {
					t[place][ends] |= between(place, at)
				}
			}
		}
	}
	return t
}

func between(a, b int) (set uint8) {
	for at := min(a, b) + 1; at < max(a, b); at++ {
		set |= 1 << at
	}
	return set
}

func makeDiagonals() (t [64][2]Set) {
	for sq := range 64 {
		t[sq] = diagonalsThrough(sq)
	}
	return t
}

// diagonalsThrough returns the diagonal (step 9) and the antidiagonal (step 7) through sq, including sq.
func diagonalsThrough(sq int) (d [2]Set) {
	x, y := sq&7, sq>>3
	for other := range 64 {
		ox, oy := other&7, other>>3
		if ox-x == oy-y {
			d[0] |= 1 << other
		}
		if ox-x == y-oy {
			d[1] |= 1 << other
		}
	}
	return d
}

func makeColumns() (t [256]Set) {
	for set := range 256 {
		for at := range 8 {
			t[set] |= Set(set) >> at & 1 << (8 * at)
		}
	}
	return t
}
