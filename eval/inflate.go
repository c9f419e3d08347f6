package eval

import (
	"encoding/binary"
	"errors"
	"io"
)

// inflater decompresses DEFLATE data (RFC 1951) that is in memory as a whole. It decodes up to three literals by one
// table access, and reads its input and copies by words. Package compress/flate takes twice as long, which would be
// most of the time until the program can search: experiments/077.
type inflater struct {
	in   []byte
	pos  int    // index of the first byte that is not in bits; beyond the end of in if zero bytes were appended
	bits uint64 // the next bits, lowest first
	have uint   // number of valid bits in bits

	// out holds up to maxDistance bytes that were returned, for copies, followed by the decompressed bytes that
	// were not. The bytes from start to end are valid.
	out        []byte
	start, end int
	returned   int // bytes returned by the last call of next

	block  blockKind
	last   bool // the current block is the last one
	stored int  // bytes left in a stored block

	literals, distances prefixCode
}

// blockKind is the kind of the current block of an inflater.
type blockKind uint8

const (
	noBlock blockKind = iota
	storedBlock
	codedBlock
)

const (
	maxDistance = 1 << 15 // of the source of a copy
	maxCopy     = 258     // bytes
	wordBytes   = 8       // readable behind the last byte of out, because literals are written by words
)

var (
	errInflate = errors.New("invalid compressed data")
	errSurplus = errors.New("unexpected data after the end")
)

// newInflater returns an inflater of the data, to which it refers.
func newInflater(in []byte) *inflater {
	return &inflater{in: in, start: maxDistance, end: maxDistance}
}

// next returns the next n bytes. They are valid until the next call. The error is [io.ErrUnexpectedEOF] if the data
// ends before.
func (z *inflater) next(n int) ([]byte, error) {
	want := maxDistance + n
	out := z.out
	if need := want + maxCopy + wordBytes; need > len(out) {
		out = make([]byte, need)
	}
	// Move the valid bytes down by the number of returned ones, and drop those that would fall below index 0.
	from := max(z.start, z.returned)
	if z.out != nil {
		copy(out[from-z.returned:], z.out[from:z.end])
	}
	z.out, z.start, z.end, z.returned = out, from-z.returned, z.end-z.returned, n
	for z.end < want {
		if err := z.step(want); err != nil {
			return nil, err
		}
	}
	return z.out[maxDistance:want:want], nil
}

// finish returns an error unless the data ends after the bytes that were returned.
func (z *inflater) finish() error {
	for z.block != noBlock || !z.last {
		if err := z.step(z.end + 1); err != nil {
			return err
		}
		if z.end > maxDistance+z.returned {
			return errSurplus
		}
	}
	if z.pos-int(z.have/8) != len(z.in) {
		return errSurplus
	}
	return nil
}

// step reads the beginning of a block, or decompresses the current block until it ends or out has at least want bytes.
func (z *inflater) step(want int) error {
	var err error
	switch z.block {
	case storedBlock:
		err = z.readStored(want)
	case codedBlock:
		err = z.readCoded(want)
	default:
		if z.last {
			return io.ErrUnexpectedEOF
		}
		err = z.begin()
	}
	if err == nil && z.pos-int(z.have/8) > len(z.in) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// fill makes bits hold at least n ≤ 56 bits, with zero bits after the end of the input.
func (z *inflater) fill(n uint) {
	for z.have < n {
		if z.pos < len(z.in) {
			z.bits |= uint64(z.in[z.pos]) << z.have
		}
		z.pos++
		z.have += 8
	}
}

// take removes n ≤ 56 bits from the input and returns them.
func (z *inflater) take(n uint) int {
	z.fill(n)
	x := z.bits & (1<<n - 1)
	z.bits >>= n
	z.have -= n
	return int(x)
}

// begin reads the beginning of a block.
func (z *inflater) begin() error {
	z.last = z.take(1) == 1
	switch z.take(2) {
	case 0:
		z.take(z.have % 8)
		length := z.take(16)
		if z.take(16) != length^0xffff {
			return errInflate
		}
		z.block, z.stored = storedBlock, length
		return nil
	case 1:
		z.block = codedBlock
		return z.setCodes(fixedLengths[:literalCodes], fixedLengths[literalCodes:])
	case 2:
		z.block = codedBlock
		return z.readCodes()
	}
	return errInflate
}

// readStored copies bytes of a stored block.
func (z *inflater) readStored(want int) error {
	z.pos -= int(z.have / 8) // bits holds whole bytes here
	z.bits, z.have = 0, 0
	n := min(z.stored, want-z.end)
	if z.pos+n > len(z.in) {
		return io.ErrUnexpectedEOF
	}
	copy(z.out[z.end:], z.in[z.pos:z.pos+n])
	z.pos, z.end, z.stored = z.pos+n, z.end+n, z.stored-n
	if z.stored == 0 {
		z.block = noBlock
	}
	return nil
}

// readCoded decodes symbols until the block ends or out has at least want bytes.
func (z *inflater) readCoded(want int) error {
	in, out, o := z.in, z.out, z.end
	pos, bits, have := z.pos, z.bits, z.have // in registers
	for o < want {
		// Have at least 56 bits: a length and a distance take at most 48.
		if pos+8 <= len(in) {
			bits |= binary.LittleEndian.Uint64(in[pos:]) << (have & 63)
			pos += int(63-have) >> 3
			have |= 56
		} else {
			z.pos, z.bits, z.have = pos, bits, have
			z.fill(56)
			pos, bits, have = z.pos, z.bits, z.have
		}
		e := z.literals.lookup[bits%lookupSize]
		if e == 0 {
			e = z.literals.search(bits)
		}
		bits >>= e.bits()
		have -= e.bits()
		if n := e.literals(); n != 0 {
			binary.LittleEndian.PutUint32(out[o:], uint32(e>>firstLiteral))
			o += n
			continue
		}
		if e.kind() != copying {
			z.pos, z.bits, z.have, z.end, z.block = pos, bits, have, o, noBlock
			return e.blockEnd()
		}
		length := e.base() + int(bits&(1<<e.extra()-1))
		bits >>= e.extra()
		have -= e.extra()
		if e = z.distances.lookup[bits%lookupSize]; e == 0 {
			e = z.distances.search(bits)
		}
		bits >>= e.bits()
		have -= e.bits()
		distance := e.base() + int(bits&(1<<e.extra()-1))
		bits >>= e.extra()
		have -= e.extra()
		if e.kind() != copying || distance > o-z.start {
			return errInflate
		}
		if distance >= wordBytes {
			to, from := out[o:], out[o-distance:]
			for i := 0; i < length; i += wordBytes {
				binary.LittleEndian.PutUint64(to[i:], binary.LittleEndian.Uint64(from[i:]))
			}
			o += length
			continue
		}
		for end := o + length; o < end; distance *= 2 { // the source grows while it is copied
			o += copy(out[o:end], out[o-distance:o])
		}
	}
	z.pos, z.bits, z.have, z.end = pos, bits, have, o
	return nil
}
