package book

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func growCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.grow", "grow BOOK", verb.Args(1, 1, "one book"))
	judges, g := addJudgeFlags(env, c), book.Growth{}
	c.Flags().IntVar(&g.Positions, "positions", 0, env.Words["book.positions"])
	c.Flags().DurationVar(&g.Time, "time", 0, env.Words["book.time"])
	c.Flags().IntVar(&g.Least, "empties", 0, env.Words["book.grow.empties"])
	from := c.Flags().String("from", "", env.Words["book.from"])
	ply := c.Flags().Float64("ply-cost", 0.5, env.Words["book.ply-cost"])
	most := c.Flags().Float64("most-cost", 0, env.Words["book.most-cost"])
	c.Flags().IntVar(&g.Batch, "batch", 0, env.Words["book.batch"])
	c.Flags().Lookup("batch").DefValue = "" // the help states the default
	named := flags.AddCluster(c, env.Words, "cluster", "flag.cluster").AddVerify(c, env.Words)
	flags.Yields(c, "cluster", "threads")
	flags.AtLeast(c, 1, "positions", "time")
	flags.Between(c, 1, book.MostBatch, "batch")
	flags.Between(c, 0, 64, "ply-cost")
	flags.Between(c, 0, 60, "empties")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		share, err := named.Verify()
		if err != nil {
			return err
		}
		if share > 0 && (g.Positions == 0 || g.Time > 0) {
			return terminal.Usage("--verify requires --positions and excludes --time, because positions " +
				"are added when the results of all of them are there")
		}
		g.Ply, g.Most = book.ValueOf(*ply), book.ValueOf(*most)
		at, err := gameTo(*from)
		if err != nil {
			return terminal.Illegal("%w", err)
		}
		g.Start = at.Position()
		run := func(f *book.File) (book.Growing, error) { return f.Grow(c.Context(), g) }
		if !named.Named() {
			g.Judges, err = judges.judges()
		} else {
			var fleet units.Options
			var clearLine func()
			if fleet, clearLine, err = useCluster(env, c, named, judges); err == nil {
				defer fleet.Client.Close()
				defer clearLine()
			}
			run = func(f *book.File) (book.Growing, error) {
				return units.Grow(c.Context(), fleet, f, judges.remotely(g, args[0]))
			}
		}
		if err != nil {
			return err
		}
		f, err := book.Open(args[0], step(env, c, args))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		progress := env.Progress()
		g.Progress = func(done book.Growing) { progress.Show(done.String()) }
		done, err := run(f)
		progress.End(done.String())
		return err
	}
	return c
}

// useCluster connects to the cluster that searches positions.
func useCluster(
	env *verb.Env, c *cobra.Command, named *flags.Cluster, judges *judgeFlags,
) (o units.Options, clearLine func(), err error) {
	if flags.OnCommandLine(c, "threads") {
		return o, nil, terminal.Usage("--threads cannot be used with --cluster, where one thread searches " +
			"each position; set --threads of 'kaeshi worker' instead")
	}
	if o, clearLine, err = env.UseCluster(c.Context(), named, "book grow"); err != nil {
		return o, nil, err
	}
	o.VerifyThreads = flags.Checkers(int(judges.hash))
	if c.Flags().Changed("batch") {
		return o, clearLine, nil
	}
	return o, clearLine, c.Flags().Set("batch", usualBatch) // the history of the book states it
}

// usualBatch is the number of positions that a cluster searches at a time.
const usualBatch = "64"

// remotely returns the growth of the book at path on a cluster. Books with the same path on the same machine are the
// same book.
func (f *judgeFlags) remotely(g book.Growth, path string) units.Growing {
	host, _ := os.Hostname() // without it, books of two machines may wait for each other
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return units.Growing{Growth: g, Level: f.level, Hash: int(f.hash), Name: host + "\n" + path}
}
