package store

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// manyPostings returns the postings of random games and of made-up keys whose short hashes collide.
func manyPostings(seed uint64) (list []posting) {
	r := rand.New(rand.NewPCG(seed, 3))
	for n := range 200 {
		g := randomGame(r)
		row, err := newArchiveRow("", g)
		if err != nil {
			continue
		}
		list = appendGame(list, g.Start, row.moves, uint16(n*150))
	}
	for n := range 300 {
		list = append(list, posting{0xabcdef12_00000000 + uint64(n%3), uint64(n % 2), uint16(n), 16, uint8(n % 5)})
	}
	slices.SortFunc(list, comparePostings)
	return slices.Compact(list)
}

// TestBucket checks that every posting of a bucket is found by its key.
func TestBucket(t *testing.T) {
	const width = 1
	list := manyPostings(1)
	want := map[archiveKey][]hit{}
	byBucket := map[uint64][]posting{}
	games := map[uint64][]uint16{} // by short hash
	for _, p := range list {
		want[p.key()] = append(want[p.key()], hit{p.game, p.move})
		bucket, _ := bucketOf(p.hash, width)
		byBucket[bucket] = append(byBucket[bucket], p)
		games[p.hash>>(64-hashBits)] = append(games[p.hash>>(64-hashBits)], p.game)
	}
	if len(byBucket) != 2 {
		t.Fatalf("%d buckets, want 2", len(byBucket))
	}
	common := 0
	for key, hits := range want {
		bucket, _ := bucketOf(key.hash, width)
		found, err := readBucket(appendBucket(nil, byBucket[bucket], width), key, width)
		if err != nil {
			t.Fatal(err)
		}
		if len(hits) > rare {
			common++
			if !slices.Equal(found.certain, hits) {
				t.Errorf("%+v: hits %v, want %v", key, found.certain, hits)
			}
			continue
		}
		for _, h := range hits {
			if !slices.Contains(found.possible, h.game) {
				t.Errorf("%+v: possible games %v, want game %d among them", key, found.possible, h.game)
			}
		}
		for _, game := range found.possible {
			if !slices.Contains(games[key.hash>>(64-hashBits)], game) {
				t.Errorf("%+v: game %d is possible, but has another key", key, game)
			}
		}
	}
	if common < 9 {
		t.Errorf("%d common positions, want at least 9", common)
	}
	missing, err := readBucket(appendBucket(nil, byBucket[1], width), archiveKey{hash: 0xabcdef12_00000009}, width)
	if err != nil || len(missing.certain) > 0 {
		t.Errorf("a missing key: hits %+v, error %v; want none", missing, err)
	}
}

// TestKey checks that symmetric positions have the same key and canonical move, and that other positions have different
// keys.
func TestKey(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	keys := map[archiveKey]othello.Position{}
	for range 100 {
		g := randomGame(r)
		p := g.Start
		for _, m := range append(g.Moves, noMove) {
			key, move := keyOf(p, m)
			at, _ := p.Canonical()
			if other, ok := keys[key]; ok && other != at {
				t.Fatalf("%s and %s have the same key", other, at)
			}
			keys[key] = at
			for s := range bitboard.Symmetry(bitboard.Symmetries) {
				if k, n := keyOf(p.Transform(s), transformMove(s, m)); k != key || n != move {
					t.Fatalf("%s by symmetry %d: %+v %d, want %+v %d", p, s, k, n, key, move)
				}
			}
			if m != noMove {
				p = p.Play(m)
			}
		}
	}
	seen := map[othello.Position]bool{}
	for _, at := range keys {
		if seen[at] {
			t.Errorf("%s has two keys, want one", at)
		}
		seen[at] = true
	}
}

func FuzzReadBucket(f *testing.F) {
	list := manyPostings(2)
	bucket := appendBucket(nil, list[:min(len(list), 4000)], 0)
	f.Add(bucket, list[0].hash, list[0].other)
	f.Add(bucket[:len(bucket)-1], list[9].hash, list[9].other)
	f.Add([]byte{1, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255, 15}, uint64(0),
		uint64(0))
	f.Fuzz(func(t *testing.T, b []byte, hash, other uint64) {
		for bits := range 3 {
			found, err := readBucket(b, archiveKey{hash, other, 0}, bits)
			if err == nil && len(found.certain)+len(found.possible) > len(b) {
				t.Errorf("%d games in %d bytes, want at most one for each byte", len(found.certain)+len(found.possible),
					len(b))
			}
		}
	})
}

func FuzzReadTags(f *testing.F) {
	f.Add([]byte{2, 2, 'b'})
	f.Add([]byte{1, 3, 1, 0, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		tags, err := readTags(b, func(number uint64) (string, error) { return strconv.FormatUint(number, 10), nil })
		if err == nil && len(tags) > len(b) {
			t.Errorf("%d tags in %d bytes, want at most one for each byte", len(tags), len(b))
		}
	})
}

// TestDamagedIndex checks that a damaged index is reported.
func TestDamagedIndex(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	for _, damage := range []string{
		"UPDATE archive_positions SET entries = x'01ff'",
		"UPDATE archive_positions SET entries = x'01'",
		"UPDATE archive_segments SET facts = x'00'",
	} {
		s := openAt(t, newPath(t))
		importAll(t, s, randomGames(3, 50))
		if _, err := s.write.ExecContext(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Find(t.Context(), GameQuery{Position: &start}); !errors.Is(err, errBucket) {
			t.Errorf("%s: error %v, want %v", damage, err, errBucket)
		}
	}
	s := openAt(t, newPath(t))
	importAll(t, s, []*record.Game{{Start: start, Tags: []record.Tag{{Name: "a", Value: "b"}}}})
	for _, damage := range []string{"x'01'", "x'0108'"} {
		if _, err := s.write.ExecContext(t.Context(), "UPDATE archive_games SET tags = "+damage); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Find(t.Context(), GameQuery{Limit: 1}); !errors.Is(err, errTags) {
			t.Errorf("%s: error %v, want %v", damage, err, errTags)
		}
	}
}
