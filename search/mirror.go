package search

import (
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// mirrored keeps one of the moves that a symmetry of the position turns into each other, the first, and gives for it
// the others, which are worth the same: at the start of a game three of the four moves need not be searched.
func mirrored(p othello.Position, moves []candidate) (kept []candidate, twins map[othello.Square][]othello.Square) {
	turns := symmetries(p)
	twins = map[othello.Square][]othello.Square{}
	for _, c := range moves {
		twin := slices.IndexFunc(kept, func(k candidate) bool {
			return slices.ContainsFunc(turns,
				func(s bitboard.Symmetry) bool { return s.Square(int(k.square)) == int(c.square) })
		})
		if twin < 0 {
			kept = append(kept, c)
			continue
		}
		first := othello.Square(kept[twin].square)
		twins[first] = append(twins[first], othello.Square(c.square))
	}
	return kept, twins
}

// symmetries is those that leave the position as it is, the identity not among them.
func symmetries(p othello.Position) (list []bitboard.Symmetry) {
	for s := bitboard.Symmetry(1); s < bitboard.Symmetries; s++ {
		if s.Apply(p.Mover) == p.Mover && s.Apply(p.Other) == p.Other {
			list = append(list, s)
		}
	}
	return list
}

// reflected is a line of a move as it looks from the twin of the move.
func (r *root) reflected(l Line, twin othello.Square) Line {
	turns := symmetries(r.position)
	at := slices.IndexFunc(turns, func(s bitboard.Symmetry) bool { return s.Square(int(l.Move)) == int(twin) })
	moves := slices.Clone(l.PV)
	for i, m := range moves {
		if m != othello.Pass {
			moves[i] = othello.Square(turns[at].Square(int(m)))
		}
	}
	return Line{twin, l.Score, moves}
}
