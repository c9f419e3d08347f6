package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

func (p *program) importCommand() *cobra.Command {
	c := p.Command("import", "import FILE…", verb.Files(1, "files"))
	database := c.Flags().String("db", "", p.Words["import.db"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, paths []string) (err error) {
		run := &importRun{program: p, database: *database}
		defer func() { err = errors.Join(err, run.close()) }()
		watch := p.Watch(c.Context(), func(time.Duration) string {
			return lang.Count(int(run.read.Load()), "game", "games") + " read"
		})
		into := explorer.Import{
			Open: run.open, Count: func(n int) { run.read.Store(int64(n)) },
			Fault: func(err error) {
				watch.Clear()
				p.Fault(err, *asJSON)
			},
		}
		inputs := files.Inputs{Paths: paths, Stdin: p.StdinIfNamed(c.Context(), paths)}
		fault := into.Run(c.Context(), inputs.Sources())
		watch.Stop()
		return errors.Join(fault, p.Show(imported(into.Sum), *asJSON), importVerdict(&into))
	}
	return c
}

// importRun is a run of the command import.
type importRun struct {
	*program

	database string
	store    *store.Store // opened for the first game, so that a run without games creates no database
	waited   bool
	read     atomic.Int64 // games so far, for the progress
}

// open opens the database.
func (r *importRun) open(ctx context.Context) (into *store.Import, err error) {
	if r.store, err = r.OpenStore(ctx, r.database); err != nil {
		return nil, err
	}
	into = r.store.NewImport()
	into.Waiting = r.waiting
	return into, nil
}

func (r *importRun) close() error {
	if r.store == nil {
		return nil
	}
	return r.store.Close()
}

func (r *importRun) waiting() {
	if !r.waited {
		r.Log("waiting for another program that is writing to the database")
	}
	r.waited = true
}

// importVerdict returns an error if a file could not be read or a game was refused.
func importVerdict(i *explorer.Import) error {
	switch {
	case i.Unread:
		return terminal.Failure("%s could not be read", lang.Count(i.Broken, "file", "files"))
	case i.Broken > 0:
		return terminal.Illegal("%s could not be read to the end", lang.Count(i.Broken, "file", "files"))
	case i.Sum.Refused > 0:
		return terminal.Illegal("%d of %s refused", i.Sum.Refused, lang.Count(i.Sum.Read, "game", "games"))
	}
	return nil
}

// imported is the result of an import with its text output.
type imported explorer.Imported

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
