package bitboard

import (
	"iter"
	"math/bits"
)

// Set is a set of squares of the 8×8 frame: the square sq (0–63) is a member if bit sq is set. The integer operators
// are set operators: a|b is the union, a&b the intersection, a&^b the difference and ^a the complement.
type Set uint64

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Has reports whether sq is a member. A number outside 0–63 is a member of no set.
func (s Set) Has(sq int) bool { return s>>uint(sq)&1 != 0 }

// First returns the lowest member, or 64 if the set is empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) }

// Nth returns the member with i members below it, or 64 if the set has too few members.
func (s Set) Nth(i int) int {
	for range i {
		s &= s - 1
	}
	return s.First()
}

// All returns an iterator over the members, from the lowest up.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(rest.First()) {
				return
			}
		}
	}
}
