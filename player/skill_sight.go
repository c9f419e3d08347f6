package player

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// trait is something about a move that draws a person to it or keeps him away.
type trait int

const (
	farLoss      trait = iota // discs by which it is worth less than the best, looking many plies ahead: 0 or below
	countedLoss               // the same where the rest of the game can be counted out; farLoss is 0 there
	someLoss                  // the same, looking a few plies ahead
	nearLoss                  // the same, by the look of the board after the move
	discsTurned               // how many
	cornersGiven              // that the other side can take after it
	besideCorner              // 1 on a square next to an empty corner
	opened                    // empty squares that border on the discs placed and turned, few for a quiet move
	closeBy                   // 1 within two squares of the move before
	traits
)

// sight is what a move looks like.
type sight [traits]float64

// eyes is how far someone looks.
type eyes struct {
	plies  int // ahead
	counts int // empty squares from which the rest of the game is counted out, when plies is more than someLoss needs
}

// The two nearer looks at a position, in plies.
const (
	somePlies = 3
	nearPlies = 1
)

// views is what the moves of a position are worth, in its order, by looks that go farther and farther.
type views struct {
	near, some, deepest []search.Rating
	depth               int // of the deepest, in plies
	counted             bool
	nodes               uint64
}

// look rates all moves of a position as far as someone sees.
func look(ctx context.Context, e *search.Engine, p othello.Position, far eyes) (v *views, err error) {
	e.Forget()
	v = &views{}
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
		_, err = v.rate(ctx, e, p, search.Limits{Depth: far.plies, Exact: far.counts})
		v.counted = p.Empties() <= far.counts
	}
	return v, err
}

// rate is a look; those before it were nearer.
func (v *views) rate(
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

// lost is what the move is worth less than the best, 0 or below, in discs.
func (v *views) lost(i int) float64 { return less(v.deepest, i) }

func less(list []search.Rating, i int) float64 {
	best := list[0].Score
	for _, r := range list {
		best = max(best, r.Score)
	}
	return (list[i].Score - best).Discs()
}

// of is what each move looks like to someone who has just seen the move before.
func (v *views) of(p othello.Position, before othello.Square) []sight {
	list := make([]sight, len(v.deepest))
	open := bitboard.Corners(p.Size.Board()) & p.Empty()
	for i, r := range v.deepest {
		s := &list[i]
		*s = shape(p, r.Move, open)
		s[someLoss], s[nearLoss] = less(v.some, i), less(v.near, i)
		s[farLoss] = v.lost(i)
		if v.counted {
			s[farLoss], s[countedLoss] = 0, s[farLoss]
		}
		if distance(r.Move, before) <= 2 {
			s[closeBy] = 1
		}
	}
	return list
}

// shape is what can be seen without knowing what anything is worth.
func shape(p othello.Position, m othello.Square, open bitboard.Set) (s sight) {
	place, turned, next := bitboard.Set(1)<<m, p.Flips(m), p.Play(m)
	s[discsTurned] = float64(turned.Len())
	s[cornersGiven] = float64((next.Legal() & open).Len())
	if place&bitboard.Neighbours(open) != 0 {
		s[besideCorner] = 1
	}
	s[opened] = float64((bitboard.Neighbours(place|turned) & next.Empty()).Len())
	return s
}

// distance is how many steps of a king lie between two squares; a pass is far from everything.
func distance(a, b othello.Square) int {
	if a == othello.Pass || b == othello.Pass {
		return int(othello.Size8)
	}
	return max(abs(int(a)%8-int(b)%8), abs(int(a)/8-int(b)/8))
}

func abs(n int) int { return max(n, -n) }
