package bitboard

// portableMoves is the definition of [Moves].
func portableMoves(p, o uint64) uint64 {
	m := o & inner
	return ^(p | o) & (sideways(p, m) | along(p, o, 8) | along(p, m, 7) | along(p, m, 9))
}

// sideways finds the ends of the runs of m that begin beside a member of p, in the row: towards h by letting an addition
// carry through the run, towards a by a prefix fill.
func sideways(p, m uint64) uint64 {
	right := (m + p<<1&m) &^ m
	left := p >> 1 & m
	left |= left >> 1 & m
	pairs := m & (m >> 1)
	left |= left >> 2 & pairs
	left |= left >> 2 & pairs
	return right | left>>1
}

// along finds the ends of the runs of m that begin beside a member of p, both ways along the line whose squares are step
// bits apart. A run has at most six members: one, then two (1+1), four (2+2) and six (4+2) are filled.
func along(p, m uint64, step uint) uint64 {
	up, down := p<<step&m, p>>step&m
	up |= up << step & m
	down |= down >> step & m
	pairs := m & (m << step)
	pairsDown := pairs >> step
	up |= up << (2 * step) & pairs
	down |= down >> (2 * step) & pairsDown
	up |= up << (2 * step) & pairs
	down |= down >> (2 * step) & pairsDown
	return up<<step | down>>step
}
