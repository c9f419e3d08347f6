package bitboard

// Stable returns discs of p that no sequence of moves can flip, on the given board (see [Board]). A disc is stable if
// on each of the four lines through it either the line is full, or one of its two neighbours on the line is off the
// board or is itself a stable disc of p. The result is the smallest set closed under that rule, a subset of all stable
// discs.
func Stable(p, o, board Set) Set {
	taken := p | o | ^board // squares off the board count as occupied
	row, column := fullRows(taken), fullColumns(taken)
	diagonal, antidiagonal := fullDiagonals(taken), fullAntidiagonals(taken)

	// A disc whose neighbour on a line is off the board cannot be flipped along that line.
	row |= ^(up(board, 1, notColumnA) & down(board, 1, notColumnH))
	column |= ^(board << 8 & (board >> 8))
	diagonal |= ^(up(board, 9, notColumnA) & down(board, 9, notColumnH))
	antidiagonal |= ^(up(board, 7, notColumnH) & down(board, 7, notColumnA))

	stable := p & row & column & diagonal & antidiagonal
	for {
		grown := p &
			(row | up(stable, 1, notColumnA) | down(stable, 1, notColumnH)) &
			(column | stable<<8 | stable>>8) &
			(diagonal | up(stable, 9, notColumnA) | down(stable, 9, notColumnH)) &
			(antidiagonal | up(stable, 7, notColumnH) | down(stable, 7, notColumnA))
		if grown == stable || stable == 0 {
			return stable
		}
		stable = grown
	}
}

// up and down shift the members by step bits up and down. arrive is the set of columns that a member can reach without
// leaving the frame.
func up(b Set, step uint, arrive Set) Set   { return b << step & arrive }
func down(b Set, step uint, arrive Set) Set { return b >> step & arrive }

func fullRows(taken Set) Set {
	taken &= taken >> 1
	taken &= taken >> 2
	taken &= taken >> 4
	return taken & columnA * 0xff
}

func fullColumns(taken Set) Set {
	taken &= taken<<8 | taken>>56
	taken &= taken<<16 | taken>>48
	return taken & (taken<<32 | taken>>32)
}

// The one, two and four columns or rows nearest to each edge of the frame. From a square in them, a diagonal has fewer
// than one, two or four squares left before it reaches that edge.
const (
	nearH1, nearH2, nearH4 = columnH, 0xc0c0c0c0c0c0c0c0, 0xf0f0f0f0f0f0f0f0
	nearA1, nearA2, nearA4 = columnA, 0x0303030303030303, 0x0f0f0f0f0f0f0f0f
	low1, low2, low4       = 0xff << 56, 0xffff << 48, 0xffffffff << 32 // bottom rows
	high1, high2, high4    = 0xff, 0xffff, 0xffffffff                   // top rows
)

// fullDiagonals returns the squares whose whole diagonal (step 9) is taken. In each direction it doubles the checked
// distance three times.
func fullDiagonals(taken Set) Set {
	foot := taken & (taken>>9 | nearH1 | low1)
	foot &= foot>>18 | nearH2 | low2
	foot &= foot>>36 | nearH4 | low4
	head := taken & (taken<<9 | nearA1 | high1)
	head &= head<<18 | nearA2 | high2
	return foot & head & (head<<36 | nearA4 | high4)
}

// fullAntidiagonals is like fullDiagonals for the antidiagonal (step 7).
func fullAntidiagonals(taken Set) Set {
	foot := taken & (taken>>7 | nearA1 | low1)
	foot &= foot>>14 | nearA2 | low2
	foot &= foot>>28 | nearA4 | low4
	head := taken & (taken<<7 | nearH1 | high1)
	head &= head<<14 | nearH2 | high2
	return foot & head & (head<<28 | nearH4 | high4)
}
