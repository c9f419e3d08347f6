package search

import (
	"math/bits"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/bitboard"
)

// table is a transposition table. Several workers may read and write it concurrently without locks: an entry consists
// of two words that are accessed atomically, and the first is stored xor the second, so that halves of two different
// writes are not taken for an entry (Hyatt and Mann 2002). The four entries of a bucket share a cache line. A new entry
// replaces the least valuable one of its bucket: one of an earlier search before one of this search, and then the one
// of least depth.
//
// Positions are identified by 64-bit keys. The probability that one of 10¹² look-ups finds the entry of another
// position is below one in a million.
type table struct {
	words   []atomic.Uint64 // all * bucketWords
	all     uint64          // number of buckets: first times a power of growth
	first   uint64          // number of buckets in use when the table is empty
	buckets uint64          // number of buckets in use: see resize
	age     age
	touched bool // the memory has been written to, so that the system has provided it
	empty   bool // no entry is valid
}

// age holds the current generation and the oldest one whose entries are valid. Each search is a new generation.
type age struct{ oldest, now uint16 }

// generations is the number of generations that an entry can distinguish. Generation 0 marks an empty entry.
const generations = 1 << 13

// holds reports whether the entry with the data is valid.
func (a age) holds(data uint64) bool { return uint16(data%generations) >= a.oldest }

// storedResult is the content of an entry: bounds of the value of a position, in the unit of package eval, found by a
// search to the depth.
type storedResult struct {
	lower, upper  int
	depth         int // at least the number of empty squares: to the end of the game; -1: no entry
	confidence    confidence
	first, second int8 // the best move and the best one before it, or noMove
}

const (
	noMove      = int8(64)
	entries     = 4 // in a bucket
	bucketWords = 2 * entries
	bucketBytes = 8 * bucketWords
)

// unknown returns the storedResult of a position without an entry.
func unknown() storedResult {
	return storedResult{lower: -worst, upper: worst, depth: -1, first: noMove, second: noMove}
}

// newTable returns a table of at most size bytes, but at least one bucket. With several threads, more of it is in use
// from the beginning, because they would contend for the cache lines of a small table.
func newTable(size, threads int) *table {
	least := initialBytes
	if threads > 1 {
		least = endingBytes
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
	initialBytes = 1 << 20 // least part in use of an empty table
	// leapBytes is the size of the part in use from which it grows to the whole table at once. Moving its entries takes
	// up to 0.04 s, which is the most that a search under a clock should spend.
	leapBytes       = 16 << 20
	endingBytes     = 64 << 20 // part in use for searches to the end of the game
	endingEmpties   = 26       // largest number of empty squares for which endingBytes suffice
	growth          = 4        // factor by which the part in use grows
	crowdedFraction = 8        // the part in use is crowded when one of this many entries is new
)

// resize sets how much of the table the next step of a search uses. It is a small part if that is enough, because most
// look-ups in a large table miss the processor's caches (experiments/015, 033). The part only grows, until the table is
// forgotten. In the middle game it grows when it fills up. Before a search to the end of the game it grows at once,
// because such a search enters many more positions than the steps before it. nodes is the number of nodes entered since
// begin. No other search may use the table during the call.
func (t *table) resize(toTheEnd bool, empties int, nodes uint64) {
	if t.empty {
		t.buckets, t.empty = t.first, false
	}
	switch {
	case toTheEnd && empties > endingEmpties:
		t.grow(t.all)
	case toTheEnd:
		t.grow(endingBytes / bucketBytes)
	case nodes <= t.buckets*entries/crowdedFraction || !t.crowded():
	case t.buckets < leapBytes/bucketBytes:
		t.grow(t.buckets * growth)
	default:
		t.grow(t.all)
	}
}

// crowded reports whether more than 1/crowdedFraction of the entries in use were stored since begin. The next ply may
// store three times as many. It samples 128 buckets.
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
	return found > looks*entries/crowdedFraction
}

// grow enlarges the part in use to at least the number of buckets, or to the whole table. It distributes the entries of
// each bucket over the buckets that replace it, from the last bucket to the first, so that no bucket is written before
// it has been read. Entries in the new part are older than the last forget and invalid.
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

// wipe clears the memory of the table. No search may use it during the call.
func (t *table) wipe() {
	clear(t.words)
	t.age, t.touched, t.empty = age{1, 1}, true, true
}

// warm wipes the table if its memory has not been provided yet, or if the generations are half used up, so that begin
// does not have to do it during a game.
func (t *table) warm() {
	if !t.touched || t.age.now > generations/2 {
		t.wipe()
	}
}

// forget invalidates all entries.
func (t *table) forget() {
	t.begin()
	t.age.oldest = t.age.now
	t.empty = true
}

// keyOf returns the hash key of the position with p to move.
func keyOf(p, o bitboard.Set) uint64 {
	key := uint64(o) * 0xff51afd7ed558ccd
	key ^= key >> 32
	key *= 0xc4ceb9fe1a85ec53
	key ^= key>>32 ^ uint64(p)
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 32
	return key * 0xd6e8feb86659fd93
}

// bucketOf returns the bucket of the key.
func (t *table) bucketOf(key uint64) *[bucketWords]atomic.Uint64 {
	at, _ := bits.Mul64(key, t.buckets)
	return t.bucket(at)
}

func (t *table) bucket(at uint64) *[bucketWords]atomic.Uint64 {
	return (*[bucketWords]atomic.Uint64)(t.words[at*bucketWords:])
}

// find returns the entry of the position with p to move; ok is false without an entry.
func (t *table) find(p, o bitboard.Set) (k storedResult, ok bool) {
	s := t.probe(p, o)
	return s.complete(t.age)
}

// lookup is a look-up in progress. Probing many positions before reading any of the entries lets their memory accesses
// overlap.
type lookup struct {
	bucket     *[bucketWords]atomic.Uint64
	key, first uint64 // first is the data of the first entry
}

// probe begins the look-up of the position with p to move.
func (t *table) probe(p, o bitboard.Set) lookup {
	key := keyOf(p, o)
	bucket := t.bucketOf(key)
	return lookup{bucket, key, bucket[1].Load()}
}

// complete completes the look-up and returns the result of find.
func (s *lookup) complete(a age) (k storedResult, ok bool) {
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

// result is the result of a search to the depth with the window from alpha to beta: the fail-soft value and the best
// move.
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

// slot returns the index in the bucket of the entry with the key, and its content. Without such an entry, it returns
// the index of the entry to replace: an invalid one, else one of an earlier search, else the one of least depth.
func (t *table) slot(bucket *[bucketWords]atomic.Uint64, key uint64) (k storedResult, at int) {
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

// The fields of an entry's second word, from the lowest bit, with their widths: generation 13, first move 7, second
// move 7, confidence 3, depth 6, lower 14, upper 14.
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

func (k storedResult) pack(generation uint16) uint64 {
	return uint64(generation) | uint64(uint8(k.first))<<firstShift | uint64(uint8(k.second))<<secondShift |
		uint64(k.confidence)<<confidenceShift |
		uint64(k.depth)<<depthShift | uint64(k.lower)&boundMask<<lowerShift | uint64(k.upper)&boundMask<<upperShift
}

func unpack(data uint64) storedResult {
	return storedResult{
		lower: int(int64(data<<(64-upperShift)) >> upperShift), upper: int(int64(data) >> upperShift),
		depth:      int(data >> depthShift & depthMask),
		confidence: confidence(data >> confidenceShift & 7), first: int8(data >> firstShift & moveMask),
		second: int8(data >> secondShift & moveMask),
	}
}

// worst is greater than the absolute value of any score: 64 discs are 6400.
const worst = 8000
