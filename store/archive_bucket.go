package store

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
)

// A posting records that a game reached a position.
type posting struct {
	hash, other uint64 // its key, without a nested struct: a posting takes 24 bytes
	game        uint16 // counted from the segment's first game
	meta        uint8
	move        uint8 // canonical, or noMove
}

func (p posting) key() archiveKey { return archiveKey{p.hash, p.other, p.meta} }

func comparePostings(a, b posting) int {
	if a.hash != b.hash {
		return cmp.Compare(a.hash, b.hash)
	}
	return cmp.Or(cmp.Compare(a.other, b.other), cmp.Compare(a.meta, b.meta), cmp.Compare(a.move, b.move),
		cmp.Compare(a.game, b.game))
}

// An index entry stores hashBits of the position's hash, the first of which select the bucket. A position reached by at
// most rare games of a segment has one short entry per game. Short hashes can collide, so readers replay these games. A
// more frequent position has one entry with its whole key and its games grouped by the move that followed.
const (
	hashBits = 32
	rare     = 16
)

// bucketOf returns the bucket of a hash and the bits of it that an entry stores.
func bucketOf(hash uint64, bits int) (bucket, low uint64) {
	short := hash >> (64 - hashBits)
	return short >> (hashBits - bits), short & (1<<(hashBits-bits) - 1)
}

// appendBucket encodes the postings of one bucket, which must be sorted.
func appendBucket(b []byte, postings []posting, bits int) []byte {
	last := uint64(0)
	for len(postings) > 0 {
		same := 1
		for same < len(postings) && postings[same].key() == postings[0].key() {
			same++
		}
		_, low := bucketOf(postings[0].hash, bits)
		if same > rare {
			b = binary.AppendUvarint(b, (low-last)<<1|1)
			common := appendCommon(nil, postings[:same])
			b = binary.AppendUvarint(b, uint64(len(common)))
			b = append(b, common...)
			last = low
		} else {
			for _, p := range postings[:same] {
				b = binary.AppendUvarint(b, (low-last)<<1)
				b = binary.LittleEndian.AppendUint16(b, p.game)
				last = low
			}
		}
		postings = postings[same:]
	}
	return b
}

// appendCommon encodes the games of one position: its key, then for each move the number of games and the differences
// between their numbers.
func appendCommon(b []byte, postings []posting) []byte {
	key := postings[0].key()
	b = binary.LittleEndian.AppendUint64(b, key.hash)
	b = binary.LittleEndian.AppendUint64(b, key.other)
	b = append(b, key.meta)
	for group := range chunkByMove(postings) {
		b = append(b, group[0].move)
		b = binary.AppendUvarint(b, uint64(len(group)))
		last := uint16(0)
		for _, p := range group {
			b = binary.AppendUvarint(b, uint64(p.game-last))
			last = p.game
		}
	}
	return b
}

func chunkByMove(postings []posting) func(func([]posting) bool) {
	return func(yield func([]posting) bool) {
		for len(postings) > 0 {
			n := slices.IndexFunc(postings, func(p posting) bool { return p.move != postings[0].move })
			if n < 0 {
				n = len(postings)
			}
			if !yield(postings[:n]) {
				return
			}
			postings = postings[n:]
		}
	}
}

// A hit is a game of a segment that reached the position of the query, with the canonical move that followed.
type hit struct {
	game uint16
	move uint8
}

// candidates is the result of an index lookup: games that certainly reached the position, and games that must be
// replayed.
type candidates struct {
	certain  []hit
	possible []uint16
}

var errBucket = errors.New("damaged position index; import the games into a new file")

// readBucket finds the entries of a key in an encoded bucket.
func readBucket(b []byte, key archiveKey, bits int) (found candidates, err error) {
	_, want := bucketOf(key.hash, bits)
	for low := uint64(0); len(b) > 0; {
		head, n := binary.Uvarint(b)
		if n <= 0 {
			return found, errBucket
		}
		b, low = b[n:], low+head>>1
		if low > want {
			return found, nil
		}
		if head&1 == 0 {
			if len(b) < 2 {
				return found, errBucket
			}
			if low == want {
				found.possible = append(found.possible, binary.LittleEndian.Uint16(b))
			}
			b = b[2:]
			continue
		}
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return found, errBucket
		}
		common := b[n : n+int(size)]
		b = b[n+int(size):]
		if low == want {
			if found.certain, err = readCommon(found.certain, common, key); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// readCommon appends the games of a common entry if its key matches.
func readCommon(to []hit, b []byte, key archiveKey) ([]hit, error) {
	const head = 8 + 8 + 1
	if len(b) < head {
		return to, errBucket
	}
	if binary.LittleEndian.Uint64(b) != key.hash || binary.LittleEndian.Uint64(b[8:]) != key.other ||
		b[16] != key.meta {
		return to, nil
	}
	for b = b[head:]; len(b) > 0; {
		move := b[0]
		games, n := binary.Uvarint(b[1:])
		if n <= 0 || othello.Square(move) > noMove || games > uint64(len(b)) {
			return to, errBucket
		}
		b, to = b[1+n:], slices.Grow(to, int(games))
		last := uint16(0)
		for range games {
			apart, n := binary.Uvarint(b)
			if n <= 0 {
				return to, errBucket
			}
			b, last = b[n:], last+uint16(apart)
			to = append(to, hit{last, move})
		}
	}
	return to, nil
}
