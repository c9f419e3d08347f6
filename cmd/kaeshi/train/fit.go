package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func fitCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.fit", "fit", nil)
	t, s := addTraining(env, c), train.FitSettings{}
	t.addData(c)
	f := c.Flags()
	f.IntVar(&s.First, "first", 50, env.Words["train.first"])
	f.IntVar(&s.Last, "last", 8, env.Words["train.last"])
	f.IntVar(&s.Plies, "plies", 2, env.Words["train.plies"])
	f.IntVar(&s.Overlap, "overlap", 0, env.Words["train.overlap"])
	f.Float64Var(&s.Ridge, "ridge", 30, env.Words["train.ridge"])
	f.IntVar(&s.Iterations, "iterations", 60, env.Words["train.iterations"])
	f.IntVar(&s.Patience, "patience", 5, env.Words["train.patience"])
	f.Float64Var(&s.Trust, "trust", 1, env.Words["train.trust"])
	f.IntVar(&s.Look, "look", 4, env.Words["train.look"])
	f.IntVar(&s.Most, "most", 0, env.Words["train.most"])
	f.IntVar(&s.Deep.Positions, "deep", 0, env.Words["train.deep"])
	f.IntVar(&s.Deep.Solve, "deep-solve", 17, env.Words["train.deep-solve"])
	f.IntVar(&s.Deep.Look, "deep-look", 0, env.Words["train.deep-look"])
	f.Float64Var(&s.Deep.Ridge, "deep-ridge", 300, env.Words["train.deep-ridge"])
	flags.AtLeast(c, 1, "plies", "iterations", "patience")
	flags.Between(c, 0, 1, "trust")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
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
		flags.Alternatives(c, "light", name)
	}
	flags.AtLeast(c, 1, "step", "merge")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		if *light {
			return run.Pack(t.dir, train.LightName, train.LightPack())
		}
		return run.Pack(t.dir, train.WeightsName, s)
	}
	return c
}
