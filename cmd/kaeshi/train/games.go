package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/play"
)

func gamesCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.games", "games", nil)
	t, s := addTraining(env, c), play.Settings{}
	t.addCluster(c)
	f := c.Flags()
	f.IntVarP(&s.Games, "count", "n", 1000, env.Words["train.count"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.seed"])
	f.IntVar(&s.RandomMin, "random-min", 4, env.Words["train.random-min"])
	f.IntVar(&s.RandomMost, "random-most", 40, env.Words["train.random-most"])
	f.IntVar(&s.Lines, "lines", 12, env.Words["train.lines"])
	f.IntVar(&s.Depth, "depth", 1, env.Words["train.depth"])
	f.Float64Var(&s.Noise, "noise", 1, env.Words["train.noise"])
	f.Float64Var(&s.NoiseMost, "noise-most", 8, env.Words["train.noise-most"])
	f.Float64Var(&s.Blunders, "blunders", 0.2, env.Words["train.blunders"])
	f.IntVar(&s.Exact, "exact", 10, env.Words["train.exact"])
	f.IntVar(&s.Last, "end", 7, env.Words["train.end"])
	f.IntVar(&s.Shard, "shard", 1000, env.Words["train.shard"])
	weights := f.String("weights", "", env.Words["train.weights"])
	flags.AtLeast(c, 1, "count", "lines", "depth", "shard")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return t.start(c, func(run train.Run) error {
			return play.Games(c.Context(), run.Run, t.dir, s, *weights)
		})
	}
	return c
}

func labelCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.label", "label", nil)
	t, s := addTraining(env, c), train.LabelSettings{}
	t.addData(c)
	t.addCluster(c)
	c.Flags().IntVar(&s.Depth, "depth", 4, env.Words["train.depth"])
	weights := c.Flags().String("weights", "", env.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		return t.start(c, func(run train.Run) error {
			return run.Label(c.Context(), t.dir, t.from(), s, *weights)
		})
	}
	return c
}
