package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainFitCommand() *cobra.Command {
	c := &cobra.Command{Use: "fit", Short: p.words["train.fit.short"], Long: p.words["train.fit.long"]}
	t, s := p.addTraining(c), train.FitSettings{}
	t.addData(c)
	flags := c.Flags()
	flags.IntVar(&s.First, "first", 54, p.words["train.first"])
	flags.IntVar(&s.Last, "last", 4, p.words["train.last"])
	flags.IntVar(&s.Plies, "plies", 2, p.words["train.plies"])
	flags.IntVar(&s.Overlap, "overlap", 0, p.words["train.overlap"])
	flags.Float64Var(&s.Ridge, "ridge", 100, p.words["train.ridge"])
	flags.IntVar(&s.Iterations, "iterations", 60, p.words["train.iterations"])
	flags.IntVar(&s.Patience, "patience", 5, p.words["train.patience"])
	flags.Float64Var(&s.Trust, "trust", 1, p.words["train.trust"])
	flags.IntVar(&s.Look, "look", 3, p.words["train.look"])
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
	c := &cobra.Command{Use: "pack", Short: p.words["train.pack.short"], Long: p.words["train.pack.long"]}
	t := p.addTraining(c)
	step := c.Flags().Int("step", 4, p.words["train.step"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Pack(t.dir, *step)
	}
	return c
}
