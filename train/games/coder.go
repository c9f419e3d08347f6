package games

// coder is a binary arithmetic coder over 32 bits. The same calls with the same
// probabilities encode bits into data, or decode them from it.
type coder struct {
	data      []byte
	low, high uint32
	decoding  bool
	at        int    // decoding: bytes read, which exceed len(data) when data is cut off
	window    uint32 // decoding: the bytes that low and high enclose
}

const windowBytes = 4

func newEncoder(room []byte) coder { return coder{data: room, high: ^uint32(0)} }

func newDecoder(data []byte) coder {
	c := coder{data: data, high: ^uint32(0), decoding: true}
	for range windowBytes {
		c.shift()
	}
	return c
}

// shift reads the next byte into the window.
func (c *coder) shift() {
	var next uint32
	if c.at < len(c.data) {
		next = uint32(c.data[c.at])
	}
	c.window, c.at = c.window<<8|next, c.at+1
}

// code codes a bit that is true with probability p/65536, 0 < p < 65536.
// The encoder returns its argument; the decoder ignores it and returns what it read.
func (c *coder) code(p uint32, bit bool) bool {
	middle := c.low + uint32(uint64(c.high-c.low)*uint64(p)>>16)
	if c.decoding {
		bit = c.window <= middle
	}
	if bit {
		c.high = middle
	} else {
		c.low = middle + 1
	}
	for (c.low^c.high)>>24 == 0 {
		if c.decoding {
			c.shift()
		} else {
			c.data = append(c.data, byte(c.high>>24))
		}
		c.low, c.high = c.low<<8, c.high<<8|255
	}
	return bit
}

// finish completes the encoded data. The decoder reads exactly these bytes.
func (c *coder) finish() []byte {
	for range windowBytes {
		c.data, c.low = append(c.data, byte(c.low>>24)), c.low<<8
	}
	return c.data
}
