// Package eval tells what a position of Othello is worth before it is decided: the expected final disc difference from
// the view of the side to move, in hundredths of a disc.
//
// [Plain] knows a few rules of thumb (mobility, corners, edges, parity) and serves every board size; its features are
// those that Rosenbloom's Iago (1982) made standard. [Weights], for 8×8, are learned by package train: what the
// patterns of a board add up to, as in Buro's Logistello (1997), and what a small [Network] adds to that. A search
// carries a [State] of the patterns along, which each move changes a little.
package eval

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Disc is what one disc is worth in the unit of this package.
const Disc = 100

// Plain evaluates a position that is not over, from the view of the side to move, without looking ahead.
func Plain(p othello.Position) int { return PlainBits(p.Mover, p.Other, p.Size) }

// PlainBits is [Plain] on bare sets of squares: p to move against o on a board of size n.
func PlainBits(p, o bitboard.Set, n othello.Size) int {
	g := &geometries[n&15]
	empty := g.board &^ (p | o)
	w := &plainWeights[phase(g, empty.Len())]
	mine, theirs := bitboard.MovesOfBoth(p, o)
	mine, theirs = mine&empty, theirs&empty

	score := w.toMove
	score += w.mobility * difference(mine.Len(), theirs.Len()) / ratio
	score += w.frontier * difference((bitboard.Neighbours(o)&empty).Len(), (bitboard.Neighbours(p)&empty).Len()) / ratio
	score += w.corner * count(p, o, g.corners)
	score += w.cornerReach * count(mine, theirs, g.corners&empty)
	open := cornerNeighbours(g, empty)
	score += w.diagonal * count(p, o, open&g.diagonal)
	score += w.beside * count(p, o, open&g.beside)
	score += w.edge * count(p, o, g.edges)
	score += w.stable * (bitboard.Stable(p, o, g.board).Len() - bitboard.Stable(o, p, g.board).Len())
	if empty.Len()&1 == 1 {
		score += w.odd
	}
	return clamp(score, g.squares*Disc)
}

// weights of one phase: hundredths of a disc for each unit of the feature's difference between mover and opponent.
type weights struct {
	toMove      int // for having the move
	mobility    int // for having all the legal squares against none
	frontier    int // for the other side bordering on all the empty squares against none
	corner      int // for each corner held
	cornerReach int // for each corner that can be taken at once
	diagonal    int // for each disc diagonally before an empty corner
	beside      int // for each disc on the edge beside an empty corner
	edge        int // for each other disc on the edge
	stable      int // for each disc that can never be turned
	odd         int // for moving with an odd number of empty squares: the last move is the mover's
}

// The phases, by the share of the board that is filled. Chosen by hand; experiments/001-plain-evaluation.md measures
// what they are worth.
var plainWeights = [3]weights{
	{
		toMove: 50, mobility: 900, frontier: 700, corner: 900, cornerReach: 500, diagonal: -500, beside: -150, edge: 20,
		stable: 50, odd: 0,
	},
	{
		toMove: 80, mobility: 1200, frontier: 800, corner: 800, cornerReach: 450, diagonal: -400, beside: -200,
		edge:   30,
		stable: 80, odd: 50,
	},
	{
		toMove: 80, mobility: 1000, frontier: 500, corner: 500, cornerReach: 400, diagonal: -250, beside: -150,
		edge:   20,
		stable: 130, odd: 150,
	},
}

// geometry is the named parts of a board.
type geometry struct {
	board, corners, diagonal, beside, edges bitboard.Set
	squares                                 int
}

var geometries = [16]geometry{
	4: makeGeometry(othello.Size4), 6: makeGeometry(othello.Size6),
	8: makeGeometry(othello.Size8),
}

func makeGeometry(n othello.Size) geometry {
	last := int(n) - 1
	g := geometry{board: n.Board(), squares: n.Squares()}
	for i := range n.Squares() {
		x, y := i%int(n), i/int(n)
		square := bitboard.Set(1) << n.Square(x, y)
		nearX, nearY := min(x, last-x), min(y, last-y)
		switch {
		case nearX+nearY == 0:
			g.corners |= square
		case nearX == 1 && nearY == 1:
			g.diagonal |= square
		case nearX+nearY == 1:
			g.beside |= square
		case nearX*nearY == 0:
			g.edges |= square
		}
	}
	return g
}

// phase is 0 in the opening, 1 in the middle game and 2 near the end.
func phase(g *geometry, empties int) int {
	switch {
	case 3*empties > 2*g.squares:
		return 0
	case 3*empties > g.squares:
		return 1
	}
	return 2
}

// ratio is what difference gives for all against none.
const ratio = 256

// difference compares two counts by their share, so that 6 to 3 weighs as much as 12 to 6; from -ratio to ratio.
func difference(mine, theirs int) int { return ratio * (mine - theirs) / (mine + theirs + 2) }

func count(p, o, where bitboard.Set) int {
	return (p & where).Len() - (o & where).Len()
}

// cornerNeighbours is the squares that touch an empty corner.
func cornerNeighbours(g *geometry, empty bitboard.Set) bitboard.Set {
	return bitboard.Neighbours(g.corners & empty)
}

func clamp(score, most int) int { return min(max(score, -most), most) }
