package games

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/newfile"
)

const (
	magic   = "kaeshigm"
	version = 1
	marker  = "line"

	maxHeader  = 1 << 16 // bytes of JSON
	maxPayload = 1 << 24 // bytes of a block
	maxLines   = 1 << 20 // lines of a block

	frameBytes  = len(marker) + 5*4 + 8
	checkBytes  = 4
	prefixBytes = len(magic) + 2*4
)

// ErrTruncated reports a file that ends within a block, as after a crash while it was written. All blocks before it are
// complete. [Append] removes the rest.
var ErrTruncated = errors.New("the file ends within a block")

// Header describes all games of a file.
type Header struct {
	Kind     string          `json:"kind"`               // of games
	Seed     uint64          `json:"seed"`               // of the games' random numbers
	Settings json.RawMessage `json:"settings,omitempty"` // of the program that played them
	Weights  string          `json:"weights,omitempty"`  // SHA-256 of the weights that played
	Commit   string          `json:"commit,omitempty"`   // of the program
}

// A Block holds games with consecutive numbers, each followed by its side lines.
type Block struct {
	First int // number of the first game in the file
	Lines []Game
}

// Counts sums up blocks.
type Counts struct {
	Games     int   `json:"games"`     // without side lines
	Lines     int   `json:"lines"`     // all
	Moves     int   `json:"moves"`     // stored moves, without the shared moves of side lines
	Positions int   `json:"positions"` // usable for learning: all except those before random and shared moves
	Bytes     int64 `json:"bytes"`
}

// Add adds the counts of more blocks.
func (c *Counts) Add(d Counts) {
	c.Games, c.Lines, c.Bytes = c.Games+d.Games, c.Lines+d.Lines, c.Bytes+d.Bytes
	c.Moves, c.Positions = c.Moves+d.Moves, c.Positions+d.Positions
}

func castagnoli(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func sealed(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, castagnoli(b)) }

// Writer writes a header and blocks.
type Writer struct {
	w     io.Writer
	model *model
}

// NewWriter writes the header and returns a Writer for the blocks.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(text) > maxHeader {
		return nil, fmt.Errorf("header of %d bytes, want at most %d", len(text), maxHeader)
	}
	head := binary.LittleEndian.AppendUint32([]byte(magic), version)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(text)))
	_, err = w.Write(sealed(append(head, text...)))
	return &Writer{w, newModel()}, err
}

// Write appends a block in a single call of the underlying Write.
func (w *Writer) Write(b Block) (Counts, error) {
	file, counts, err := w.model.encode(b)
	if err != nil {
		return Counts{}, err
	}
	_, err = w.w.Write(file)
	return counts, err
}

// encode returns the block as stored in a file.
func (m *model) encode(b Block) ([]byte, Counts, error) {
	if len(b.Lines) == 0 || len(b.Lines) > maxLines || b.First < 0 {
		return nil, Counts{}, fmt.Errorf("block of %d lines from game %d, want 1 to %d lines",
			len(b.Lines), b.First, maxLines)
	}
	m.reset()
	m.coder = newEncoder(make([]byte, frameBytes, 1<<16))
	l, c := lines{model: m}, Counts{Lines: len(b.Lines)}
	for i := range b.Lines {
		g := b.Lines[i]
		if err := g.Check(); err != nil {
			return nil, c, fmt.Errorf("line %d: %w", i, err)
		}
		if err := l.line(&g); err != nil {
			return nil, c, fmt.Errorf("line %d: %w", i, err)
		}
		if !g.Side {
			c.Games++
		}
	}
	file := m.coder.finish()
	c.Moves, c.Positions = l.plies, l.positions
	frame := file[:0:frameBytes] // written in place
	frame = append(frame, marker...)
	for _, n := range []int{len(file) - frameBytes, c.Lines, c.Games, c.Moves, c.Positions} {
		frame = binary.LittleEndian.AppendUint32(frame, uint32(n))
	}
	binary.LittleEndian.AppendUint64(frame, uint64(b.First))
	if len(file)-frameBytes > maxPayload {
		return nil, c, fmt.Errorf("block of %d bytes, want at most %d", len(file)-frameBytes, maxPayload)
	}
	file = sealed(file)
	c.Bytes = int64(len(file))
	return file, c, nil
}

// frame is the header of a block.
type frame struct {
	payload int
	first   int
	Counts
}

func parseFrame(b []byte) (f frame, err error) {
	if string(b[:len(marker)]) != marker {
		return f, fmt.Errorf("no block starts here: %q, want %q", b[:len(marker)], marker)
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint32(b[len(marker)+4*i:])) }
	f.payload, f.Lines, f.Games, f.Moves, f.Positions = number(0), number(1), number(2), number(3), number(4)
	first := binary.LittleEndian.Uint64(b[len(marker)+20:])
	f.first = int(first & (1<<62 - 1))
	f.Bytes = int64(frameBytes + f.payload + checkBytes)
	if f.payload > maxPayload || f.Lines > maxLines || f.Lines < 1 || f.Games > f.Lines || first>>62 != 0 {
		return f, fmt.Errorf("impossible block: %d bytes, %d lines of %d games from game %d",
			f.payload, f.Lines, f.Games, first)
	}
	return f, nil
}

// Reader reads the blocks of a file in their order.
type Reader struct {
	Header Header

	r      *bufio.Reader
	model  *model
	offset int64 // of the end of the last whole block
	blocks int
}

// NewReader reads the header and returns a Reader for the blocks.
func NewReader(r io.Reader) (*Reader, error) {
	d := &Reader{r: bufio.NewReaderSize(r, 1<<16), model: newModel()}
	head := make([]byte, prefixBytes)
	if n, err := io.ReadFull(d.r, head); err != nil {
		return nil, fmt.Errorf("header: %d bytes, want a file of games: %w", n, ErrTruncated)
	}
	if string(head[:len(magic)]) != magic {
		return nil, fmt.Errorf("header: the file begins with %q, want %q", head[:len(magic)], magic)
	}
	if v := binary.LittleEndian.Uint32(head[len(magic):]); v != version {
		return nil, fmt.Errorf("header: version %d of the file format, want %d", v, version)
	}
	n := binary.LittleEndian.Uint32(head[len(magic)+4:])
	if n > maxHeader {
		return nil, fmt.Errorf("header: %d bytes, want at most %d", n, maxHeader)
	}
	head = append(head, make([]byte, n+checkBytes)...)
	if _, err := io.ReadFull(d.r, head[prefixBytes:]); err != nil {
		return nil, fmt.Errorf("header: %w", ErrTruncated)
	}
	text := head[:len(head)-checkBytes]
	if castagnoli(text) != binary.LittleEndian.Uint32(head[len(text):]) {
		return nil, errors.New("header: wrong checksum, the file is damaged")
	}
	if err := json.Unmarshal(text[prefixBytes:], &d.Header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	d.offset = int64(len(head))
	return d, nil
}

// Next returns the next block. The error is io.EOF after the last block, and wraps [ErrTruncated] if the file ends
// within a block.
func (d *Reader) Next() (Block, error) {
	file, f, err := d.skip()
	if err != nil {
		return Block{}, err
	}
	b, err := d.model.decode(file[frameBytes:frameBytes+f.payload], f)
	if err != nil {
		return Block{}, fmt.Errorf("block %d at byte %d: %w", d.blocks-1, d.offset-f.Bytes, err)
	}
	return b, nil
}

// skip reads the next block without decoding it.
func (d *Reader) skip() (file []byte, f frame, err error) {
	place := func(err error) error { return fmt.Errorf("block %d at byte %d: %w", d.blocks, d.offset, err) }
	file = make([]byte, frameBytes)
	switch n, err := io.ReadFull(d.r, file); {
	case errors.Is(err, io.EOF) && n == 0:
		return nil, f, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, f, place(ErrTruncated)
	case err != nil:
		return nil, f, err
	}
	if f, err = parseFrame(file); err != nil {
		return nil, f, place(err)
	}
	file = append(file, make([]byte, f.payload+checkBytes)...)
	if _, err := io.ReadFull(d.r, file[frameBytes:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			err = place(ErrTruncated)
		}
		return nil, f, err
	}
	if end := len(file) - checkBytes; castagnoli(file[:end]) != binary.LittleEndian.Uint32(file[end:]) {
		return nil, f, place(errors.New("wrong checksum, the file is damaged"))
	}
	d.offset, d.blocks = d.offset+f.Bytes, d.blocks+1
	return file, f, nil
}

// decode reads the lines of a block.
func (m *model) decode(payload []byte, f frame) (b Block, err error) {
	m.reset()
	m.coder = newDecoder(payload)
	l := lines{model: m}
	b.First = f.first
	games := 0
	for i := range f.Lines {
		var g Game
		if err := l.line(&g); err != nil {
			return Block{}, fmt.Errorf("line %d: %w", i, err)
		}
		if m.coder.at > len(payload) {
			return Block{}, fmt.Errorf("line %d: %w: the data ends", i, errLine)
		}
		if !g.Side {
			games++
		}
		b.Lines = append(b.Lines, g)
	}
	if games != f.Games || l.plies != f.Moves || l.positions != f.Positions || m.coder.at != len(payload) {
		return Block{}, fmt.Errorf("%w: %d games, %d moves, %d positions and %d bytes, want %d, %d, %d and %d",
			errLine, games, l.plies, l.positions, m.coder.at, f.Games, f.Moves, f.Positions, len(payload))
	}
	return b, nil
}

// File is a file of games that is open for appending.
type File struct {
	Header Header
	Counts Counts // of all blocks; Bytes includes the header
	Next   int    // number of the next game

	f *disk.File
	w *Writer
}

// Create makes a new file, which must not exist. The file appears with its complete header.
func Create(path string, h Header) (*File, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	var head bytes.Buffer
	if _, err := NewWriter(&head, h); err != nil {
		return nil, err
	}
	if err := newfile.WriteBytes(path, 0o644, head.Bytes()); err != nil {
		return nil, err
	}
	return Append(path)
}

// Append opens a file to write more games after its last complete block. It removes an incomplete block at the end.
// Damage anywhere else is an error.
func Append(path string) (*File, error) {
	f, err := disk.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	a, err := appendTo(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return a, nil
}

func appendTo(f *disk.File) (*File, error) {
	d, err := NewReader(f)
	if err != nil {
		return nil, err
	}
	a := &File{Header: d.Header, f: f, w: &Writer{f, newModel()}}
	for {
		_, frame, err := d.skip()
		if errors.Is(err, io.EOF) || errors.Is(err, ErrTruncated) {
			break
		}
		if err != nil {
			if zeros(f) {
				break
			}
			return nil, err
		}
		a.Counts.Add(frame.Counts)
		a.Next = frame.first + frame.Games
	}
	a.Counts.Bytes = d.offset
	if err := f.Truncate(d.offset); err != nil {
		return nil, err
	}
	_, err = f.Seek(d.offset, io.SeekStart)
	return a, err
}

// zeros reports whether the last bytes of the file are zeros, as after a crash of a file system that had reserved
// space. A block is unlikely to end like this because its checksum would be zero.
func zeros(f *disk.File) bool {
	var tail [16]byte
	end, err := f.Seek(-int64(len(tail)), io.SeekEnd)
	if err != nil {
		return false
	}
	_, err = f.ReadAt(tail[:], end)
	return err == nil && tail == [16]byte{}
}

// Write appends lines of the games from number Next on, and syncs the file.
func (f *File) Write(list []Game) error {
	c, err := f.w.Write(Block{First: f.Next, Lines: list})
	if err != nil {
		return err
	}
	f.Counts.Add(c)
	f.Next += c.Games
	return f.f.Sync()
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }

// Count returns the counts of a file without decoding it. An incomplete block at the end is not counted.
func Count(path string) (h Header, c Counts, err error) {
	f, err := os.Open(path)
	if err != nil {
		return h, c, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	d, err := NewReader(f)
	if err != nil {
		return h, c, fmt.Errorf("%s: %w", path, err)
	}
	for {
		_, frame, err := d.skip()
		if errors.Is(err, io.EOF) || errors.Is(err, ErrTruncated) {
			break
		}
		if err != nil {
			return h, c, fmt.Errorf("%s: %w", path, err)
		}
		c.Add(frame.Counts)
	}
	c.Bytes = d.offset
	return d.Header, c, nil
}

// Less returns the difference of the counts c and d.
func (c Counts) Less(d Counts) Counts {
	return Counts{c.Games - d.Games, c.Lines - d.Lines, c.Moves - d.Moves, c.Positions - d.Positions, c.Bytes - d.Bytes}
}
