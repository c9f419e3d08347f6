package classic

import (
	"github.com/kaeshi/kaeshi/internal/splitmix"
)

// keyed is a board with the colour to move and the key for the table. The key at the root is 0. Any other initial key
// would give the same search, because only the equality of keys and of their last sixteen bits matters.
type keyed struct {
	board
	colour int
	key    uint64
}

// cutoff is an entry of the table: with depth plies remaining, the position with the key reached beta, which was value.
type cutoff struct {
	key   uint64
	value int32
	depth int32
}

const tableMask = 0xffff // the low bits of a key are the index of its entry

// lookUp returns the new beta of n by its entry in the table, and whether that is the value of n. As published, a
// stored cutoff reduces beta, as if the value could not exceed it. Corrected, it settles n if the stored value reaches
// beta.
func (s *mobilitySearch) lookUp(n keyed, depth, alpha, beta int) (newBeta int, settled bool) {
	c := s.table[n.key&tableMask]
	switch {
	case c.key != n.key || int(c.depth) < depth:
		return beta, false
	case s.fixes.Has(MobilityBound):
		return beta, int(c.value) >= beta
	}
	beta = min(beta, int(c.value))
	return beta, beta <= alpha
}

// play returns n after the side to move plays on sq. The key changes by the numbers of the placed disc and of the
// flipped discs.
func (s *mobilitySearch) play(n keyed, sq int) keyed {
	flips, turn := n.flips(sq), n.discs()-3
	key := n.key ^ s.number(sq, n.colour, turn)
	for turned := range flips.All() {
		key ^= s.number(turned, n.colour, turn)
		if s.fixes.Has(MobilityOldColour) {
			key ^= s.number(turned, otherColour(n.colour), turn)
		}
	}
	return keyed{n.after(sq, flips), otherColour(n.colour), key ^ s.side()}
}

func (s *mobilitySearch) pass(n keyed) keyed {
	return keyed{n.pass(), otherColour(n.colour), n.key ^ s.side()}
}

func otherColour(k int) int { return blackDisc + whiteDisc - k }

// number returns the random number of a disc of colour k on sq that was placed or flipped by move number turn. As
// published, its index is the product of all four, which is at most 64·2·60. Corrected indices are greater than that.
func (s *mobilitySearch) number(sq, k, turn int) uint64 {
	x, y := sq>>3-s.margin+1, sq&7-s.margin+1
	if s.fixes.Has(MobilityTurn) {
		turn = 1
	}
	if s.fixes.Has(MobilityProducts) {
		return random(sideNumber + 1 + (turn*64+sq)*2 + k)
	}
	return random(x * y * k * turn)
}

// side returns the change of the key when the side to move changes: 0 as published.
func (s *mobilitySearch) side() uint64 {
	if s.fixes.Has(MobilitySide) {
		return random(sideNumber)
	}
	return 0
}

const sideNumber = 64*2*60 + 1

// random returns the i-th number of a fixed sequence (splitmix64).
func random(i int) uint64 { return splitmix.Mix(uint64(i) * splitmix.Step) }
