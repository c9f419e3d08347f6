package store

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

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
