// Package eval implements static evaluation of Othello positions. Values are the expected final disc difference from
// the view of the side to move, in hundredths of a disc.
//
// [Plain] evaluates mobility, corners, edges and parity on boards of any size; its features are those of Rosenbloom's
// Iago (1982). [Weights], for 8×8, are learned by package train. They are a sum of pattern weights, as in Buro's
// Logistello (1997), corrected by a small [Network]. A search updates the [State] of the patterns incrementally.
package eval

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Disc is the value of one disc in the unit of this package.
const Disc = 100

// Plain returns the evaluation of p without learned weights, from the view of the side to move. The game must not be
// over.
func Plain(p othello.Position) int { return PlainBits(p.Mover, p.Other, p.Size) }

// PlainBits is [Plain] for sets of discs: p to move against o on a board of size n.
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

// weights holds the weights of one phase, in hundredths of a disc for each unit of a feature's difference between mover
// and opponent.
type weights struct {
	toMove      int // for having the move
	mobility    int // for all legal moves against none
	frontier    int // for the opponent having all empty neighbours against none
	corner      int // for each corner
	cornerReach int // for each corner that is a legal move
	diagonal    int // for each disc on the X-square of an empty corner
	beside      int // for each disc on a C-square of an empty corner
	edge        int // for each other edge disc
	stable      int // for each stable disc
	odd         int // for an odd number of empty squares: the mover makes the last move
}

// plainWeights holds the weights by phase. They were chosen by hand; experiments/001-plain-evaluation.md measures their
// strength.
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

// geometry holds the classes of squares of a board.
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

// phase returns 0 in the opening, 1 in the middle game and 2 near the end.
func phase(g *geometry, empties int) int {
	switch {
	case 3*empties > 2*g.squares:
		return 0
	case 3*empties > g.squares:
		return 1
	}
	return 2
}

// ratio is the limit of difference for a large count against none.
const ratio = 256

// difference returns the relative difference of two counts, between -ratio and ratio: 6 to 3 is about the same as 12 to
// 6.
func difference(mine, theirs int) int { return ratio * (mine - theirs) / (mine + theirs + 2) }

func count(p, o, where bitboard.Set) int {
	return (p & where).Len() - (o & where).Len()
}

// cornerNeighbours returns the squares adjacent to an empty corner.
func cornerNeighbours(g *geometry, empty bitboard.Set) bitboard.Set {
	return bitboard.Neighbours(g.corners & empty)
}

func clamp(score, most int) int { return min(max(score, -most), most) }
