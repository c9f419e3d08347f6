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

// Read yields the games of a file in any format: see [Sniff]. A game that cannot be read yields a [*record.FileError]
// in its place, without a game, and reading goes on with the next one; it ends early when r fails. Of a WTHOR file
// the names of players are in other files: [ReadFile] finds them. Texts may be in UTF-8, UTF-16, Shift-JIS or
// Latin-1.
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

// ReadAs is [Read] for a format that is known, with the same errors.
func ReadAs(r io.Reader, f Format, name string) iter.Seq2[*record.Game, error] {
	e, ok := find(f)
	if !ok {
		return func(yield func(*record.Game, error) bool) {
			yield(nil, &record.FileError{File: name, Err: fmt.Errorf("%s cannot be read", f)})
		}
	}
	return counted(e.read(r, name))
}

// counted gives the squares left empty to the winner where a file counts the discs alone.
func counted(games iter.Seq2[*record.Game, error]) iter.Seq2[*record.Game, error] {
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

// ReadFile is [Read] for a path, which may also be a folder or a zip archive: see [Inputs]. For a .wtb file it reads
// the names of players and tournaments from the lists beside it. A file that cannot be opened yields the error of
// [os.Open] alone; for others see [Read].
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

// Write writes games to w one after the other, and lists what the format could not hold. The error is that of w, or
// of a game that is not valid. WTHOR, which is several files, is written by [wthor.Write].
func Write(w io.Writer, f Format, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	e, ok := find(f)
	if !ok || e.write == nil {
		return nil, fmt.Errorf("%s cannot be written to one file", f)
	}
	return e.write(w, games)
}
