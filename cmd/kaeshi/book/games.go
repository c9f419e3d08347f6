package book

import (
	"io"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// gameFiles are files of games in any format that is known.
type gameFiles struct {
	*verb.Env

	paths   []string
	stdin   io.Reader
	faults  int
	failure error // a file that could not be read
}

// all yields the games that can be read and tells the faults of the others.
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

func (f *gameFiles) verdict() error {
	if f.faults == 0 {
		return nil
	}
	return terminal.Illegal("faults in the games: %d", f.faults)
}
