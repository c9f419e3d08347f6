package book

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
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
	flags.AtLeast(c, 1, "positions", "time")
	flags.Between(c, 0, 64, "ply-cost")
	flags.Between(c, 0, 60, "empties")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if g.Judges, err = judges.judges(); err != nil {
			return err
		}
		g.Ply, g.Most = book.ValueOf(*ply), book.ValueOf(*most)
		at, err := gameTo(*from)
		if err != nil {
			return terminal.Illegal("%w", err)
		}
		g.Start = at.Position()
		f, err := book.Open(args[0], step(env, c, args))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		progress := env.Progress()
		g.Progress = func(done book.Growing) { progress.Show(done.String()) }
		done, err := f.Grow(c.Context(), g)
		progress.End(done.String())
		return err
	}
	return c
}
