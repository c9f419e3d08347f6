package bitboard

// portableMoves is the definition of [Moves]. On each line it fills the runs of the other side's discs that begin
// beside a disc of the mover; the squares behind the runs are legal moves if empty. Runs that change column exclude the
// side columns.
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

// rightwards returns the squares behind the runs of m that begin to the right of a member of p. The carry of an
// addition passes through the runs.
func rightwards(p, m Set) Set { return (m + p<<1&m) &^ m }

// downwards returns the squares behind the runs of m that begin step bits after a member of p. A run has at most six
// members; one, two (1+1), four (2+2) and six (4+2) are filled in turn.
func downwards(p, m Set, step uint) Set {
	run := p << step & m
	run |= run << step & m
	pairs := m & (m << step)
	run |= run << (2 * step) & pairs
	run |= run << (2 * step) & pairs
	return run << step
}

// upwards is like downwards for the runs that begin step bits before a member of p.
func upwards(p, m Set, step uint) Set {
	run := p >> step & m
	run |= run >> step & m
	pairs := m & (m >> step)
	run |= run >> (2 * step) & pairs
	run |= run >> (2 * step) & pairs
	return run >> step
}
