package store

import (
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/splitmix"
	"github.com/kaeshi/kaeshi/othello"
)

// archiveKey names a position up to symmetry: two positions have the same key exactly when they are symmetric, of one
// size, with one side to move. Its parts are a hash that is even over all its bits and what is needed to tell apart
// those that share it.
type archiveKey struct {
	hash  uint64 // for one value of the other parts every mover has a hash of its own
	other uint64
	meta  uint8 // size and side to move
}

// keyOf is the key of a position and the canonical move by which it was left: the least of the squares that the
// symmetries which lead to the canonical position make of it.
func keyOf(p othello.Position, move othello.Square) (archiveKey, othello.Square) {
	best, least := p, othello.Square(-1)
	for s := range bitboard.Symmetry(bitboard.Symmetries) {
		t := p
		if s > 0 {
			t = p.Transform(s)
		}
		switch {
		case s > 0 && (t.Mover > best.Mover || t.Mover == best.Mover && t.Other > best.Other):
			continue
		case s == 0 || t != best:
			best, least = t, turned(s, move)
		default:
			least = min(least, turned(s, move))
		}
	}
	mover, other := uint64(best.Mover), uint64(best.Other)
	meta := uint8(p.Size)<<1 | uint8(p.Turn)
	return archiveKey{splitmix.Mix(mover ^ splitmix.Mix(other+splitmix.Mix(uint64(meta)))), other, meta}, least
}

// noMove stands for the move of a game that ended there.
const noMove othello.Square = 65

func turned(s bitboard.Symmetry, m othello.Square) othello.Square {
	if m >= othello.Pass {
		return m
	}
	return othello.Square(s.Square(int(m)))
}
