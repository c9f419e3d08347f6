package search

import (
	"math/bits"
	"sync/atomic"
)

// table remembers what is known of positions. Any number of searches may read and write it at once, without locks: an entry is two words, each read
// and written atomically, and the first is stored mixed with the second, so that the halves of two writes never pass for an entry
// (Hyatt and Mann 2002). Four entries share a cache line; the one of least worth makes room. Knowledge of an earlier generation is not used.
//
// A position is recognised by 64 bits that depend on all of it, and found by others: that two positions of a search are taken for one another
// has, over 10¹² look-ups, a chance of less than one in a million.
type table struct {
	words      []atomic.Uint64 // buckets of bucketWords
	buckets    uint64
	generation uint8
}

// known is what the table holds of a position: bounds of its value in the unit of package eval, found by searching depth plies ahead.
type known struct {
	lower, upper  int
	depth         int  // plies ahead; the number of empty squares or more: to the end of the game; -1: nothing is known
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

// newTable takes at most size bytes, and at least one bucket.
func newTable(size int) *table {
	n := max(size/bucketBytes, 1)
	return &table{words: make([]atomic.Uint64, n*bucketWords), buckets: uint64(n), generation: 1}
}

// forget makes everything known unknown, so that the next search does not depend on those before it.
func (t *table) forget() {
	t.generation++
	if t.generation == 0 {
		for i := range t.words {
			t.words[i].Store(0)
		}
		t.generation = 1
	}
}

// place is the bucket of the position with p to move and the key that tells it from others there.
func (t *table) place(p, o uint64) (bucket *[bucketWords]atomic.Uint64, key uint64) {
	key = o ^ o>>33
	key *= 0xff51afd7ed558ccd
	key ^= key >> 33
	key *= 0xc4ceb9fe1a85ec53
	key ^= key>>33 ^ p

	h := p*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(o*0xc2b2ae3d27d4eb4f, 29)
	h ^= h >> 32
	at, _ := bits.Mul64(h*0xd6e8feb86659fd93, t.buckets)
	return (*[bucketWords]atomic.Uint64)(t.words[at*bucketWords:]), key
}

// find is what is known of the position with p to move; ok is false when that is nothing.
func (t *table) find(p, o uint64) (k known, ok bool) {
	s := t.look(p, o)
	return s.known(t.generation)
}

// spot is where a position stands if the table holds it. Looking at many spots first, and asking what is known there afterwards, lets memory fetch
// them side by side.
type spot struct {
	bucket     *[bucketWords]atomic.Uint64
	key, first uint64 // first is the data of the first entry
}

// look begins to look the position with p to move up.
func (t *table) look(p, o uint64) spot {
	bucket, key := t.place(p, o)
	return spot{bucket, key, bucket[1].Load()}
}

// known is what find gives.
func (s *spot) known(generation uint8) (k known, ok bool) {
	data := s.first
	for i := 0; ; i += 2 {
		if s.bucket[i].Load()^data == s.key && uint8(data) == generation {
			return unpack(data), true
		}
		if i+2 == bucketWords {
			return unknown(), false
		}
		data = s.bucket[i+3].Load()
	}
}

// store records that a search of depth plies within alpha and beta gave value (fail-soft) by playing move.
func (t *table) store(p, o uint64, depth, alpha, beta, value int, move int8) {
	bucket, key := t.place(p, o)
	k, at := t.slot(bucket, key)
	if k.depth > depth {
		return
	}
	if k.depth != depth {
		k.depth, k.lower, k.upper = depth, -worst, worst
	}
	if value < beta {
		k.upper = min(k.upper, value)
	}
	if value > alpha {
		k.lower = max(k.lower, value)
	}
	if move != noMove && move != k.first {
		k.first, k.second = move, k.first
	}
	data := k.pack(t.generation)
	bucket[at].Store(key ^ data)
	bucket[at+1].Store(data)
}

// slot is where in the bucket the key stands, with what is known, or where it shall stand: the place of an earlier generation, else of the least depth.
func (t *table) slot(bucket *[bucketWords]atomic.Uint64, key uint64) (k known, at int) {
	least := 1 << 16
	for i := 0; i < bucketWords; i += 2 {
		data := bucket[i+1].Load()
		current := uint8(data) == t.generation
		if current && bucket[i].Load()^data == key {
			return unpack(data), i
		}
		worth := -1
		if current {
			worth = int(data >> depthShift & 0xff)
		}
		if worth < least {
			least, at = worth, i
		}
	}
	return unknown(), at
}

// An entry's second word, from the lowest bit: generation 8, first move 8, second move 8, depth 8, lower 16, upper 16.
const (
	firstShift  = 8
	secondShift = 16
	depthShift  = 24
	lowerShift  = 32
	upperShift  = 48
)

func (k known) pack(generation uint8) uint64 {
	return uint64(generation) | uint64(uint8(k.first))<<firstShift | uint64(uint8(k.second))<<secondShift |
		uint64(uint8(k.depth))<<depthShift | uint64(uint16(k.lower))<<lowerShift | uint64(uint16(k.upper))<<upperShift
}

func unpack(data uint64) known {
	return known{
		lower: int(int16(data >> lowerShift)), upper: int(int16(data >> upperShift)), depth: int(int8(data >> depthShift)),
		first: int8(data >> firstShift), second: int8(data >> secondShift),
	}
}

// worst is beyond every value: 64 discs are 6400.
const worst = 32000
