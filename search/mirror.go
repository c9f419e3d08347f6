package search

import (
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// mirrored keeps the first of each group of moves that symmetries of the position map to each other, and returns the
// others, which have the same value, by the kept one. At the start of a game, it leaves one of four moves.
func mirrored(p othello.Position, moves []candidate) (kept []candidate, mirrors map[othello.Square][]othello.Square) {
	turns := symmetries(p)
	mirrors = map[othello.Square][]othello.Square{}
	for _, c := range moves {
		mirror := slices.IndexFunc(kept, func(k candidate) bool {
			return slices.ContainsFunc(turns,
				func(s bitboard.Symmetry) bool { return s.Square(int(k.square)) == int(c.square) })
		})
		if mirror < 0 {
			kept = append(kept, c)
			continue
		}
		first := othello.Square(kept[mirror].square)
		mirrors[first] = append(mirrors[first], othello.Square(c.square))
	}
	return kept, mirrors
}

// symmetries returns the symmetries that leave the position unchanged, except the identity.
func symmetries(p othello.Position) (list []bitboard.Symmetry) {
	for s := bitboard.Symmetry(1); s < bitboard.Symmetries; s++ {
		if s.Apply(p.Mover) == p.Mover && s.Apply(p.Other) == p.Other {
			list = append(list, s)
		}
	}
	return list
}

// reflected returns the line under the symmetry that maps its move to mirror.
func (r *root) reflected(l Line, mirror othello.Square) Line {
	turns := symmetries(r.position)
	at := slices.IndexFunc(turns, func(s bitboard.Symmetry) bool { return s.Square(int(l.Move)) == int(mirror) })
	moves := slices.Clone(l.PV)
	for i, m := range moves {
		if m != othello.Pass {
			moves[i] = othello.Square(turns[at].Square(int(m)))
		}
	}
	return Line{mirror, l.Score, moves}
}
