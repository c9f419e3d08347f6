package book

import (
	"cmp"
	"slices"

	"github.com/kaeshi/kaeshi/claims"
)

// clamp keeps the values of the moves within their proved bounds, sorts them again, and gives the position the value
// that follows, within its own bounds.
func (p *Position) clamp() {
	named := len(p.Moves) > 0 && p.Moves[0].Value == p.Value // the value is that of a move
	for i := range p.Moves {
		m := &p.Moves[i]
		m.Proved, m.Value = claims.ProvedMove(p.Position, m.Move), m.Value.within(claims.OfMove(p.Position, m.Move))
	}
	slices.SortStableFunc(p.Moves, func(x, y Move) int { return cmp.Compare(y.Value, x.Value) })
	if named {
		p.Value = p.Moves[0].Value
	}
	b, _ := claims.Of(p.Position)
	p.Proved, p.Value = claims.ProvedOf(p.Position), p.Value.within(b)
	switch {
	case len(p.Moves) == 0, p.Moves[0].Value >= p.Value, p.Proved == nil:
	case p.Position.Empties() == claims.Empties && p.Judged:
		p.Moves[0].Value = p.Value // the proof names no move, and no move is better than the first
	default:
		p.Judged = false // the proof is of a move that the book does not have
	}
}

// within returns the value within bounds that is nearest to v.
func (v Value) within(b claims.Bounds) Value { return ValueOf(b.Clamp(v.Discs())) }
