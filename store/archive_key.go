package store

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/splitmix"
	"github.com/kaeshi/kaeshi/othello"
)

// archiveKey identifies a position up to symmetry: two positions have the same key exactly if they are symmetric and
// have the same board size and side to move. hash is uniformly distributed; the other fields distinguish positions with
// the same hash.
type archiveKey struct {
	hash  uint64 // for fixed other and meta, a bijection of the mover's discs
	other uint64
	meta  uint8 // size and side to move
}

// keyOf returns the key of a position and the canonical form of the move that followed: the lowest square to which the
// symmetries that lead to the canonical position map the move.
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
			best, least = t, transformMove(s, move)
		default:
			least = min(least, transformMove(s, move))
		}
	}
	mover, other := uint64(best.Mover), uint64(best.Other)
	meta := uint8(p.Size)<<1 | uint8(p.Turn)
	return archiveKey{splitmix.Mix(mover ^ splitmix.Mix(other+splitmix.Mix(uint64(meta)))), other, meta}, least
}

// noMove is used in place of the next move if the game ended in the position.
const noMove othello.Square = 65

func transformMove(s bitboard.Symmetry, m othello.Square) othello.Square {
	if m >= othello.Pass {
		return m
	}
	return othello.Square(s.Square(int(m)))
}

// hash returns a fingerprint of the game: moves, players, event, date, result and tags. Games with the same fingerprint
// are duplicates.
func (r *archiveRow) hash() (content [16]byte) {
	var b []byte
	add := func(field string) {
		b = binary.AppendUvarint(b, uint64(len(field)))
		b = append(b, field...)
	}
	b = append(b, byte(r.size))
	add(r.start)
	add(string(r.moves))
	for _, field := range []string{r.black, r.white, r.event, r.round, r.date, r.reason} {
		add(field)
	}
	for _, t := range r.tags {
		add(t.Name)
		add(t.Value)
	}
	if r.score.Valid {
		b = binary.AppendVarint(b, r.score.Int64)
	}
	sum := sha256.Sum256(b)
	copy(content[:], sum[:])
	return content
}

// withoutAccents removes diacritics from letters: é becomes e.
func withoutAccents(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return name
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(name))
}

// fold converts a name to lower case without accents, for comparison.
func fold(name string) string { return strings.ToLower(withoutAccents(name)) }
