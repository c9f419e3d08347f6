package search

import (
	"math/bits"

	"github.com/kaeshi/kaeshi/othello"
)

// table remembers what is known of positions, keyed by the whole position, so that a match is never a mistake. Two entries
// share a cache line; the one of less worth makes room. Knowledge of an earlier generation is not used.
type table struct {
	buckets    []bucket
	shift      uint
	generation uint8
}

type bucket [2]entry

// entry holds bounds of a position's value in the unit of package eval, found by searching depth plies ahead.
type entry struct {
	mover, other uint64
	lower, upper int16
	depth        int8 // plies ahead; the number of empty squares or more: to the end of the game
	generation   uint8
	first        int8 // the best move known, or noMove
	second       int8 // the one before it, or noMove
	_            [8]byte
}

const (
	noMove     = int8(-1)
	bucketSize = 64
)

// newTable takes at most size bytes, and at least one bucket.
func newTable(size int) *table {
	log := bits.Len(uint(max(size/bucketSize, 1))) - 1
	return &table{buckets: make([]bucket, 1<<log), shift: uint(64 - log), generation: 1}
}

// forget makes everything known unknown, so that the next search does not depend on those before it.
func (t *table) forget() {
	t.generation++
	if t.generation == 0 {
		clear(t.buckets)
		t.generation = 1
	}
}

func (t *table) at(p, o uint64) *bucket {
	h := p*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(o*0xc2b2ae3d27d4eb4f, 29)
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return &t.buckets[h>>t.shift&uint64(len(t.buckets)-1)]
}

// find is what is known of the position with p to move, or nil.
func (t *table) find(p, o uint64) *entry {
	b := t.at(p, o)
	for i := range b {
		if e := &b[i]; e.mover == p && e.other == o && e.generation == t.generation {
			return e
		}
	}
	return nil
}

// store records that a search of depth plies within alpha and beta gave value (fail-soft) by playing move.
func (t *table) store(p, o uint64, depth, alpha, beta, value int, move int8) {
	e := t.find(p, o)
	if e == nil {
		e = t.replace(p, o)
	} else if e.depth > int8(depth) {
		return
	}
	if e.depth != int8(depth) {
		e.depth, e.lower, e.upper = int8(depth), -worst, worst
	}
	if value < beta {
		e.upper = min(e.upper, int16(value))
	}
	if value > alpha {
		e.lower = max(e.lower, int16(value))
	}
	if move != noMove && move != e.first {
		e.first, e.second = move, e.first
	}
}

// replace empties the entry of the bucket that is worth least: one of an earlier generation, then the shallower.
func (t *table) replace(p, o uint64) *entry {
	b := t.at(p, o)
	e := &b[0]
	if t.worth(&b[1]) < t.worth(e) {
		e = &b[1]
	}
	*e = entry{mover: p, other: o, lower: -worst, upper: worst, depth: -1, generation: t.generation, first: noMove, second: noMove}
	return e
}

func (t *table) worth(e *entry) int {
	if e.generation != t.generation {
		return -1
	}
	return int(e.depth)
}

// worst is beyond every value: 64 discs are 6400.
const worst = 32000

// firstMove is the best move known of the position, if any.
func (t *table) firstMove(p, o uint64) (othello.Square, bool) {
	if e := t.find(p, o); e != nil && e.first != noMove {
		return othello.Square(e.first), true
	}
	return 0, false
}
