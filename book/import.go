package book

import (
	"bytes"
	"fmt"
)

// Import reads the book at path in any known format: Kaeshi's own, Edax's book.dat, Egaroucid's .egbk3, or lines of
// JSON. It computes links and values from the positions and leaves, and adds step to the history of the book. Dropped
// is the number of positions that it left out, because the game is over there or they have no value. It fails on files
// that cannot be read, are damaged or hold illegal positions.
func Import(path string, step Step) (b *Book, dropped int, err error) {
	data, err := readFile(path)
	if err != nil {
		return nil, 0, err
	}
	b, dropped, err = Read(data, step)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return b, dropped, nil
}

// Read is [Import] for the contents of a file.
func Read(data []byte, step Step) (b *Book, dropped int, err error) {
	c := newCollection()
	var steps []Step
	switch {
	case bytes.HasPrefix(data, []byte(magic)):
		var own *Book
		if own, err = Parse(data); err == nil {
			steps, err = own.steps, c.addBook(own)
		}
	case bytes.HasPrefix(data, []byte(edaxMagic)):
		err = c.readEdax(data)
	case bytes.HasPrefix(data, []byte(egaroucidMagic)):
		err = c.readEgaroucid(data)
	case bytes.HasPrefix(data, []byte("{")):
		steps, err = c.readJSON(data)
	default:
		err = fmt.Errorf("unknown book format: the file begins with %q", data[:min(len(data), 16)])
	}
	if err != nil {
		return nil, 0, err
	}
	return c.book(append(steps, step)), c.dropped, nil
}
