package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// The file, in little-endian numbers; docs/book.md describes it for others.
//
//	header    "kaeshibk", u16 version, u16 bytes of a record, u32 records, u32 bytes of the steps, u32 zero
//	steps     JSON, filled up with blanks to a multiple of eight bytes
//	records   sorted by their positions
//	checksum  SHA-256 of all before it
const (
	magic      = "kaeshibk"
	version    = 1
	headerSize = 24
	recordSize = 34
	maxSteps   = 1 << 16 // bytes
	maxRecords = 1 << 28
)

// Step is something that was done to a book.
type Step struct {
	Command   string `json:"command"`
	Commit    string `json:"commit,omitempty"` // of the program
	Date      string `json:"date"`             // ISO 8601
	Positions int    `json:"positions"`        // in the book afterwards
}

// A record: u64 mover, u64 other, u64 links, i16 value, u8 depth, u8 confidence, i16 value of the leaf, u8 its
// square, u8 depth, u8 confidence, u8 sources: that of the leaf in the lower half, of the value in the upper.
// Confidence has bit 7 set for what is exact; of squares 255 is [None] and 254 [Unknown].
const exactBit = 1 << 7

func encode(r []byte, e Entry) {
	binary.LittleEndian.PutUint64(r, uint64(e.Position.Mover))
	binary.LittleEndian.PutUint64(r[8:], uint64(e.Position.Other))
	binary.LittleEndian.PutUint64(r[16:], uint64(e.Links))
	binary.LittleEndian.PutUint16(r[24:], uint16(e.Value))
	r[26], r[27] = e.From.bytes()
	binary.LittleEndian.PutUint16(r[28:], uint16(e.Leaf.Value))
	r[30] = byte(e.Leaf.Move)
	r[31], r[32] = e.Leaf.Source.bytes()
	r[33] = byte(e.Leaf.Source.Source) | byte(e.From.Source)<<4
}

func (p Provenance) bytes() (depth, confidence byte) {
	confidence = byte(p.Confidence)
	if p.Exact {
		confidence |= exactBit
	}
	return byte(p.Depth), confidence
}

func provenance(depth, confidence, source byte) Provenance {
	return Provenance{int(depth), int(confidence &^ exactBit), confidence&exactBit != 0, Source(source)}
}

func decode(r []byte) Entry {
	le := binary.LittleEndian
	return Entry{
		Position: readKey(r).position(), Links: bitboard.Set(le.Uint64(r[16:])),
		Value: Value(le.Uint16(r[24:])), From: provenance(r[26], r[27], r[33]>>4),
		Leaf: Leaf{othello.Square(r[30]), Value(le.Uint16(r[28:])), provenance(r[31], r[32], r[33]&15)},
	}
}

// newBook makes a book of entries, which must be sorted.
func newBook(entries []Entry, steps []Step) *Book {
	b := &Book{steps: steps, records: make([]byte, len(entries)*recordSize)}
	for i, e := range entries {
		encode(b.record(i), e)
	}
	return b
}

// Bytes is the book as a file.
func (b *Book) Bytes() ([]byte, error) {
	steps, err := stepsText(b.steps)
	if err != nil {
		return nil, err
	}
	if b.Len() > maxRecords {
		return nil, fmt.Errorf("%d positions: a book holds %d", b.Len(), maxRecords)
	}
	file := make([]byte, 0, headerSize+len(steps)+len(b.records)+sha256.Size)
	file = append(file, magic...)
	file = binary.LittleEndian.AppendUint16(file, version)
	file = binary.LittleEndian.AppendUint16(file, recordSize)
	file = binary.LittleEndian.AppendUint32(file, uint32(b.Len()))
	file = binary.LittleEndian.AppendUint32(file, uint32(len(steps)))
	file = binary.LittleEndian.AppendUint32(file, 0)
	file = append(append(file, steps...), b.records...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...), nil
}

// stepsText is the steps as the file has them; the oldest of too many are left out.
func stepsText(steps []Step) ([]byte, error) {
	for {
		text, err := json.Marshal(steps)
		if err != nil {
			return nil, err
		}
		if len(text) <= maxSteps-8 {
			return append(text, bytes.Repeat([]byte{' '}, (8-len(text)%8)%8)...), nil
		}
		steps = steps[(len(steps)+1)/2:]
	}
}

// ErrFormat says that data is no book of this format; every error of [Parse] is one.
var ErrFormat = errors.New("no book of Kaeshi's format")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrFormat, fmt.Errorf(format, args...))
}

// Parse reads a book from the bytes of its file, which must not change afterwards. What is cut off, damaged or of
// another version is refused; whether the values hold together is a question for [Verify].
func Parse(file []byte) (*Book, error) {
	if len(file) < headerSize || string(file[:len(magic)]) != magic {
		return nil, damaged("it does not begin with %q", magic)
	}
	le := binary.LittleEndian
	if v := le.Uint16(file[8:]); v != version {
		return nil, damaged("version %d: this program reads version %d", v, version)
	}
	count, steps := uint64(le.Uint32(file[12:])), uint64(le.Uint32(file[16:]))
	if size := le.Uint16(file[10:]); size != recordSize || count > maxRecords || steps > maxSteps {
		return nil, damaged("its header states records: %d, bytes of a record: %d, bytes of steps: %d",
			count, size, steps)
	}
	if want := headerSize + steps + count*recordSize + sha256.Size; uint64(len(file)) != want {
		return nil, damaged("it has %d bytes and should have %d (positions: %d): it was cut off or is no book",
			len(file), want, count)
	}
	body := file[:len(file)-sha256.Size]
	if sha256.Sum256(body) != [sha256.Size]byte(file[len(body):]) {
		return nil, damaged("its checksum is wrong: it is damaged")
	}
	b := &Book{records: body[headerSize+steps:]}
	if err := json.Unmarshal(body[headerSize:headerSize+steps], &b.steps); err != nil {
		return nil, damaged("its steps: %w", err)
	}
	for i := 1; i < b.Len(); i++ {
		if !b.key(i - 1).less(b.key(i)) {
			return nil, damaged("position %d of %d is not in order", i+1, count)
		}
	}
	return b, nil
}

// sane is nil for what a search can say of a position with so many empty squares.
func (p Provenance) sane(v Value, empties int) error {
	switch {
	case v < -mostDisc || v > mostDisc:
		return fmt.Errorf("the value %d hundredths is not within ±64 discs", v)
	case p.Confidence > 100 || p.Source >= sources:
		return fmt.Errorf("confidence %d %% of source %d", p.Confidence, p.Source)
	case p.Depth > math.MaxUint8 || p.Source == Kaeshi && p.Depth > empties:
		return fmt.Errorf("depth %d with empty squares: %d", p.Depth, empties)
	case p.Exact && (p.Confidence != 100 || p.Depth != empties || v%(2*Disc) != 0):
		return fmt.Errorf("%v at depth %d of %d with confidence %d %% cannot be exact", v, p.Depth, empties,
			p.Confidence)
	}
	return nil
}
