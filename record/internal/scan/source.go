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

// MaxGame is the default limit on the text of one game in bytes. The longest games that people write, with comments on
// every move, have a few tens of thousands.
const MaxGame = 1 << 20

// SampleSize is the number of bytes from which the format and the character set are detected.
const SampleSize = 1 << 12

// Source reads a text file line by line and decodes its character set.
type Source struct {
	in     *bufio.Reader
	Number int    // of the last line read, from 1
	most   int    // limit on the bytes of a line
	raw    []byte // the last line before decoding
}

// NewSource returns a Source that reads from r. Lines end with a line feed, a carriage return, or both. UTF-16 is
// detected by its byte order mark.
func NewSource(r io.Reader) *Source {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(2); bytes.Equal(head, []byte{0xff, 0xfe}) || bytes.Equal(head, []byte{0xfe, 0xff}) {
		decoder := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
		in = bufio.NewReaderSize(transform.NewReader(in, decoder), 1<<16)
	}
	return &Source{in: bufio.NewReaderSize(&lineFeeds{in: in}, 1<<16), most: MaxGame}
}

// lineFeeds replaces each carriage return that is not followed by a line feed with a line feed.
type lineFeeds struct{ in *bufio.Reader }

// Read implements [io.Reader].
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

// sample returns the beginning of the unread input.
func (s *Source) sample() []byte {
	head, _ := s.in.Peek(SampleSize) // may be shorter at the end
	return head
}

// next returns the next line including its line ending. fault is the reason why the line is not valid. err is [io.EOF]
// after the last line, or the error of the reader.
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
		return "", fmt.Errorf("longer than %d bytes: not a file of games", s.most), err
	}
	text, fault = s.decoded()
	return text, fault, err
}

// Each calls see for each line until see returns false or the source ends.
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
		fault = fmt.Errorf("character %d is not valid in UTF-8, Shift-JIS or Latin-1",
			utf8.RuneCountInString(text[:bad])+1)
	}
	return text, fault
}

// foreign returns this line and the following ones that are not UTF-8.
func (s *Source) foreign() []byte {
	sample := bytes.Clone(s.raw)
	for l := range bytes.Lines(s.sample()) {
		if !utf8.Valid(l) && bytes.HasSuffix(l, []byte("\n")) { // the last one may be incomplete
			sample = append(sample, l...)
		}
	}
	return sample
}

// chunk is the text of one game with its place in the file.
type chunk struct {
	text  string
	line  int   // of the start of the text
	fault error // the reason why the text must not be parsed, or nil
	at    int   // the line of the fault
}

// Chunks collects lines into the texts of games.
type Chunks struct {
	text  strings.Builder
	line  int
	fault error
	at    int
	most  int // limit on the bytes of a game
	yield func(chunk) bool
}

// Add adds text of a line to the current game.
func (c *Chunks) Add(text string, number int, fault error) {
	if c.line == 0 {
		c.line = number
	}
	if fault == nil && c.text.Len()+len(text) > c.most {
		fault = fmt.Errorf("the game that starts in line %d is longer than %d bytes", c.line, c.most)
	}
	if fault != nil && c.fault == nil {
		c.fault, c.at = fault, number
	}
	if c.fault == nil {
		c.text.WriteString(text)
	}
}

// Open reports whether there is a current game.
func (c *Chunks) Open() bool { return c.line != 0 }

// Cut ends the current game, if any, and reports whether to continue.
func (c *Chunks) Cut() bool {
	if !c.Open() {
		return true
	}
	done := chunk{c.text.String(), c.line, c.fault, c.at}
	c.text.Reset()
	c.line, c.fault, c.at = 0, nil, 0
	return c.yield(done)
}
