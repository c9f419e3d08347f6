package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
)

// Egaroucid's .egbk3, in little-endian numbers: "DICUORAGE", u8 version, i32 positions; then of each u64 mover, u64
// other, i8 value, i8 level, u32 lines, i8 value of the leaf, i8 square, i8 level. Whether a1 or h8 is bit 0 does not
// matter: that is half a turn, and positions stand for their symmetries.
const (
	egaroucidMagic    = "DICUORAGE"
	egaroucidVersion  = 3
	egaroucidHeader   = 14
	egaroucidPosition = 25
)

var errNoEgaroucid = errors.New("no book of Egaroucid")

func (c *collection) readEgaroucid(data []byte) error {
	if len(data) < egaroucidHeader || !bytes.HasPrefix(data, []byte(egaroucidMagic)) {
		return fmt.Errorf("%w: it does not begin with a header of %d bytes", errNoEgaroucid, egaroucidHeader)
	}
	if v := data[9]; v != egaroucidVersion {
		return fmt.Errorf("%w that can be read: its version is %d, and %d is known", errNoEgaroucid, v,
			egaroucidVersion)
	}
	count := int64(binary.LittleEndian.Uint32(data[10:]))
	if want := egaroucidHeader + count*egaroucidPosition; int64(len(data)) != want {
		return fmt.Errorf("%w: it has %d bytes and should have %d (positions: %d): it was cut off", errNoEgaroucid,
			len(data), want, count)
	}
	for i := range count {
		if err := c.readEgaroucidPosition(data[egaroucidHeader+i*egaroucidPosition:]); err != nil {
			return fmt.Errorf("%w: position %d of %d: %w", errNoEgaroucid, i+1, count, err)
		}
	}
	return nil
}

func (c *collection) readEgaroucidPosition(data []byte) error {
	p := readKey(data).position()
	value, level := int(int8(data[16])), int(int8(data[17]))
	score, square, leafLevel := int(int8(data[22])), othello.Square(data[23]), int(int8(data[24]))
	leaf := Leaf{Move: None}
	if score >= -64 && score <= 64 && square >= 0 && square < othello.Pass && p.Flips(square) != 0 {
		// a leaf that is no move is none, as with Egaroucid
		leaf = Leaf{square, ValueOf(float64(score)), egaroucidSearch(leafLevel)}
	}
	if err := c.add(p, leaf); err != nil {
		return err
	}
	return c.addBare(p, value, egaroucidSearch(level))
}

// egaroucidSearch is all that a level of Egaroucid tells: how surely it searches is not known here.
func egaroucidSearch(level int) Provenance {
	return Provenance{Depth: max(level, 0), Source: Egaroucid}
}
