package classic

import (
	"github.com/kaeshi/kaeshi/internal/splitmix"
)

// keyed is a board, the colour to move, and the key by which the table knows them. Keys begin at 0 where a search
// begins: all that matters is which of them are equal, in full and in their last sixteen bits, and any other
// beginning leaves that as it is.
type keyed struct {
	board
	colour int
	key    uint64
}

// cutoff is what the table holds: with so many plies remaining, the position with the key reached beta, which was
// value.
type cutoff struct {
	key   uint64
	value int32
	depth int32
}

const tableMask = 0xffff // an entry's place is the end of its key

// remembered is beta after the table was asked about n, and whether that settles the value of n. As published a
// stored cutoff brings beta down, as if the value could not exceed it; mended, it settles n when it says that the
// value reaches beta.
func (s *mobilitySearch) remembered(n keyed, depth, alpha, beta int) (newBeta int, settled bool) {
	c := s.table[n.key&tableMask]
	switch {
	case c.key != n.key || int(c.depth) < depth:
		return beta, false
	case s.mends.Has(MobilityBound):
		return beta, int(c.value) >= beta
	}
	beta = min(beta, int(c.value))
	return beta, beta <= alpha
}

// play is n after the side to move plays on sq, with the numbers of the disc put down and of those turned over in its
// key.
func (s *mobilitySearch) play(n keyed, sq int) keyed {
	flips, turn := n.flips(sq), n.discs()-3
	key := n.key ^ s.number(sq, n.colour, turn)
	for turned := range flips.All() {
		key ^= s.number(turned, n.colour, turn)
		if s.mends.Has(MobilityOldColour) {
			key ^= s.number(turned, otherColour(n.colour), turn)
		}
	}
	return keyed{n.after(sq, flips), otherColour(n.colour), key ^ s.side()}
}

func (s *mobilitySearch) pass(n keyed) keyed {
	return keyed{n.pass(), otherColour(n.colour), n.key ^ s.side()}
}

func otherColour(k int) int { return blackDisc + whiteDisc - k }

// number is the random number of a disc of colour k on sq, put there or turned over by the disc with the number turn.
// As published it is that of the product of all four, of which there are 64·2·60 at most; mended numbers begin behind
// those.
func (s *mobilitySearch) number(sq, k, turn int) uint64 {
	x, y := sq>>3-s.margin+1, sq&7-s.margin+1
	if s.mends.Has(MobilityTurn) {
		turn = 1
	}
	if s.mends.Has(MobilityProducts) {
		return random(sideNumber + 1 + (turn*64+sq)*2 + k)
	}
	return random(x * y * k * turn)
}

// side is what the key changes by when the turn passes to the other side: nothing as published.
func (s *mobilitySearch) side() uint64 {
	if s.mends.Has(MobilitySide) {
		return random(sideNumber)
	}
	return 0
}

const sideNumber = 64*2*60 + 1

// random is the i-th number of a fixed series (splitmix64).
func random(i int) uint64 { return splitmix.Mix(uint64(i) * splitmix.Step) }
