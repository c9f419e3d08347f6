package bitboard

import "math/bits"

// Symmetry is one of the eight symmetries of a square board. Bit 0 mirrors left and right, then bit 1 mirrors top and
// bottom, then bit 2 exchanges rows and columns (keeping a1 and h8). 0 is the identity.
type Symmetry uint8

// Symmetries is the number of symmetries: every s with 0 ≤ s < Symmetries is valid.
const Symmetries = 8

// Apply returns the image of b under s.
func (s Symmetry) Apply(b Set) Set {
	if s&1 != 0 {
		b = mirror(b)
	}
	if s&2 != 0 {
		b = Set(bits.ReverseBytes64(uint64(b)))
	}
	if s&4 != 0 {
		b = transpose(b)
	}
	return b
}

// Square returns the image of the square sq (0–63) under s.
func (s Symmetry) Square(sq int) int { return s.Apply(1 << (sq & 63)).First() }

// Inverse returns the inverse of s.
func (s Symmetry) Inverse() Symmetry {
	if s&4 == 0 {
		return s
	}
	return s&4 | s&1<<1 | s&2>>1 // exchanging rows and columns exchanges the mirrors
}

// mirror exchanges columns a and h, b and g, c and f, d and e.
func mirror(b Set) Set {
	b = b>>1&0x5555555555555555 | b&0x5555555555555555<<1
	b = b>>2&0x3333333333333333 | b&0x3333333333333333<<2
	return b>>4&0x0f0f0f0f0f0f0f0f | b&0x0f0f0f0f0f0f0f0f<<4
}

// transpose exchanges columns and rows. It swaps blocks of one, two and four squares across the diagonal.
func transpose(b Set) Set {
	b = swap(b, 7, 0x00aa00aa00aa00aa)
	b = swap(b, 14, 0x0000cccc0000cccc)
	return swap(b, 28, 0x00000000f0f0f0f0)
}

// swap exchanges the bits of b at mask with those shift bits above.
func swap(b Set, shift uint, mask Set) Set {
	t := (b ^ b>>shift) & mask
	return b ^ t ^ t<<shift
}
