package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/kaeshi/kaeshi/internal/lines"
)

// MaxGame bounds the text of one game in bytes, unless its [Syntax] does. The longest that people write, with comments
// on every move, has a few dozen thousand.
const MaxGame = 1 << 20

// SampleSize is how much of a file its format and its character set are guessed from.
const SampleSize = 1 << 12

// Source is a text file line by line, whatever characters it is written in.
type Source struct {
	in     *bufio.Reader
	Number int    // of the line last read, from 1
	most   int    // bytes of a line
	raw    []byte // that line as it stands in the file
}

// NewSource returns the lines of r, which end with a line feed, a carriage return or both. UTF-16 is recognised by its
// byte order mark.
func NewSource(r io.Reader) *Source {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(2); bytes.Equal(head, []byte{0xff, 0xfe}) || bytes.Equal(head, []byte{0xfe, 0xff}) {
		decoder := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
		in = bufio.NewReaderSize(transform.NewReader(in, decoder), 1<<16)
	}
	return &Source{in: bufio.NewReaderSize(&lineFeeds{in: in}, 1<<16), most: MaxGame}
}

// lineFeeds reads a text and writes a carriage return that no line feed follows as a line feed.
type lineFeeds struct{ in *bufio.Reader }

// Read fills p as [io.Reader] says.
func (l *lineFeeds) Read(p []byte) (n int, err error) {
	n, err = l.in.Read(p)
	for i, c := range p[:n] {
		if c != '\r' {
			continue
		}
		next := byte(0)
		if i+1 < n {
			next = p[i+1]
		} else if ahead, _ := l.in.Peek(1); len(ahead) > 0 {
			next = ahead[0]
		}
		if next != '\n' {
			p[i] = '\n'
		}
	}
	return n, err
}

// sample is the beginning of what is not read yet.
func (s *Source) sample() []byte {
	head, _ := s.in.Peek(SampleSize) // what there is, if there is less
	return head
}

// next is the next line with its line end. fault says why the line cannot be understood; err is [io.EOF] after the
// last line, or the failure of the reader.
func (s *Source) next() (text string, fault, err error) {
	s.Number++
	line, whole, err := lines.Append(s.raw[:0], s.in, s.most)
	s.raw = line
	if whole && len(line) == 0 {
		return "", nil, err
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if !whole {
		return "", fmt.Errorf("longer than %d bytes: this is no file of games", s.most), err
	}
	text, fault = s.decoded()
	return text, fault, err
}

// Each passes the lines of a source to see, until it has enough or the source ends.
func (s *Source) Each(see func(text string, fault error) bool) error {
	for {
		text, fault, err := s.next()
		if (text != "" || fault != nil) && !see(text, fault) {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *Source) decoded() (text string, fault error) {
	if s.Number == 1 {
		s.raw = bytes.TrimPrefix(s.raw, []byte("\ufeff"))
	}
	if utf8.Valid(s.raw) {
		return string(s.raw), nil
	}
	text, bad := decode(s.raw, s.foreign())
	if bad >= 0 {
		fault = fmt.Errorf("character %d is in no character set that is read here: UTF-8, Shift-JIS and Latin-1",
			utf8.RuneCountInString(text[:bad])+1)
	}
	return text, fault
}

// foreign is this line and those after it that are no UTF-8 either.
func (s *Source) foreign() []byte {
	sample := bytes.Clone(s.raw)
	for l := range bytes.Lines(s.sample()) {
		if !utf8.Valid(l) && bytes.HasSuffix(l, []byte("\n")) { // the last one may be cut in two
			sample = append(sample, l...)
		}
	}
	return sample
}

// chunk is the text of one game, and where it stands.
type chunk struct {
	text  string
	line  int   // the first line
	fault error // why the text is no game, whatever it says
	at    int   // the line of the fault
}

// Chunks collects lines into the text of games.
type Chunks struct {
	text  strings.Builder
	line  int
	fault error
	at    int
	most  int // bytes of a game
	yield func(chunk) bool
}

// Add adds text of a line to the game that is being collected.
func (c *Chunks) Add(text string, number int, fault error) {
	if c.line == 0 {
		c.line = number
	}
	if fault == nil && c.text.Len()+len(text) > c.most {
		fault = fmt.Errorf("the game that begins in line %d is longer than %d bytes", c.line, c.most)
	}
	if fault != nil && c.fault == nil {
		c.fault, c.at = fault, number
	}
	if c.fault == nil {
		c.text.WriteString(text)
	}
}

// Open reports whether a game has begun.
func (c *Chunks) Open() bool { return c.line != 0 }

// Cut ends the game that is being collected, if one is. It is false when no more are wanted.
func (c *Chunks) Cut() bool {
	if !c.Open() {
		return true
	}
	done := chunk{c.text.String(), c.line, c.fault, c.at}
	c.text.Reset()
	c.line, c.fault, c.at = 0, nil, 0
	return c.yield(done)
}
