package bitboard

// Stable is a set of discs of p that no sequence of moves can turn over, on the given board (see [Board]). A disc is
// stable when along each of the four lines through it either the line is full, or one of its two neighbours on the line
// is off the board or is itself a stable disc of p. It is the smallest set closed under that rule, a lower bound of
// what is truly stable.
func Stable(p, o, board Set) Set {
	taken := p | o | ^board // what is off the board is as good as taken
	row, column := fullRows(taken), fullColumns(taken)
	diagonal, antidiagonal := fullDiagonals(taken), fullAntidiagonals(taken)

	// A square whose neighbour on a line is off the board cannot be turned along that line.
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

// up moves each member step bits up, down as many down; arrive is the columns that it can come to without leaving the
// frame.
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

// The squares of the frame that have fewer than one, two or four squares before them on the way to an edge: on a
// diagonal going down the board and going up it, on an antidiagonal likewise.
const (
	nearH1, nearH2, nearH4 = columnH, 0xc0c0c0c0c0c0c0c0, 0xf0f0f0f0f0f0f0f0
	nearA1, nearA2, nearA4 = columnA, 0x0303030303030303, 0x0f0f0f0f0f0f0f0f
	low1, low2, low4       = 0xff << 56, 0xffff << 48, 0xffffffff << 32 // rows at the foot of the board
	high1, high2, high4    = 0xff, 0xffff, 0xffffffff                   // and at its head
)

// fullDiagonals is the squares all of whose diagonal (step 9) is taken: for each way, double how far is known to be.
func fullDiagonals(taken Set) Set {
	foot := taken & (taken>>9 | nearH1 | low1)
	foot &= foot>>18 | nearH2 | low2
	foot &= foot>>36 | nearH4 | low4
	head := taken & (taken<<9 | nearA1 | high1)
	head &= head<<18 | nearA2 | high2
	return foot & head & (head<<36 | nearA4 | high4)
}

// fullAntidiagonals is the same for the antidiagonal (step 7).
func fullAntidiagonals(taken Set) Set {
	foot := taken & (taken>>7 | nearA1 | low1)
	foot &= foot>>14 | nearA2 | low2
	foot &= foot>>28 | nearA4 | low4
	head := taken & (taken<<7 | nearH1 | high1)
	head &= head<<14 | nearH2 | high2
	return foot & head & (head<<28 | nearH4 | high4)
}
