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

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/filelock"
)

// The journal of a book holds the changes since the book was last written. Each change is on the disk before the next
// one begins.
//
//	header   "kaeshijl", u16 version, u16 bytes of a record, u32 bytes of the step,
//	         SHA-256 at the end of the book, step, CRC-32C
//	changes  u32 records, records as in a book without links and values, CRC-32C; until the end of the file
const (
	journalMagic = "kaeshijl"
	journalHead  = 16 + sha256.Size
	mostVerdicts = 1 << 12 // maximum for one change, which contains a position and those whose leaf leads to it
)

// journal holds the contents of a journal.
type journal struct {
	base    [sha256.Size]byte // checksum of the book to which the changes apply
	step    Step              // step of the run
	changes []change
	end     int64 // end of the complete part in bytes; 0: the header is incomplete
}

func crc(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(nil, crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}

// header returns the encoded header of a journal.
func (j *journal) header() ([]byte, error) {
	step, err := json.Marshal(j.step)
	if err != nil {
		return nil, err
	}
	if len(step) > maxSteps/2 {
		return nil, fmt.Errorf("the command is too long for the history of a book: %d, want at most %d bytes",
			len(step), maxSteps/2)
	}
	head := append([]byte(journalMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint16(head[8:], version)
	binary.LittleEndian.PutUint16(head[10:], recordSize)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(step)))
	head = append(append(head, j.base[:]...), step...)
	return append(head, crc(head)...), nil
}

// frame returns an encoded change.
func frame(c change) []byte {
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(c)))
	for _, v := range c {
		data = append(data, make([]byte, recordSize)...)
		encode(data[len(data)-recordSize:], Entry{Position: v.at.position(), Leaf: v.leaf})
	}
	return append(data, crc(data)...)
}

// parseJournal reads a journal. It ignores an incomplete change at the end, and fails on other damage.
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

var errNoJournal = errors.New("not the journal of a book")

func (j *journal) parseHeader(data []byte) (rest []byte, whole bool, err error) {
	if len(data) < journalHead {
		if !bytes.HasPrefix([]byte(journalMagic), data[:min(len(data), len(journalMagic))]) && !zero(data) {
			return nil, false, errNoJournal
		}
		return nil, false, nil
	}
	le := binary.LittleEndian
	if string(data[:8]) != journalMagic || le.Uint16(data[8:]) != version || le.Uint16(data[10:]) != recordSize {
		return nil, false, fmt.Errorf("%w of this version", errNoJournal)
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
		return nil, false, errors.New("the header is damaged")
	}
	copy(j.base[:], data[16:])
	err = json.Unmarshal(data[journalHead:size], &j.step)
	return data[size+4:], true, err
}

// parseFrame reads the first change. The change is nil if it is incomplete.
func parseFrame(data []byte) (c change, rest []byte, err error) {
	if len(data) < 8 || zero(data) {
		return nil, nil, nil
	}
	n := int(binary.LittleEndian.Uint32(data))
	size := 4 + n*recordSize
	if n < 1 || n > mostVerdicts {
		return nil, nil, fmt.Errorf("the journal is damaged: a change of positions: %d", n)
	}
	if len(data) < size+4 {
		return nil, nil, nil
	}
	if !bytes.Equal(crc(data[:size]), data[size:size+4]) {
		if len(data) == size+4 {
			return nil, nil, nil // a crash of the machine may write the length of the last change without its data
		}
		return nil, nil, errors.New("the journal is damaged: the checksum of a change is wrong")
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

// openJournal opens and locks the journal of a book. It creates the file if it does not exist.
func openJournal(path string) (*disk.File, error) {
	for {
		f, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := filelock.Lock(f.File); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: another run is writing to the book: %w", path, err), f.Close())
		}
		if isOpenFileAt(path, f.File) {
			return f, nil
		}
		_ = f.Close() // another run finished and removed the file before it was locked
	}
}

// isOpenFileAt reports whether path still names the open file.
func isOpenFileAt(path string, f *os.File) bool {
	named, err := os.Stat(path)
	opened, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(named, opened)
}

// readJournal reads an open journal.
func readJournal(f *disk.File) (*journal, error) {
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
