package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

func (p *program) importCommand() *cobra.Command {
	c := p.Command("import", "import FILE…", verb.Files(1, "files"))
	database := c.Flags().String("db", "", p.Words["import.db"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, paths []string) (err error) {
		run := &importRun{program: p, database: *database, asJSON: *asJSON}
		defer func() { err = errors.Join(err, run.close()) }()
		watch := p.Watch(c.Context(), func(time.Duration) string {
			return lang.Count(int(run.read.Load()), "game", "games") + " read"
		})
		run.watch = watch
		fault := run.files(c.Context(), paths)
		watch.Stop()
		return errors.Join(fault, p.Show(run.sum, *asJSON), run.verdict())
	}
	return c
}

// importRun is a run of the command import.
type importRun struct {
	*program

	database string
	store    *store.Store  // opened for the first game, so that a run without games creates no database
	into     *store.Import // nil before it is opened
	asJSON   bool          // write errors as documents, too
	sum      imported
	broken   int  // files that could not be read to the end
	unread   bool // at least one of them because of an I/O error
	waited   bool
	watch    *verb.Watch
	read     atomic.Int64 // games so far, for the progress
}

// open opens the database unless it is open.
func (r *importRun) open(ctx context.Context) (err error) {
	if r.into != nil {
		return nil
	}
	if r.store, err = r.OpenStore(ctx, r.database); err != nil {
		return err
	}
	r.into = r.store.NewImport()
	r.into.Waiting = r.waiting
	return nil
}

func (r *importRun) close() error {
	if r.store == nil {
		return nil
	}
	return r.store.Close()
}

// files stores the games of all files and skips invalid games.
func (r *importRun) files(ctx context.Context, paths []string) (err error) {
	defer func() {
		if r.into != nil {
			r.sum.count(r.into.Sum())
		}
	}()
	inputs := files.Inputs{Paths: paths, Stdin: r.StdinIfNamed(ctx, paths)}
	for source := range inputs.Sources() {
		for g, err := range source.Games {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				if err := r.open(ctx); err != nil {
					return err
				}
				r.sum.Read++
				r.read.Add(1)
				if _, found := g.Contradiction(); found {
					r.sum.Contradicted++
				}
				err = r.into.Add(ctx, filepath.Base(source.Name), g)
			}
			if err := r.note(source.Name, err); err != nil {
				return err
			}
		}
	}
	if r.into != nil {
		_, err = r.into.Finish(ctx)
	}
	return err
}

// note logs and counts an error of one game or one file. It returns errors of the database, which end the run.
func (r *importRun) note(path string, err error) error {
	if err != nil {
		r.watch.Clear()
	}
	refusal, file := (*store.Refusal)(nil), (*record.FileError)(nil)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		r.sum.Refused++
		r.Fault(fmt.Errorf("%s: game %d of this run: %w", path, r.sum.Read, err), r.asJSON)
	case errors.As(err, &file) && file.Game > 0:
		r.sum.Read++
		r.sum.Refused++
		r.Fault(err, r.asJSON)
	case errors.As(err, &file) || verb.Unreadable(err):
		r.broken++
		r.unread = r.unread || verb.Unreadable(err)
		r.Fault(err, r.asJSON)
	default:
		return err
	}
	return nil
}

func (r *importRun) waiting() {
	if !r.waited {
		r.Log("waiting for another program that is writing to the database")
	}
	r.waited = true
}

// verdict returns an error if a file could not be read or a game was refused.
func (r *importRun) verdict() error {
	switch {
	case r.unread:
		return terminal.Failure("%s could not be read", lang.Count(r.broken, "file", "files"))
	case r.broken > 0:
		return terminal.Illegal("%s could not be read to the end", lang.Count(r.broken, "file", "files"))
	case r.sum.Refused > 0:
		return terminal.Illegal("%d of %s refused", r.sum.Refused, lang.Count(r.sum.Read, "game", "games"))
	}
	return nil
}

// imported counts the games of an import.
type imported struct {
	Read    int `json:"read"`    // found in the files
	Stored  int `json:"stored"`  // new in the database
	Known   int `json:"known"`   // already in the database
	Refused int `json:"refused"` // invalid
	Left    int `json:"left"`    // read but not stored, as the import was interrupted
	// games whose recorded result differs from that of the final board; both are stored
	Contradicted int `json:"contradicted,omitempty"`
}

func (i *imported) count(s store.ImportSum) {
	i.Stored, i.Known = s.Stored, s.Known
	i.Left = i.Read - i.Stored - i.Known - i.Refused
}

// String returns the last line of the text output.
func (i imported) String() string {
	text := fmt.Sprintf("%s read, %d stored, %d already known, %d refused",
		lang.Count(i.Read, "game", "games"), i.Stored, i.Known, i.Refused)
	if i.Left > 0 {
		text += fmt.Sprintf(", %d left; repeat the import to continue", i.Left)
	}
	if i.Contradicted > 0 {
		text += fmt.Sprintf("; the recorded result differs from the final board in %d", i.Contradicted)
	}
	return text
}

// importDocument is the JSON document of an import.
type importDocument struct {
	Schema string `json:"schema"`
	Counts
}

// Counts is an imported without its methods.
type Counts imported

// MarshalJSON adds the schema.
func (i imported) MarshalJSON() ([]byte, error) {
	return json.Marshal(importDocument{"kaeshi/import/1", Counts(i)})
}
