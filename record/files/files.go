// Package files detects the format of a file of games, reads it, writes it, and converts files from one format to
// another.
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Read yields the games of a file and detects its format with [Sniff]. A game that cannot be read yields a
// [*record.FileError] and a nil game, and reading continues with the next game. It ends early if r fails. The names of
// players in a WTHOR file are in other files, which [ReadFile] reads. Text may be encoded in UTF-8, UTF-16, Shift-JIS
// or Latin-1.
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		head, err := in.Peek(scan.SampleSize)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(nil, &record.FileError{File: name, Err: err})
			return
		}
		f, err := Sniff(scan.AsUTF8(head), name)
		if err != nil {
			yield(nil, &record.FileError{File: name, Err: err})
			return
		}
		ReadAs(in, f, name)(yield)
	}
}

// ReadAs is [Read] with a given format. The errors are the same.
func ReadAs(r io.Reader, f Format, name string) iter.Seq2[*record.Game, error] {
	e, ok := find(f)
	if !ok {
		return func(yield func(*record.Game, error) bool) {
			yield(nil, &record.FileError{File: name, Err: fmt.Errorf("%s cannot be read", f)})
		}
	}
	return withEmpties(e.read(r, name))
}

// withEmpties corrects results that do not count the empty squares to the winner.
func withEmpties(games iter.Seq2[*record.Game, error]) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		for g, err := range games {
			if g != nil {
				g.CountEmpties()
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// ReadFile is [Read] for a path, which may also be a folder or a zip archive, as in [Inputs]. For a .wtb file, the
// names of players and tournaments are read from the lists beside it. A file that cannot be opened yields only the
// error of [os.Open]. Other errors are those of [Read].
func ReadFile(path string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		for source := range (Inputs{Paths: []string{path}}).Sources() {
			for g, err := range source.Games {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// Write writes games to w and returns what the format could not store. It returns an error if w fails or a game is not
// valid. WTHOR consists of several files: use [wthor.Write].
func Write(w io.Writer, f Format, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	e, ok := find(f)
	if !ok || e.write == nil {
		return nil, fmt.Errorf("%s cannot be written to one file", f)
	}
	return e.write(w, games)
}
