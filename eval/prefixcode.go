package eval

import "math/bits"

// Sizes of the codes of DEFLATE.
const (
	literalCodes  = 288 // literals, the end of a block and lengths
	distanceCodes = 32
	maxCodeBits   = 15
	lookupBits    = 11
	lookupSize    = 1 << lookupBits
)

// symbol is the meaning of the next bits of the input. It consists of their number (bits 0–3), a number of literals
// (4–5), a kind (6–7), and either up to three literals (8–31) or, of a length or distance, the number of extra bits
// (8–11) and the base (12–31). 0 is not a symbol.
type symbol uint32

// symbolKind is the kind of a symbol that has no literals.
type symbolKind uint8

const (
	invalid symbolKind = iota
	blockEnd
	copying // a length or distance
)

const firstLiteral = 8 // bit

func (s symbol) bits() uint       { return uint(s & 15) }
func (s symbol) literals() int    { return int(s >> 4 & 3) }
func (s symbol) kind() symbolKind { return symbolKind(s >> 6 & 3) }
func (s symbol) extra() uint      { return uint(s >> 8 & 15) }
func (s symbol) base() int        { return int(s >> 12) }

// blockEnd returns an error unless the symbol is the end of a block.
func (s symbol) blockEnd() error {
	if s.kind() != blockEnd {
		return errInflate
	}
	return nil
}

func copySymbol(extra, base int) symbol {
	return symbol(copying)<<6 | symbol(extra)<<8 | symbol(base)<<12
}

// literalSymbols and distanceSymbols are the symbols by code number, without their numbers of bits.
var (
	literalSymbols  = newLiteralSymbols()
	distanceSymbols = newDistanceSymbols()
)

func newLiteralSymbols() (list [literalCodes]symbol) {
	for i := range 256 {
		list[i] = 1<<4 | symbol(i)<<firstLiteral
	}
	list[256] = symbol(blockEnd) << 6
	base := 3
	for i := range 28 {
		extra := max(0, i/4-1)
		list[257+i] = copySymbol(extra, base)
		base += 1 << extra
	}
	list[285] = copySymbol(0, maxCopy)
	return list
}

func newDistanceSymbols() (list [distanceCodes]symbol) {
	base := 1
	for i := range 30 {
		extra := max(0, i/2-1)
		list[i] = copySymbol(extra, base)
		base += 1 << extra
	}
	return list
}

// prefixCode decodes a prefix code.
type prefixCode struct {
	// lookup holds the symbols that the next lookupBits bits begin with. It is 0 where they do not hold a whole
	// code.
	lookup [lookupSize]symbol
	count  [maxCodeBits + 1]int // codes by number of bits
	sorted [literalCodes]symbol // symbols in the order of their codes
}

// set makes c the code whose symbols have codes of the given numbers of bits; 0 means that a symbol is unused. It
// reports whether there is such a code.
func (c *prefixCode) set(lengths []uint8, symbols []symbol) bool {
	c.count = [maxCodeBits + 1]int{}
	for _, n := range lengths {
		c.count[n]++
	}
	used := len(lengths) - c.count[0]
	c.count[0] = 0
	var code, index [maxCodeBits + 2]int // of the next symbol by number of bits
	for n := 1; n <= maxCodeBits; n++ {
		code[n+1] = (code[n] + c.count[n]) << 1
		index[n+1] = index[n] + c.count[n]
	}
	// All codes must be in use, but for a single one of one bit and for an empty code.
	if complete := code[maxCodeBits+1] == 2<<maxCodeBits; !complete && (used > 1 || used != c.count[1]) {
		return false
	}
	clear(c.lookup[:])
	for i, n := range lengths {
		if n == 0 {
			continue
		}
		s := symbols[i] | symbol(n)
		c.sorted[index[n]] = s
		index[n]++
		if n <= lookupBits {
			for j := int(bits.Reverse16(uint16(code[n])) >> (16 - n)); j < lookupSize; j += 1 << n {
				c.lookup[j] = s
			}
		}
		code[n]++
	}
	return true
}

// search returns the symbol that the bits begin with, without a table, after puff.c of zlib by Mark Adler.
func (c *prefixCode) search(in uint64) symbol {
	code, first, index := 0, 0, 0
	for n := 1; n <= maxCodeBits; n++ {
		code |= int(in & 1)
		in >>= 1
		if code-first < c.count[n] {
			return c.sorted[index+code-first]
		}
		index += c.count[n]
		first = (first + c.count[n]) << 1
		code <<= 1
	}
	return symbol(maxCodeBits) // invalid
}

// combine puts as many literals into each element of lookup as its bits hold, up to three.
func (c *prefixCode) combine() {
	for i := lookupSize - 1; i >= 0; i-- {
		s := c.lookup[i]
		if s.literals() != 1 {
			continue
		}
		all := s
		for range 2 { // what follows has a lower index, or the same index 0, and is not combined yet
			next := c.lookup[i>>all.bits()]
			if next.literals() != 1 || all.bits()+next.bits() > lookupBits {
				break
			}
			n := all.literals()
			all = (all + 1<<4 + symbol(next.bits())) | next>>firstLiteral<<(firstLiteral+8*n)
		}
		c.lookup[i] = all
	}
}

// fixedLengths are the numbers of bits of the fixed codes: of the literals, then of the distances.
var fixedLengths = newFixedLengths()

func newFixedLengths() (list [literalCodes + distanceCodes]uint8) {
	for i := range list {
		switch {
		case i < 144 || 280 <= i && i < literalCodes:
			list[i] = 8
		case i < 256:
			list[i] = 9
		case i < 280:
			list[i] = 7
		default:
			list[i] = 5
		}
	}
	return list
}

// lengthOrder is the order in which the numbers of bits of the code of code lengths are stored.
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads the codes of a block that has its own.
func (z *inflater) readCodes() error {
	literals, distances, n := 257+z.take(5), 1+z.take(5), 4+z.take(4)
	if literals > 286 || distances > 30 {
		return errInflate
	}
	var lengths [literalCodes + distanceCodes]uint8
	var symbols [19]symbol
	for i := range symbols {
		symbols[i] = copySymbol(0, i)
	}
	for i := range n {
		lengths[lengthOrder[i]] = uint8(z.take(3))
	}
	if !z.distances.set(lengths[:19], symbols[:]) {
		return errInflate
	}
	all := lengths[:literals+distances]
	clear(all[:19])
	for i := 0; i < len(all); {
		code, ok := z.takeSymbol(&z.distances)
		if !ok {
			return errInflate
		}
		last, times := code, 1
		switch code {
		case 16:
			if i == 0 {
				return errInflate
			}
			last, times = int(all[i-1]), 3+z.take(2)
		case 17:
			last, times = 0, 3+z.take(3)
		case 18:
			last, times = 0, 11+z.take(7)
		}
		if i+times > len(all) {
			return errInflate
		}
		for range times {
			all[i] = uint8(last)
			i++
		}
	}
	return z.setCodes(all[:literals], all[literals:])
}

// takeSymbol removes a symbol from the input and returns its base. It reports whether there is one.
func (z *inflater) takeSymbol(c *prefixCode) (base int, ok bool) {
	z.fill(maxCodeBits)
	s := c.lookup[z.bits%lookupSize]
	if s == 0 {
		s = c.search(z.bits)
	}
	z.take(s.bits())
	return s.base(), s.kind() == copying
}

// setCodes sets the codes of the block from the numbers of bits of their symbols.
func (z *inflater) setCodes(literals, distances []uint8) error {
	if !z.literals.set(literals, literalSymbols[:]) || !z.distances.set(distances, distanceSymbols[:]) {
		return errInflate
	}
	z.literals.combine()
	return nil
}
