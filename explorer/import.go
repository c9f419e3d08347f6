package explorer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

// Imported counts the games of an import.
type Imported struct {
	Schema       string `json:"schema" example:"kaeshi/import/1"`
	Read         int    `json:"read" doc:"games found in the files"`
	Stored       int    `json:"stored" doc:"new in the database"`
	Known        int    `json:"known" doc:"already in the database"`
	Refused      int    `json:"refused" doc:"invalid"`
	Left         int    `json:"left" doc:"read but not stored, as the import was interrupted"`
	Contradicted int    `json:"contradicted,omitempty" doc:"the recorded result differs from the final board"`
}

// Import stores the games of files and skips invalid ones. The zero value without Open is not valid.
type Import struct {
	// Open returns the import of the database. It is called for the first game, so that files without games change
	// nothing.
	Open  func(ctx context.Context) (*store.Import, error)
	Fault func(err error) // called for each invalid game, and for each file that cannot be read to its end
	Count func(n int)     // called with the number of games read so far; may be nil
	Sum   Imported        // the result of Run
	// files that could not be read to their end, and whether the system could not read one of them
	Broken int
	Unread bool

	into *store.Import
}

// Run imports the games of all sources. It returns an error if the database fails or ctx ends. The games in
// [Imported.Stored] remain stored.
func (i *Import) Run(ctx context.Context, sources iter.Seq[files.Source]) (err error) {
	i.Sum.Schema = "kaeshi/import/1"
	defer func() {
		if i.into == nil {
			return
		}
		s := i.into.Sum()
		i.Sum.Stored, i.Sum.Known = s.Stored, s.Known
		i.Sum.Left = i.Sum.Read - s.Stored - s.Known - i.Sum.Refused
	}()
	for source := range sources {
		for g, err := range source.Games {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = i.add(ctx, filepath.Base(source.Name), g)
			}
			if err := i.note(source.Name, err); err != nil {
				return err
			}
			if i.Count != nil {
				i.Count(i.Sum.Read)
			}
		}
	}
	if i.into != nil {
		_, err = i.into.Finish(ctx)
	}
	return err
}

func (i *Import) add(ctx context.Context, source string, g *record.Game) (err error) {
	if i.into == nil {
		if i.into, err = i.Open(ctx); err != nil {
			return &openError{err}
		}
	}
	i.Sum.Read++
	if _, found := g.Contradiction(); found {
		i.Sum.Contradicted++
	}
	return i.into.Add(ctx, source, g)
}

// openError is an error of Import.Open, which may have the type of an error of a file.
type openError struct{ error }

// note reports and counts an error of one game or one file. It returns the errors that end the run.
func (i *Import) note(name string, err error) error {
	refusal, file, path := (*store.Refusal)(nil), (*record.FileError)(nil), (*fs.PathError)(nil)
	opened, unopened := errors.AsType[*openError](err)
	switch {
	case err == nil:
		return nil
	case unopened:
		return opened.error
	case errors.As(err, &refusal):
		i.Sum.Refused++
		i.Fault(fmt.Errorf("%s: game %d of this run: %w", name, i.Sum.Read, err))
	case errors.As(err, &file) && file.Game > 0:
		i.Sum.Read++
		i.Sum.Refused++
		i.Fault(err)
	case errors.As(err, &path):
		i.Broken++
		i.Unread = true
		i.Fault(err)
	case file != nil:
		i.Broken++
		i.Fault(err)
	default:
		return err
	}
	return nil
}
