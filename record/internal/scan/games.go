// Package scan cuts a text file into the texts of single games, whatever character set it is written in, and reads
// them one by one.
package scan

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/record"
)

// placed is a fault at a place in the text of a game.
type placed struct {
	offset int // in bytes
	err    error
}

func (e *placed) Error() string { return e.err.Error() }
func (e *placed) Unwrap() error { return e.err }

// Place adds to an error the byte of a game's text where the fault is, unless the error has a place. Nil stays nil.
func Place(offset int, err error) error {
	if at := (*placed)(nil); err == nil || errors.As(err, &at) {
		return err
	}
	return &placed{offset, err}
}

// AsUTF8 decodes the beginning of a file in UTF-16, as far as detecting its format needs. Other texts are returned as
// they are.
func AsUTF8(head []byte) []byte {
	if !bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return head
	}
	return NewSource(bytes.NewReader(head)).sample()
}

// Syntax is how a text format is read: the file is cut into games, and each of them is parsed.
type Syntax struct {
	Cut   func(*Source, *Chunks) error
	Parse func(string) (*record.Game, error)
}

// Read yields the games of a file. A game that cannot be read yields a [*record.FileError] in its place, without a
// game, and reading goes on with the next one; it ends early when r fails. name is the file's, for errors.
func (x Syntax) Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		number, stopped := 0, false
		source := NewSource(r)
		err := x.Cut(source, &Chunks{yield: func(c chunk) bool {
			number++
			stopped = !yield(x.game(c, name, number))
			return !stopped
		}})
		if err != nil && !stopped {
			yield(nil, &record.FileError{File: name, Line: source.Number, Err: err})
		}
	}
}

// game parses the game of a chunk.
func (x Syntax) game(c chunk, name string, number int) (*record.Game, error) {
	if c.fault != nil {
		return nil, &record.FileError{File: name, Line: c.at, Game: number, Err: c.fault}
	}
	g, err := x.Parse(c.text)
	if err == nil {
		return g, nil
	}
	at := c.line
	if fault := (*placed)(nil); errors.As(err, &fault) {
		at += strings.Count(c.text[:min(fault.offset, len(c.text))], "\n")
	}
	return nil, &record.FileError{File: name, Line: at, Game: number, Err: err}
}

// Clip shortens input that is quoted in an error.
func Clip(s string) string { return excerpt.Of(s) }

// Number reads a number that is finite.
func Number(text string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}
