package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/kaeshi/kaeshi/internal/filelock"
)

// The journal of a book holds the changes since the book was last written, each on the disk before the next begins:
//
//	header   "kaeshijl", u16 version, u16 bytes of a record, u32 bytes of the step,
//	         SHA-256 at the end of the book, step, CRC-32C
//	changes  u32 records, records as in a book without links and values, CRC-32C; until the end of the file
const (
	journalMagic = "kaeshijl"
	journalHead  = 16 + sha256.Size
	mostVerdicts = 1 << 12 // in one change: a position and those whose leaf leads there
)

// journal is a journal's content.
type journal struct {
	base    [sha256.Size]byte // the checksum of the book that the changes are to
	step    Step              // what was being done
	changes []change
	end     int64 // of what is whole, in bytes; 0: not even the header is
}

func crc(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(nil, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}

// header is the beginning of a journal.
func (j *journal) header() ([]byte, error) {
	step, err := json.Marshal(j.step)
	if err != nil {
		return nil, err
	}
	if len(step) > maxSteps/2 {
		return nil, fmt.Errorf("a command of %d bytes is too long to be remembered", len(step))
	}
	head := append([]byte(journalMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint16(head[8:], version)
	binary.LittleEndian.PutUint16(head[10:], recordSize)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(step)))
	head = append(append(head, j.base[:]...), step...)
	return append(head, crc(head)...), nil
}

// frame is a change as the journal has it.
func frame(c change) []byte {
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(c)))
	for _, v := range c {
		data = append(data, make([]byte, recordSize)...)
		encode(data[len(data)-recordSize:], Entry{Position: v.at.position(), Leaf: v.leaf})
	}
	return append(data, crc(data)...)
}

// parseJournal reads a journal. What was cut off at its end in the middle of being written is left out; other damage
// is an error.
func parseJournal(data []byte) (*journal, error) {
	j := &journal{}
	rest, whole, err := j.parseHeader(data)
	if err != nil || !whole {
		return j, err
	}
	for len(rest) > 0 {
		j.end = int64(len(data) - len(rest))
		var c change
		if c, rest, err = parseFrame(rest); err != nil {
			return nil, fmt.Errorf("at byte %d: %w", j.end, err)
		}
		if c == nil {
			return j, nil
		}
		j.changes = append(j.changes, c)
	}
	j.end = int64(len(data))
	return j, nil
}

var errNoJournal = errors.New("it is no journal of a book")

func (j *journal) parseHeader(data []byte) (rest []byte, whole bool, err error) {
	if len(data) < journalHead {
		if !bytes.HasPrefix([]byte(journalMagic), data[:min(len(data), len(journalMagic))]) && !zero(data) {
			return nil, false, errNoJournal
		}
		return nil, false, nil
	}
	le := binary.LittleEndian
	if string(data[:8]) != journalMagic || le.Uint16(data[8:]) != version || le.Uint16(data[10:]) != recordSize {
		return nil, false, fmt.Errorf("%w that this program can read", errNoJournal)
	}
	n := int(le.Uint32(data[12:]))
	if n > maxSteps {
		return nil, false, errNoJournal
	}
	size := journalHead + n
	if len(data) < size+4 {
		return nil, false, nil
	}
	if !bytes.Equal(crc(data[:size]), data[size:size+4]) {
		return nil, false, errors.New("its header is damaged")
	}
	copy(j.base[:], data[16:])
	err = json.Unmarshal(data[journalHead:size], &j.step)
	return data[size+4:], true, err
}

// parseFrame reads the first change; it is nil when the change was not written to its end.
func parseFrame(data []byte) (c change, rest []byte, err error) {
	if len(data) < 8 || zero(data) {
		return nil, nil, nil
	}
	n := int(binary.LittleEndian.Uint32(data))
	size := 4 + n*recordSize
	if n < 1 || n > mostVerdicts {
		return nil, nil, fmt.Errorf("a change of positions: %d: the journal is damaged", n)
	}
	if len(data) < size+4 {
		return nil, nil, nil
	}
	if !bytes.Equal(crc(data[:size]), data[size:size+4]) {
		if len(data) == size+4 {
			return nil, nil, nil // the last one: a crash of the machine may leave its length without its content
		}
		return nil, nil, errors.New("the checksum of a change is wrong: the journal is damaged")
	}
	for at := 4; at < size; at += recordSize {
		e := decode(data[at : at+recordSize])
		if err := check(e.Position, e.Leaf); err != nil {
			return nil, nil, err
		}
		c = append(c, verdict{keyOf(e.Position), e.Leaf})
	}
	return c, data[size+4:], nil
}

func zero(data []byte) bool { return len(bytes.Trim(data, "\x00")) == 0 }

// openJournal opens the journal file of a book, making it where it is missing, and keeps others out of it.
func openJournal(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := filelock.Lock(f); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: another run writes to the book: %w", path, err), f.Close())
		}
		if here(path, f) {
			return f, nil
		}
		_ = f.Close() // another run finished and removed it in between
	}
}

// here reports whether the open file is still the one at path.
func here(path string, f *os.File) bool {
	named, err := os.Stat(path)
	opened, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(named, opened)
}

// readJournal reads all of an open journal.
func readJournal(f *os.File) (*journal, error) {
	data, err := io.ReadAll(io.NewSectionReader(f, 0, maxFile))
	if err != nil {
		return nil, err
	}
	j, err := parseJournal(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return j, nil
}
