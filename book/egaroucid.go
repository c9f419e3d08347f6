package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
)

// An .egbk3 of Egaroucid, with little-endian numbers: "DICUORAGE", u8 version, i32 positions; then for each position
// u64 mover, u64 other, i8 value, i8 level, u32 lines, and for the leaf i8 value, i8 square, i8 level. It does not
// matter whether bit 0 is a1 or h8, because a rotation by 180° is a symmetry.
const (
	egaroucidMagic    = "DICUORAGE"
	egaroucidVersion  = 3
	egaroucidHeader   = 14
	egaroucidPosition = 25
)

var errNoEgaroucid = errors.New("not a valid Egaroucid book")

func (c *collection) readEgaroucid(data []byte) error {
	if len(data) < egaroucidHeader || !bytes.HasPrefix(data, []byte(egaroucidMagic)) {
		return fmt.Errorf("%w: no header of %d bytes", errNoEgaroucid, egaroucidHeader)
	}
	if v := data[9]; v != egaroucidVersion {
		return fmt.Errorf("%w: version %d, want %d", errNoEgaroucid, v, egaroucidVersion)
	}
	count := int64(binary.LittleEndian.Uint32(data[10:]))
	if want := egaroucidHeader + count*egaroucidPosition; int64(len(data)) != want {
		return fmt.Errorf("%w: truncated: size %d, want %d bytes", errNoEgaroucid, len(data), want)
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
		// Egaroucid ignores leaves that are not legal moves, too
		leaf = Leaf{square, ValueOf(float64(score)), egaroucidSearch(leafLevel)}
	}
	if err := c.add(p, leaf); err != nil {
		return err
	}
	return c.addBare(p, value, egaroucidSearch(level))
}

// egaroucidSearch returns the provenance of a level of Egaroucid, whose confidence is unknown.
func egaroucidSearch(level int) Provenance {
	return Provenance{Depth: max(level, 0), Source: Egaroucid}
}
