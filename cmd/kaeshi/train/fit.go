package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func fitCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.fit", "fit", nil)
	t, s := addTraining(env, c), train.FitSettings{}
	t.addData(c)
	flags := c.Flags()
	flags.IntVar(&s.First, "first", 50, env.Words["train.first"])
	flags.IntVar(&s.Last, "last", 8, env.Words["train.last"])
	flags.IntVar(&s.Plies, "plies", 2, env.Words["train.plies"])
	flags.IntVar(&s.Overlap, "overlap", 0, env.Words["train.overlap"])
	flags.Float64Var(&s.Ridge, "ridge", 30, env.Words["train.ridge"])
	flags.IntVar(&s.Iterations, "iterations", 60, env.Words["train.iterations"])
	flags.IntVar(&s.Patience, "patience", 5, env.Words["train.patience"])
	flags.Float64Var(&s.Trust, "trust", 1, env.Words["train.trust"])
	flags.IntVar(&s.Look, "look", 4, env.Words["train.look"])
	flags.IntVar(&s.Most, "most", 0, env.Words["train.most"])
	flags.IntVar(&s.Deep.Positions, "deep", 0, env.Words["train.deep"])
	flags.IntVar(&s.Deep.Solve, "deep-solve", 17, env.Words["train.deep-solve"])
	flags.IntVar(&s.Deep.Look, "deep-look", 0, env.Words["train.deep-look"])
	flags.Float64Var(&s.Deep.Ridge, "deep-ridge", 300, env.Words["train.deep-ridge"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Fit(c.Context(), t.dir, t.from(), s)
	}
	return c
}

func packCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.pack", "pack", nil)
	t := addTraining(env, c)
	s := train.PackSettings{}
	c.Flags().IntVar(&s.Step, "step", 4, env.Words["train.step"])
	c.Flags().IntVar(&s.Keep, "keep", 0, env.Words["train.keep"])
	c.Flags().IntVar(&s.Merge, "merge", 1, env.Words["train.merge"])
	light := c.Flags().Bool("light", false, env.Words["train.light"])
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
