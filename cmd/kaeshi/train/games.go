package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/play"
)

func gamesCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.games", "games", nil)
	t, s := addTraining(env, c), play.Settings{}
	flags := c.Flags()
	flags.IntVarP(&s.Games, "count", "n", 1000, env.Words["train.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, env.Words["train.seed"])
	flags.IntVar(&s.RandomMin, "random-min", 4, env.Words["train.random-min"])
	flags.IntVar(&s.RandomMost, "random-most", 40, env.Words["train.random-most"])
	flags.IntVar(&s.Lines, "lines", 12, env.Words["train.lines"])
	flags.IntVar(&s.Depth, "depth", 1, env.Words["train.depth"])
	flags.Float64Var(&s.Noise, "noise", 1, env.Words["train.noise"])
	flags.Float64Var(&s.NoiseMost, "noise-most", 8, env.Words["train.noise-most"])
	flags.Float64Var(&s.Blunders, "blunders", 0.2, env.Words["train.blunders"])
	flags.IntVar(&s.Exact, "exact", 10, env.Words["train.exact"])
	flags.IntVar(&s.Last, "end", 7, env.Words["train.end"])
	flags.IntVar(&s.Shard, "shard", 1000, env.Words["train.shard"])
	weights := flags.String("weights", "", env.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return play.Games(c.Context(), run.Run, t.dir, s, *weights)
	}
	return c
}

func labelCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.label", "label", nil)
	t, s := addTraining(env, c), train.LabelSettings{}
	t.addData(c)
	c.Flags().IntVar(&s.Depth, "depth", 4, env.Words["train.depth"])
	weights := c.Flags().String("weights", "", env.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Label(c.Context(), t.dir, t.from(), s, *weights)
	}
	return c
}
