package solve

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/bitboard"
)

// fewLeft is alpha-beta with at most few empty squares: each is tried without asking first which are legal, those in regions
// with an odd number of empty squares before the others. It does not count the node itself: its caller has.
func (s *Solver) fewLeft(p, o, empty uint64, alpha, beta int, odd regions) int {
	switch {
	case empty&(empty-1) != 0:
		return s.several(p, o, empty, alpha, beta, odd, false)
	case empty != 0:
		return s.lastSquare(p, o, bits.TrailingZeros64(empty))
	}
	return s.final(p, o)
}

// several plays with two to few empty squares.
func (s *Solver) several(p, o, empty uint64, alpha, beta int, odd regions, passed bool) int {
	best := -s.squares - 1
	first := empty & s.oddSquares(odd)
	for set, rest := first, empty&^first; ; set &= set - 1 {
		if set == 0 {
			if rest == 0 {
				break
			}
			set, rest = rest, 0
		}
		sq := bits.TrailingZeros64(set)
		if near[sq]&o == 0 {
			continue
		}
		flips := bitboard.Flips(sq, p, o)
		if flips == 0 {
			continue
		}
		s.Nodes++
		np, no, left := o&^flips, p|flips|1<<sq, empty&^(1<<sq)
		var v int
		if left&(left-1) == 0 {
			v = -s.lastSquare(np, no, bits.TrailingZeros64(left))
		} else {
			v = -s.several(np, no, left, -beta, -max(alpha, best), odd^regionOf(sq), false)
		}
		if v > best {
			best = v
			if best >= beta {
				return best
			}
		}
	}
	switch {
	case best >= -s.squares:
		return best
	case passed:
		return s.final(p, o)
	}
	s.Nodes++
	return -s.several(o, p, empty, -beta, -alpha, odd, true)
}

// lastSquare is the score with sq alone empty.
func (s *Solver) lastSquare(p, o uint64, sq int) int {
	mine := bits.OnesCount64(p)
	if turned := bitboard.LastFlips(sq, p); turned != 0 {
		return 2*(mine+turned+1) - s.squares
	}
	if turned := bitboard.LastFlips(sq, o); turned != 0 {
		s.Nodes++ // the pass
		return 2*(mine-turned) - s.squares
	}
	return s.final(p, o)
}

// near is the squares around each square.
var near = makeNear()

func makeNear() (t [64]uint64) {
	for sq := range 64 {
		t[sq] = bitboard.Neighbours(1 << sq)
	}
	return t
}

// regions is the quadrants of the board that hold an odd number of empty squares: bit 0 upper left, 1 upper right, 2 lower left,
// 3 lower right. The last move in such a region can be the mover's.
type regions uint8

func regionOf(sq int) regions { return 1 << (sq>>2&1 | sq>>4&2) }

func oddRegions(empty uint64) (odd regions) {
	for i, q := range quadrants {
		odd |= regions(bits.OnesCount64(empty&q)&1) << i
	}
	return odd
}

// oddSquares is the union of the odd regions, or nothing when parity does not count.
func (s *Solver) oddSquares(r regions) uint64 { return regionSquares[r&15] & s.odd }

var (
	quadrants     = [4]uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32}
	regionSquares = makeRegionSquares()
)

func makeRegionSquares() (t [16]uint64) {
	for r := range t {
		for i, q := range quadrants {
			if r>>i&1 == 1 {
				t[r] |= q
			}
		}
	}
	return t
}
