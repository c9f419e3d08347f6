package player

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// trait is a feature of a move that makes it more or less likely to be chosen by a person.
type trait int

const (
	farLoss      trait = iota // loss against the best move by the deepest search, in discs, 0 or below
	countedLoss               // the same in positions that are solved; farLoss is 0 there
	someLoss                  // the same by a search of somePlies
	nearLoss                  // the same by a search of nearPlies
	discsTurned               // number of flipped discs
	cornersGiven              // number of corners that the other side can take after it
	besideCorner              // 1 on a square adjacent to an empty corner
	opened                    // number of empty neighbours of the placed and flipped discs, few for a quiet move
	closeBy                   // 1 within two squares of the previous move
	traits
)

// traitValues holds the traits of a move.
type traitValues [traits]float64

// lookahead is the depth to which a person searches.
type lookahead struct {
	plies  int
	solved int // number of empty squares up to which positions are solved, if plies is greater than somePlies
}

// The depths of the two shallower searches.
const (
	somePlies = 3
	nearPlies = 1
)

// moveRatings holds the ratings of the moves of a position, in the order of its moves, by searches of increasing depth.
type moveRatings struct {
	near, some, deepest []search.Rating
	depth               int // of deepest, in plies
	solved              bool
	nodes               uint64
}

// rateMoves rates all moves of a position by the searches up to the depth far.
func rateMoves(ctx context.Context, e *search.Engine, p othello.Position, far lookahead) (v *moveRatings, err error) {
	e.Forget()
	v = &moveRatings{}
	if v.near, err = v.rate(ctx, e, p, search.Limits{Depth: nearPlies}); err != nil {
		return nil, err
	}
	v.some = v.near
	if far.plies >= somePlies {
		if v.some, err = v.rate(ctx, e, p, search.Limits{Depth: somePlies}); err != nil {
			return nil, err
		}
	}
	if far.plies > somePlies {
		_, err = v.rate(ctx, e, p, search.Limits{Depth: far.plies, Exact: far.solved})
		v.solved = p.Empties() <= far.solved
	}
	return v, err
}

// rate rates the moves by one search, which must be deeper than earlier ones.
func (v *moveRatings) rate(
	ctx context.Context, e *search.Engine, p othello.Position, l search.Limits,
) ([]search.Rating, error) {
	list, err := e.Rate(ctx, p, l)
	for _, r := range list {
		v.nodes += r.Nodes
	}
	v.deepest, v.depth = list, min(l.Depth, p.Empties())
	if p.Empties() <= l.Exact {
		v.depth = p.Empties()
	}
	return list, err
}

// lost returns the loss of a move against the best move by the deepest search, in discs, 0 or below.
func (v *moveRatings) lost(i int) float64 { return less(v.deepest, i) }

// less returns the score of a move minus that of the best move, in discs.
func less(list []search.Rating, i int) float64 {
	best := list[0].Score
	for _, r := range list {
		best = max(best, r.Score)
	}
	return (list[i].Score - best).Discs()
}

// traitsOf returns the traits of each move of p, where before is the previous move.
func (v *moveRatings) traitsOf(p othello.Position, before othello.Square) []traitValues {
	list := make([]traitValues, len(v.deepest))
	open := bitboard.Corners(p.Size.Board()) & p.Empty()
	for i, r := range v.deepest {
		s := &list[i]
		*s = boardTraits(p, r.Move, open)
		s[someLoss], s[nearLoss] = less(v.some, i), less(v.near, i)
		s[farLoss] = v.lost(i)
		if v.solved {
			s[farLoss], s[countedLoss] = 0, s[farLoss]
		}
		if distance(r.Move, before) <= 2 {
			s[closeBy] = 1
		}
	}
	return list
}

// boardTraits returns the traits of a move that do not depend on scores. open is the set of empty corners.
func boardTraits(p othello.Position, m othello.Square, open bitboard.Set) (s traitValues) {
	place, turned, next := bitboard.Set(1)<<m, p.Flips(m), p.Play(m)
	s[discsTurned] = float64(turned.Len())
	s[cornersGiven] = float64((next.Legal() & open).Len())
	if place&bitboard.Neighbours(open) != 0 {
		s[besideCorner] = 1
	}
	s[opened] = float64((bitboard.Neighbours(place|turned) & next.Empty()).Len())
	return s
}

// distance returns the distance of two squares in steps of a chess king. A pass is far from every square.
func distance(a, b othello.Square) int {
	if a == othello.Pass || b == othello.Pass {
		return int(othello.Size8)
	}
	return max(abs(int(a)%8-int(b)%8), abs(int(a)/8-int(b)/8))
}

func abs(n int) int { return max(n, -n) }
