package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainFitCommand() *cobra.Command {
	c := &cobra.Command{Use: "fit", Short: p.Words["train.fit.short"], Long: p.Words["train.fit.long"]}
	t, s := p.addTraining(c), train.FitSettings{}
	t.addData(c)
	flags := c.Flags()
	flags.IntVar(&s.First, "first", 50, p.Words["train.first"])
	flags.IntVar(&s.Last, "last", 8, p.Words["train.last"])
	flags.IntVar(&s.Plies, "plies", 2, p.Words["train.plies"])
	flags.IntVar(&s.Overlap, "overlap", 0, p.Words["train.overlap"])
	flags.Float64Var(&s.Ridge, "ridge", 30, p.Words["train.ridge"])
	flags.IntVar(&s.Iterations, "iterations", 60, p.Words["train.iterations"])
	flags.IntVar(&s.Patience, "patience", 5, p.Words["train.patience"])
	flags.Float64Var(&s.Trust, "trust", 1, p.Words["train.trust"])
	flags.IntVar(&s.Look, "look", 4, p.Words["train.look"])
	flags.IntVar(&s.Most, "most", 0, p.Words["train.most"])
	flags.IntVar(&s.Deep.Positions, "deep", 0, p.Words["train.deep"])
	flags.IntVar(&s.Deep.Solve, "deep-solve", 17, p.Words["train.deep-solve"])
	flags.IntVar(&s.Deep.Look, "deep-look", 0, p.Words["train.deep-look"])
	flags.Float64Var(&s.Deep.Ridge, "deep-ridge", 300, p.Words["train.deep-ridge"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Fit(c.Context(), t.dir, t.from(), s)
	}
	return c
}

func (p *program) trainPackCommand() *cobra.Command {
	c := &cobra.Command{Use: "pack", Short: p.Words["train.pack.short"], Long: p.Words["train.pack.long"]}
	t := p.addTraining(c)
	s := train.PackSettings{}
	c.Flags().IntVar(&s.Step, "step", 4, p.Words["train.step"])
	c.Flags().IntVar(&s.Keep, "keep", 0, p.Words["train.keep"])
	c.Flags().IntVar(&s.Merge, "merge", 1, p.Words["train.merge"])
	light := c.Flags().Bool("light", false, p.Words["train.light"])
	for _, name := range []string{"step", "keep", "merge"} {
		c.MarkFlagsMutuallyExclusive("light", name)
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		if *light {
			return run.Pack(t.dir, train.LightName, train.LightPack())
		}
		return run.Pack(t.dir, train.WeightsName, s)
	}
	return c
}
