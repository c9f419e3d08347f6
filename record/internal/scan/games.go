// Package scan decodes a text file from its character set, splits it into games and parses them one by one.
package scan

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/record"
)

// placed is an error at an offset in the text of a game.
type placed struct {
	offset int // in bytes
	err    error
}

func (e *placed) Error() string { return e.err.Error() }
func (e *placed) Unwrap() error { return e.err }

// Place adds the byte offset in the text of a game to an error, unless the error already has one or is nil.
func Place(offset int, err error) error {
	if at := (*placed)(nil); err == nil || errors.As(err, &at) {
		return err
	}
	return &placed{offset, err}
}

// AsUTF8 decodes the beginning of a UTF-16 file for format detection. Other content is returned unchanged.
func AsUTF8(head []byte) []byte {
	if !bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return head
	}
	return NewSource(bytes.NewReader(head)).sample()
}

// Syntax describes how to read a text format: Cut splits the file into games, and Parse parses each of them.
type Syntax struct {
	Cut   func(*Source, *Chunks) error
	Parse func(string) (*record.Game, error)
	// replaces Parse if a piece of the file may contain several games or none
	ParseAll func(string) iter.Seq2[*record.Game, error]
	MaxGame  int // limit on the bytes of a game or a line; 0 for [MaxGame]
}

// all yields the games of a piece of a file.
func (x Syntax) all(text string) iter.Seq2[*record.Game, error] {
	if x.ParseAll != nil {
		return x.ParseAll(text)
	}
	return func(yield func(*record.Game, error) bool) { yield(x.Parse(text)) }
}

// Read yields the games of a file. A game that cannot be read yields a [*record.FileError] and a nil game, and reading
// continues with the next game. It ends early if r fails. name is the file name for errors.
func (x Syntax) Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		number, stopped := 0, false
		source := NewSource(r)
		source.most = cmp.Or(x.MaxGame, MaxGame)
		err := x.Cut(source, &Chunks{most: source.most, yield: func(c chunk) bool {
			for g, err := range x.games(c) {
				number++
				if fault := (*record.FileError)(nil); errors.As(err, &fault) {
					fault.File, fault.Game = name, number
				}
				if stopped = !yield(g, err); stopped {
					break
				}
			}
			return !stopped
		}})
		if err != nil && !stopped {
			yield(nil, &record.FileError{File: name, Line: source.Number, Err: err})
		}
	}
}

// games parses the games of a chunk. Errors are [*record.FileError] with the line.
func (x Syntax) games(c chunk) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		if c.fault != nil {
			yield(nil, &record.FileError{Line: c.at, Err: c.fault})
			return
		}
		for g, err := range x.all(c.text) {
			if err != nil {
				g, err = nil, &record.FileError{Line: c.lineOf(err), Err: err}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// lineOf returns the line of an error, or the first line of the chunk if the error has no offset.
func (c chunk) lineOf(err error) int {
	at := c.line
	if fault := (*placed)(nil); errors.As(err, &fault) {
		at += strings.Count(c.text[:min(fault.offset, len(c.text))], "\n")
	}
	return at
}

// Clip shortens input for quoting in an error.
func Clip(s string) string { return excerpt.Of(s) }

// Number parses a finite number.
func Number(text string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}
