package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
)

// A book.dat of Edax, with little-endian numbers: "XADEKOOB", u8 version, u8 release, eight bytes of date, five i32 of
// options, i32 positions; then for each position u64 mover, u64 other, four u32 of counts, i16 value and its bounds,
// u8 links, u8 level, the links as i8 score and u8 square, and the leaf in the same form.
const (
	edaxMagic    = "XADEKOOB"
	edaxVersion  = 4
	edaxHeader   = 42
	edaxPosition = 40 // bytes, plus two for each link and for the leaf
	edaxPass     = 64
	edaxNoMove   = 65
	edaxNoScore  = -127
	edaxLevels   = 60
)

// band is the number of empty squares up to which Edax searches to the end, with its confidence in percent.
type band struct{ empties, confidence int }

// edaxBands returns the bands of a level of Edax, highest confidence first. With more empty squares Edax searches level
// plies deep, with a confidence of 73 % above level 10.
func edaxBands(level int) []band {
	switch {
	case level <= 0:
		return nil
	case level <= 10:
		return []band{{2 * level, 100}}
	case level <= 12:
		return []band{{21, 100}, {24, 98}}
	case level <= 18:
		return []band{{21, 100}, {24, 98}, {27, 87}}
	case level <= 21:
		return []band{{24, 100}, {27, 98}, {30, 87}}
	case level <= 24:
		return []band{{24, 100}, {27, 99}, {30, 95}, {33, 73}}
	case level <= 27:
		return []band{{27, 100}, {30, 98}, {33, 87}}
	case level < 30:
		return []band{{27, 100}, {30, 99}, {33, 95}, {36, 73}}
	case level <= 31:
		return []band{{30, 100}, {33, 98}, {36, 87}}
	case level <= 33:
		return []band{{30, 100}, {33, 99}, {36, 95}, {39, 73}}
	case level <= 35:
		return []band{{30, 100}, {33, 99}, {36, 98}, {39, 87}}
	case level < edaxLevels:
		return []band{{level - 6, 100}, {level - 3, 99}, {level, 98}, {level + 3, 95}, {level + 6, 87}, {level + 9, 73}}
	}
	return []band{{60, 100}}
}

// edaxSearch returns the search of a level of Edax with that number of empty squares.
func edaxSearch(level, empties int) Provenance {
	for _, b := range edaxBands(level) {
		if empties <= b.empties {
			return Provenance{empties, b.confidence, b.confidence == 100, Edax}
		}
	}
	confidence := 73
	if level <= 10 {
		confidence = 100
	}
	return Provenance{min(level, empties), confidence, false, Edax}
}

// edaxLevel returns the lowest level of Edax that searches as deep, and exactly if p is exact.
func edaxLevel(p Provenance, empties int) int {
	for level := range edaxLevels {
		s := edaxSearch(level, empties)
		if s.Depth >= p.Depth && (!p.Exact || s.Exact) {
			return level
		}
	}
	return edaxLevels
}

var errNoEdax = errors.New("not a valid Edax book")

func (c *collection) readEdax(data []byte) error {
	le := binary.LittleEndian
	if len(data) < edaxHeader || !bytes.HasPrefix(data, []byte(edaxMagic)) {
		return fmt.Errorf("%w: no header of %d bytes", errNoEdax, edaxHeader)
	}
	if data[8] != edaxVersion {
		return fmt.Errorf("%w: version %d, want %d", errNoEdax, data[8], edaxVersion)
	}
	count := int64(le.Uint32(data[38:]))
	if most := int64(len(data)-edaxHeader) / (edaxPosition + 2); count > most {
		return fmt.Errorf("%w: truncated: want %d positions, the file has room for %d", errNoEdax, count, most)
	}
	rest := data[edaxHeader:]
	for i := range count {
		size, err := c.readEdaxPosition(rest)
		if err != nil {
			return fmt.Errorf("%w: position %d of %d, at byte %d: %w", errNoEdax, i+1, count, len(data)-len(rest), err)
		}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: bytes after the last position: %d", errNoEdax, len(rest))
	}
	return nil
}

// readEdaxPosition reads the first position and returns its size in bytes. It ignores the links, which follow from the
// positions.
func (c *collection) readEdaxPosition(data []byte) (size int, err error) {
	if len(data) < edaxPosition {
		return 0, errors.New("truncated")
	}
	size = edaxPosition + 2*(int(data[38])+1)
	if len(data) < size {
		return 0, errors.New("truncated")
	}
	le := binary.LittleEndian
	p := readKey(data).position()
	level, value := int(data[39]), int(int16(le.Uint16(data[32:])))
	if level > edaxLevels {
		return 0, fmt.Errorf("level %d: want at most %d", level, edaxLevels)
	}
	from := edaxSearch(level, p.Empties())
	score, square := int(int8(data[size-2])), othello.Square(data[size-1])
	leaf := Leaf{Move: None}
	switch {
	case square == edaxNoMove || score == edaxNoScore:
	case square == edaxPass:
		leaf = Leaf{Unknown, ValueOf(float64(score)), from}
	default:
		leaf = Leaf{square, ValueOf(float64(score)), from}
	}
	return size, errors.Join(inRange(score, leaf), c.add(p, leaf), c.addBare(p, value, from))
}

// addBare adds the value of a position without a move.
func (c *collection) addBare(p othello.Position, discs int, from Provenance) error {
	if discs < -64 || discs > 64 {
		return nil // no value yet
	}
	from.Exact = false // the value may come from a link
	return c.add(p, Leaf{Unknown, ValueOf(float64(discs)), from})
}

// inRange returns an error if the score of a leaf is not within ±64 discs.
func inRange(discs int, leaf Leaf) error {
	if leaf.Move != None && (discs < -64 || discs > 64) {
		return fmt.Errorf("leaf: score %+d, want -64 to +64", discs)
	}
	return nil
}
