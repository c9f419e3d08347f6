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

// A file has the following parts. Numbers are little-endian. docs/book.md describes the format for other programs.
//
//	header    "kaeshibk", u16 version, u16 bytes of a record, u32 records, u32 bytes of the steps, u32 zero
//	steps     JSON, padded with spaces to a multiple of eight bytes
//	records   sorted by position
//	checksum  SHA-256 of all preceding bytes
const (
	magic      = "kaeshibk"
	version    = 1
	headerSize = 24
	recordSize = 34
	maxSteps   = 1 << 16 // bytes
	maxRecords = 1 << 28
)

// Step is an entry in the history of a book.
type Step struct {
	Command   string `json:"command"`
	Commit    string `json:"commit,omitempty"` // of the program
	Date      string `json:"date"`             // ISO 8601
	Positions int    `json:"positions"`        // in the book after the step
}

// A record: u64 mover, u64 other, u64 links, i16 value, u8 depth, u8 confidence; for the leaf i16 value, u8 square,
// u8 depth, u8 confidence; u8 sources, that of the leaf in the lower four bits, that of the value in the upper ones.
// Bit 7 of a confidence marks exact values. The square 255 is [None] and 254 is [Unknown].
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

// newBook returns a book of entries, which must be sorted.
func newBook(entries []Entry, steps []Step) *Book {
	b := &Book{steps: steps, records: make([]byte, len(entries)*recordSize)}
	for i, e := range entries {
		encode(b.record(i), e)
	}
	return b
}

// Bytes returns the contents of the file of the book. It fails if the book has too many positions.
func (b *Book) Bytes() ([]byte, error) {
	steps, err := stepsText(b.steps)
	if err != nil {
		return nil, err
	}
	if b.Len() > maxRecords {
		return nil, fmt.Errorf("too many positions: %d, want at most %d", b.Len(), maxRecords)
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

// stepsText returns the encoded steps. It leaves out the oldest ones if they do not fit.
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

// ErrFormat is the error of data that is not a book of this format. Every error of [Parse] wraps it.
var ErrFormat = errors.New("not a valid Kaeshi book")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrFormat, fmt.Errorf(format, args...))
}

// Parse reads a book from the contents of its file, which must not be changed afterwards. It fails on files that are
// truncated, damaged or of another version. It does not check the values as [Verify] does.
func Parse(file []byte) (*Book, error) {
	if len(file) < headerSize || string(file[:len(magic)]) != magic {
		return nil, damaged("the file does not begin with %q", magic)
	}
	le := binary.LittleEndian
	if v := le.Uint16(file[8:]); v != version {
		return nil, damaged("version %d: want %d", v, version)
	}
	count, steps := uint64(le.Uint32(file[12:])), uint64(le.Uint32(file[16:]))
	if size := le.Uint16(file[10:]); size != recordSize || count > maxRecords || steps > maxSteps {
		return nil, damaged("invalid header: records: %d, bytes of a record: %d, bytes of steps: %d",
			count, size, steps)
	}
	if want := headerSize + steps + count*recordSize + sha256.Size; uint64(len(file)) != want {
		return nil, damaged("truncated or damaged: size %d, want %d bytes", len(file), want)
	}
	body := file[:len(file)-sha256.Size]
	if sha256.Sum256(body) != [sha256.Size]byte(file[len(body):]) {
		return nil, damaged("damaged: wrong checksum")
	}
	b := &Book{records: body[headerSize+steps:]}
	if err := json.Unmarshal(body[headerSize:headerSize+steps], &b.steps); err != nil {
		return nil, damaged("steps: %w", err)
	}
	for i := 1; i < b.Len(); i++ {
		if !b.key(i - 1).less(b.key(i)) {
			return nil, damaged("position %d of %d is out of order", i+1, count)
		}
	}
	return b, nil
}

// check returns an error unless a search of a position with that number of empty squares can have the value and the
// provenance.
func (p Provenance) check(v Value, empties int) error {
	switch {
	case v < -mostDisc || v > mostDisc:
		return fmt.Errorf("value %v: want ±64 discs at most", v)
	case p.Confidence > 100 || p.Source >= sources:
		return fmt.Errorf("confidence %d %%, source %d: want at most 100 %%, and a source below %d", p.Confidence,
			p.Source, sources)
	case p.Depth > math.MaxUint8 || p.Source == Kaeshi && p.Depth > empties:
		return fmt.Errorf("depth %d: want at most %d, the number of empty squares", p.Depth, empties)
	case p.Exact && (p.Confidence != 100 || p.Depth != empties || v%(2*Disc) != 0):
		return fmt.Errorf("exact value %v at depth %d of %d and %d %%: want an even number of discs at full depth and "+
			"100 %%", v, p.Depth, empties, p.Confidence)
	}
	return nil
}
