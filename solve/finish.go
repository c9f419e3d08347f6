package solve

import "github.com/kaeshi/kaeshi/bitboard"

// fewSquares is the largest number of empty squares at which [finishEnding] is faster than a search that generates the
// legal moves and orders them by the opponent's replies.
const fewSquares = 5

// regionSet is a set of quarters of the frame that have an odd number of empty squares: bit 0 is the upper left one, 1
// upper right, 2 lower left, and 3 lower right. Moves in such regions are tried first, because the mover can make the
// last move there.
type regionSet uint8

// anyOrder is a bit of [regionSet] that disables the ordering by regions.
const anyOrder regionSet = 16

// oddRegions returns the odd regions of a position with the empty squares.
func oddRegions(empty bitboard.Set) (odd regionSet) {
	for i, q := range quadrants {
		odd |= regionSet((empty&q).Len()&1) << i
	}
	return odd
}

// after returns the regions after a move on sq (0–63).
func (r regionSet) after(sq int) regionSet { return r ^ 1<<(sq>>2&1|sq>>4&2) }

// squares returns the squares of the regions, or the empty set if r contains anyOrder.
func (r regionSet) squares() bitboard.Set { return regionSquares[r&31] }

var (
	quadrants     = [4]bitboard.Set{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32}
	regionSquares = makeRegionSquares()
	near          = makeNear()
)

func makeRegionSquares() (t [32]bitboard.Set) {
	for r := range anyOrder {
		for i, q := range quadrants {
			if r>>i&1 == 1 {
				t[r] |= q
			}
		}
	}
	return t
}

// makeNear returns the neighbours of each square.
func makeNear() (t [64]bitboard.Set) {
	for sq := range 64 {
		t[sq] = bitboard.Neighbours(1 << sq)
	}
	return t
}

// finishEnding returns the exact score of a position with at most [fewSquares] empty squares from the view of the side
// to move, if it lies strictly between alpha and beta. A result ≤ alpha is an upper bound, and one ≥ beta a lower bound
// (fail-soft). squares is the number of squares of the board. odd must be the [oddRegions] of n.Empty, optionally with
// [anyOrder]. nodes is the number of positions entered, including passes but not n itself.
func finishEnding(n Node, alpha, beta, squares int, odd regionSet) (score, nodes int) {
	return finishFew(n, alpha, beta, squares, odd)
}

// portableFinish is the definition of [finishEnding].
func portableFinish(n Node, alpha, beta, squares int, odd regionSet) (score, nodes int) {
	f := finish{squares: squares}
	if n.Empty&(n.Empty-1) == 0 {
		score = f.last(n)
	} else {
		score = f.score(n, alpha, beta, odd, false)
	}
	return score, f.nodes
}

type finish struct {
	squares int
	nodes   int
}

// score searches the moves on all empty squares, those in odd regions first, without generating the legal moves.
func (f *finish) score(n Node, alpha, beta int, odd regionSet, passed bool) int {
	best := -f.squares - 1
	first := n.Empty & odd.squares()
	for set, rest := first, n.Empty&^first; ; set &= set - 1 {
		if set == 0 {
			if rest == 0 {
				break
			}
			set, rest = rest, 0
		}
		sq := set.First()
		if near[sq]&n.Other == 0 {
			continue
		}
		flips := bitboard.Flips(sq, n.Mover, n.Other)
		if flips == 0 {
			continue
		}
		f.nodes++
		after := n.play(sq, flips)
		var v int
		if after.Empty&(after.Empty-1) == 0 {
			v = -f.last(after)
		} else {
			v = -f.score(after, -beta, -max(alpha, best), odd.after(sq), false)
		}
		if v > best {
			best = v
			if best >= beta {
				return best
			}
		}
	}
	switch {
	case best >= -f.squares:
		return best
	case passed:
		return finalScore(n.Mover, n.Other, f.squares)
	}
	f.nodes++
	return -f.score(n.pass(), -beta, -alpha, odd, true)
}

// last returns the score of a position with at most one empty square.
func (f *finish) last(n Node) int {
	if n.Empty == 0 {
		return finalScore(n.Mover, n.Other, f.squares)
	}
	mine, sq := n.Mover.Len(), n.Empty.First()
	if turned := bitboard.LastFlips(sq, n.Mover); turned != 0 {
		return 2*(mine+turned+1) - f.squares
	}
	if turned := bitboard.LastFlips(sq, n.Other); turned != 0 {
		f.nodes++ // the pass
		return 2*(mine-turned) - f.squares
	}
	return finalScore(n.Mover, n.Other, f.squares)
}

// finalScore returns the score of a finished game for the side that holds p, on a board with the number of squares.
// Empty squares count for the winner.
func finalScore(p, o bitboard.Set, squares int) int {
	mine, theirs := p.Len(), o.Len()
	switch {
	case mine > theirs:
		return squares - 2*theirs
	case mine < theirs:
		return 2*mine - squares
	}
	return 0
}
