package book

import (
	"io"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// gameFiles reads files of games in any known format.
type gameFiles struct {
	*verb.Env

	paths   []string
	stdin   io.Reader
	faults  int   // games that could not be read
	failure error // of a file that could not be read
}

// all yields the games that can be read and logs the errors of the others. It stops at a file that cannot be read.
func (f *gameFiles) all(yield func(*record.Game) bool) {
	for source := range (files.Inputs{Paths: f.paths, Stdin: f.stdin}).Sources() {
		for g, err := range source.Games {
			switch {
			case verb.Unreadable(err):
				f.failure = err
				return
			case err != nil:
				f.faults++
				f.Log("%v", err)
			case !yield(g):
				return
			}
		}
	}
}

// verdict returns an error with the number of games that could not be read, or nil.
func (f *gameFiles) verdict() error {
	if f.faults == 0 {
		return nil
	}
	return terminal.Illegal("games that could not be read: %d", f.faults)
}
