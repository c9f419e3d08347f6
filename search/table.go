package search

import (
	"math/bits"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
)

// table remembers what is known of positions. Any number of searches may read and write it at once, without locks: an
// entry is two words, each read and written atomically, and the first is stored mixed with the second, so that the
// halves of two writes never pass for an entry (Hyatt and Mann 2002). Four entries share a cache line; the one of least
// worth makes room, and what an earlier search left is worth less than what this one found. What was there when
// everything was forgotten is not used.
//
// A position is recognised by 64 bits that depend on all of it: that two positions of a search are taken for one
// another has, over 10¹² look-ups, a chance of less than one in a million.
type table struct {
	words   []atomic.Uint64 // buckets of bucketWords
	all     uint64          // buckets
	first   uint64          // of them that searches begin with; all are so many times a power of growth
	buckets uint64          // that are in use: see settle
	age     age
	touched bool // all its memory is there: the system gives memory when it is first written to
	empty   bool // nothing is known
}

// age tells what is of use: entries of the generations from oldest on are. Each search is of a new generation.
type age struct{ oldest, now uint16 }

// generations is how many an entry can tell apart; 0 is that of no entry.
const generations = 1 << 13

func (a age) holds(data uint64) bool { return uint16(data%generations) >= a.oldest }

// known is what the table holds of a position: bounds of its value in the unit of package eval, found by searching
// depth plies ahead.
type known struct {
	lower, upper  int
	depth         int // plies ahead; the number of empty squares or more: to the end of the game; -1: nothing is known
	confidence    confidence
	first, second int8 // the best move known and the one before it, or noMove
}

const (
	noMove      = int8(64)
	entries     = 4 // in a bucket
	bucketWords = 2 * entries
	bucketBytes = 8 * bucketWords
)

// unknown is what is known of a position that the table does not hold.
func unknown() known {
	return known{lower: -worst, upper: worst, depth: -1, first: noMove, second: noMove}
}

// newTable takes at most size bytes, and at least one bucket. Where several threads write to it, it is not small to
// begin with: they would wait for one another's cache lines.
func newTable(size, threads int) *table {
	least := firstBytes
	if threads > 1 {
		least = smallBytes
	}
	first, times := max(size/bucketBytes, 1), 1
	for first/growth >= least/bucketBytes {
		first, times = first/growth, times*growth
	}
	n := first * times
	return &table{
		words: allocate(n * bucketWords), all: uint64(n), first: uint64(first), buckets: uint64(first),
		age: age{1, 1}, empty: true,
	}
}

const (
	firstBytes = 1 << 20 // of the table, at least, for a search to begin with
	// of it, from which the next step is to all: to move what they hold takes up to 0.04 s, and no clock should have to
	// bear more
	leapBytes   = 16 << 20
	smallBytes  = 64 << 20 // of the table, for a search to the end of the game
	smallEnding = 26       // empties up to which it gets by with them
	growth      = 4        // times which the part in use becomes as large, or a power of it
	crowd       = 8        // part of it
)

// settle says how much of the table the search to come uses: a small part where that is enough, because most look-ups
// in a large one miss the processor's caches (experiments/015, 033). The part only grows, until everything is
// forgotten: in the middle game when it fills up, before a search to the end of the game at once, since that enters so
// many more positions than what prepares it. So many nodes have been entered since begin. No other search may be going
// on.
func (t *table) settle(toTheEnd bool, empties int, nodes uint64) {
	if t.empty {
		t.buckets, t.empty = t.first, false
	}
	switch {
	case toTheEnd && empties > smallEnding:
		t.grow(t.all)
	case toTheEnd:
		t.grow(smallBytes / bucketBytes)
	case nodes <= t.buckets*entries/crowd || !t.crowded():
	case t.buckets < leapBytes/bucketBytes:
		t.grow(t.buckets * growth)
	default:
		t.grow(t.all)
	}
}

// crowded reports whether more than an eighth of the part in use was found since begin: a ply deeper, it may be three
// times as much. It looks at some hundred buckets.
func (t *table) crowded() bool {
	const looks = 128
	found := 0
	for i := range uint64(looks) {
		bucket := t.bucket(i * t.buckets / looks)
		for j := 1; j < bucketWords; j += 2 {
			if uint16(bucket[j].Load()%generations) == t.age.now {
				found++
			}
		}
	}
	return found > looks*entries/crowd
}

// grow makes the part in use at least so many buckets, or all. What stood in one bucket is spread over as many as it
// has become, from the last bucket to the first, so that none is written to before it has been read. What the new part
// holds was forgotten when the table was last empty.
func (t *table) grow(least uint64) {
	before := t.buckets
	for t.buckets < min(least, t.all) {
		t.buckets *= growth
	}
	if t.buckets == before {
		return
	}
	for i := before; i > 0; i-- {
		bucket := t.bucket(i - 1)
		var held [entries]struct{ key, data uint64 }
		for j := range held {
			data := bucket[2*j+1].Swap(0)
			held[j].key, held[j].data = bucket[2*j].Swap(0)^data, data
		}
		for _, e := range held {
			if t.age.holds(e.data) {
				to := t.bucketOf(e.key)
				_, at := t.slot(to, e.key)
				to[at].Store(e.key ^ e.data)
				to[at+1].Store(e.data)
			}
		}
	}
}

// begin starts a new generation.
func (t *table) begin() {
	t.age.now++
	if t.age.now == generations {
		t.wipe()
	}
}

// wipe empties the table, which no one may be using.
func (t *table) wipe() {
	clear(t.words)
	t.age, t.touched, t.empty = age{1, 1}, true, true
}

// warm wipes the table when some thousand searches would do so at a time when it matters, or when its memory is not
// there yet.
func (t *table) warm() {
	if !t.touched || t.age.now > generations/2 {
		t.wipe()
	}
}

// forget makes everything known unknown, so that the next search does not depend on those before it.
func (t *table) forget() {
	t.begin()
	t.age.oldest = t.age.now
	t.empty = true
}

// keyOf is a number for the position with p to move, which few others have.
func keyOf(p, o bitboard.Set) uint64 {
	key := uint64(o) * 0xff51afd7ed558ccd
	key ^= key >> 32
	key *= 0xc4ceb9fe1a85ec53
	key ^= key>>32 ^ uint64(p)
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 32
	return key * 0xd6e8feb86659fd93
}

// bucketOf is where the position of the key has its place.
func (t *table) bucketOf(key uint64) *[bucketWords]atomic.Uint64 {
	at, _ := bits.Mul64(key, t.buckets)
	return t.bucket(at)
}

func (t *table) bucket(at uint64) *[bucketWords]atomic.Uint64 {
	return (*[bucketWords]atomic.Uint64)(t.words[at*bucketWords:])
}

// find is what is known of the position with p to move; ok is false when that is nothing.
func (t *table) find(p, o bitboard.Set) (k known, ok bool) {
	s := t.look(p, o)
	return s.known(t.age)
}

// spot is where a position stands if the table holds it. Looking at many spots first, and asking what is known there
// afterwards, lets memory fetch them side by side.
type spot struct {
	bucket     *[bucketWords]atomic.Uint64
	key, first uint64 // first is the data of the first entry
}

// look begins to look the position with p to move up.
func (t *table) look(p, o bitboard.Set) spot {
	key := keyOf(p, o)
	bucket := t.bucketOf(key)
	return spot{bucket, key, bucket[1].Load()}
}

// known is what find gives.
func (s *spot) known(a age) (k known, ok bool) {
	data := s.first
	for i := 0; ; i += 2 {
		if s.bucket[i].Load()^data == s.key && a.holds(data) {
			return unpack(data), true
		}
		if i+2 == bucketWords {
			return unknown(), false
		}
		data = s.bucket[i+3].Load()
	}
}

// result is what a search of depth plies within alpha and beta found (fail-soft): value, by playing move.
type result struct {
	depth       int
	confidence  confidence
	alpha, beta int
	value       int
	move        int8
}

// store records the result of searching the position with p to move.
func (t *table) store(p, o bitboard.Set, r result) {
	key := keyOf(p, o)
	bucket := t.bucketOf(key)
	k, at := t.slot(bucket, key)
	if k.depth > r.depth || k.depth == r.depth && k.confidence > r.confidence {
		return
	}
	if k.depth != r.depth || k.confidence != r.confidence {
		k.depth, k.confidence, k.lower, k.upper = r.depth, r.confidence, -worst, worst
	}
	if r.value < r.beta {
		k.upper = min(k.upper, r.value)
	}
	if r.value > r.alpha {
		k.lower = max(k.lower, r.value)
	}
	if r.move != noMove && r.move != k.first {
		k.first, k.second = r.move, k.first
	}
	data := k.pack(t.age.now)
	bucket[at].Store(key ^ data)
	bucket[at+1].Store(data)
}

// slot is where in the bucket the key stands, with what is known, or where it shall stand: the place of something
// forgotten, else of an earlier search, else of the least depth.
func (t *table) slot(bucket *[bucketWords]atomic.Uint64, key uint64) (k known, at int) {
	least := 1 << 16
	for i := 0; i < bucketWords; i += 2 {
		data := bucket[i+1].Load()
		holds := t.age.holds(data)
		if holds && bucket[i].Load()^data == key {
			return unpack(data), i
		}
		worth := -1
		if holds {
			worth = int(data >> depthShift & depthMask)
			if uint16(data%generations) == t.age.now {
				worth += depthMask + 1
			}
		}
		if worth < least {
			least, at = worth, i
		}
	}
	return unknown(), at
}

// An entry's second word, from the lowest bit: generation 13, first move 7, second move 7, confidence 3, depth 6, lower
// 14, upper 14.
const (
	firstShift      = 13
	secondShift     = 20
	confidenceShift = 27
	depthShift      = 30
	lowerShift      = 36
	upperShift      = 50

	moveMask  = 1<<7 - 1
	depthMask = 1<<6 - 1
	boundMask = 1<<14 - 1
)

func (k known) pack(generation uint16) uint64 {
	return uint64(generation) | uint64(uint8(k.first))<<firstShift | uint64(uint8(k.second))<<secondShift |
		uint64(k.confidence)<<confidenceShift |
		uint64(k.depth)<<depthShift | uint64(k.lower)&boundMask<<lowerShift | uint64(k.upper)&boundMask<<upperShift
}

func unpack(data uint64) known {
	return known{
		lower: int(int64(data<<(64-upperShift)) >> upperShift), upper: int(int64(data) >> upperShift),
		depth:      int(data >> depthShift & depthMask),
		confidence: confidence(data >> confidenceShift & 7), first: int8(data >> firstShift & moveMask),
		second: int8(data >> secondShift & moveMask),
	}
}

// worst is beyond every value: 64 discs are 6400.
const worst = 8000
