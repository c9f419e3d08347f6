package bitboard

// portableMoves is the definition of [Moves]: on each line the runs of the other side that begin beside a disc of the
// mover are filled, and the squares behind them are legal when empty. A disc on a side column ends no run that changes
// column.
func portableMoves(p, o Set) Set {
	m := o & inner
	return ^(p | o) & (rightwards(p, m) | upwards(p, m, 1) |
		downwards(p, o, 8) | upwards(p, o, 8) |
		downwards(p, m, 7) | upwards(p, m, 7) |
		downwards(p, m, 9) | upwards(p, m, 9))
}

// portableMovesOfBoth is the definition of [MovesOfBoth].
func portableMovesOfBoth(p, o Set) (mine, theirs Set) {
	return portableMoves(p, o), portableMoves(o, p)
}

// rightwards finds the squares behind the runs of m that begin to the right of a member of p: an addition carries
// through them.
func rightwards(p, m Set) Set { return (m + p<<1&m) &^ m }

// downwards finds the squares behind the runs of m that begin step bits after a member of p. A run has at most six
// members: one, then two (1+1), four (2+2) and six (4+2) are filled.
func downwards(p, m Set, step uint) Set {
	run := p << step & m
	run |= run << step & m
	pairs := m & (m << step)
	run |= run << (2 * step) & pairs
	run |= run << (2 * step) & pairs
	return run << step
}

// upwards is the same for the runs that begin step bits before.
func upwards(p, m Set, step uint) Set {
	run := p >> step & m
	run |= run >> step & m
	pairs := m & (m >> step)
	run |= run >> (2 * step) & pairs
	run |= run >> (2 * step) & pairs
	return run >> step
}
