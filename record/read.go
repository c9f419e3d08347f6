package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
)

// FileError says what is wrong with a file of games, and where.
type FileError struct {
	File string // as it was named; may be empty
	Line int    // of the fault, from 1; 0: the file has no lines or the fault has no place
	Game int    // from 1; 0: the fault is the file's as a whole
	Err  error  // what is wrong
}

// Error names the file, the place and the reason.
func (e *FileError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ": ")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Game > 0 {
		fmt.Fprintf(&b, "game %d: ", e.Game)
	}
	return b.String() + e.Err.Error()
}

// Unwrap is the reason alone.
func (e *FileError) Unwrap() error { return e.Err }

// placed is a fault in a text of several lines.
type placed struct {
	offset int // in bytes
	err    error
}

func (e *placed) Error() string { return e.err.Error() }
func (e *placed) Unwrap() error { return e.err }

func place(offset int, err error) error {
	if at := (*placed)(nil); err == nil || errors.As(err, &at) {
		return err
	}
	return &placed{offset, err}
}

// Read yields the games of a file in whatever format it is: see [Sniff]. A game that cannot be read yields a [*FileError] in its
// place, without a game, and the reading goes on with the next one; it ends early when r fails. Of a WTHOR file the names of players
// are in other files: [ReadFile] finds them.
func Read(r io.Reader, name string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		head, err := in.Peek(sampleSize)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(nil, &FileError{File: name, Err: err})
			return
		}
		f, err := Sniff(asUTF8(head), name)
		if err != nil {
			yield(nil, &FileError{File: name, Err: err})
			return
		}
		ReadAs(in, f, name)(yield)
	}
}

// asUTF8 reads the beginning of a text of two bytes a character, as far as telling its format needs.
func asUTF8(head []byte) []byte {
	if !bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return head
	}
	return newSource(bytes.NewReader(head)).sample()
}

// ReadAs is [Read] for a format that is known, with the same errors.
func ReadAs(r io.Reader, f Format, name string) iter.Seq2[*Game, error] {
	if f == WTHOR {
		return readWTHOR(r, &Names{}, name)
	}
	return func(yield func(*Game, error) bool) {
		text, ok := textFormats()[f]
		if !ok {
			yield(nil, &FileError{File: name, Err: fmt.Errorf("%s cannot be read", f)})
			return
		}
		text.read(r, name, yield)
	}
}

// ReadFile is [Read] for a file by its path. For a .wtb file it reads the names of players and tournaments from the .jou and .trn
// files that lie beside it: those of the same name, else the only ones, and without them the numbers remain. A
// file that cannot be opened yields the error of [os.Open] alone; for the others see [Read].
func ReadFile(path string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = f.Close() }() // it was only read
		in := bufio.NewReaderSize(f, 1<<16)
		head, _ := in.Peek(sampleSize)
		if !isWTHOR(head) {
			Read(in, path)(yield)
			return
		}
		names, err := namesBeside(path)
		if err != nil && !yield(nil, err) {
			return
		}
		if _, err := wthorKind(path); err != nil {
			yield(nil, &FileError{File: path, Err: err})
			return
		}
		readWTHOR(in, names, path)(yield)
	}
}

// textFormat is how a text is read: cut into games, and each of them parsed.
type textFormat struct {
	cut   func(*source, *chunks) error
	parse func(string) (*Game, error)
}

func textFormats() map[Format]textFormat {
	return map[Format]textFormat{
		Transcript: {cutTranscripts, parseTranscriptLine},
		OBF:        {cutPositions, parsePositionGame},
		GGF:        {cutTrees(false), parseGGF},
		SGF:        {cutTrees(true), parseSGF},
		PGN:        {cutPGN, parsePGN},
		JSON:       {cutJSON, parseJSON},
	}
}

func (t textFormat) read(r io.Reader, name string, yield func(*Game, error) bool) {
	number, stopped := 0, false
	source := newSource(r)
	err := t.cut(source, &chunks{yield: func(c chunk) bool {
		number++
		stopped = !yield(t.game(c, name, number))
		return !stopped
	}})
	if err != nil && !stopped {
		yield(nil, &FileError{File: name, Line: source.number, Err: err})
	}
}

// game is the game of a chunk.
func (t textFormat) game(c chunk, name string, number int) (*Game, error) {
	if c.fault != nil {
		return nil, &FileError{File: name, Line: c.at, Game: number, Err: c.fault}
	}
	g, err := t.parse(c.text)
	if err == nil {
		return g, nil
	}
	at := c.line
	if fault := (*placed)(nil); errors.As(err, &fault) {
		at += strings.Count(c.text[:min(fault.offset, len(c.text))], "\n")
	}
	return nil, &FileError{File: name, Line: at, Game: number, Err: err}
}

// each hands the lines of a source to see, until it has enough or the source ends.
func (s *source) each(see func(text string, fault error) bool) error {
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
