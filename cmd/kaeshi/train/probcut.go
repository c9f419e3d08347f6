package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train/probcut"
)

func probCutCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.probcut", "probcut", nil)
	t, s := addTraining(env, c), probcut.Settings{}
	f := c.Flags()
	f.StringSliceVar(&t.data, "data", nil, env.Words["train.probcut.data"])
	f.IntVarP(&s.Positions, "count", "n", 1800, env.Words["train.probcut.count"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.probcut.seed"])
	f.IntVar(&s.Least, "least", 12, env.Words["train.probcut.least"])
	f.IntVar(&s.Most, "most", 54, env.Words["train.probcut.most"])
	f.IntVar(&s.Step, "stride", 3, env.Words["train.probcut.stride"])
	f.IntVar(&s.Depth, "depth", 10, env.Words["train.probcut.depth"])
	f.IntVar(&s.Exact, "exact", 21, env.Words["train.probcut.exact"])
	f.IntVar(&s.Within, "within", 30, env.Words["train.probcut.within"])
	f.IntVar(&s.Shard, "shard", 50, env.Words["train.probcut.shard"])
	weights := f.String("weights", "", env.Words["train.probcut.weights"])
	asJSON := f.Bool("json", false, env.Words["flag.json"])
	flags.AtLeast(c, 1, "count", "stride", "within", "shard")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		job := probcut.Job{Run: run.Run, Dir: t.dir, From: t.data, Weights: *weights, Lang: env.Language}
		report, err := job.Measure(c.Context(), s)
		if err != nil {
			return err
		}
		return env.Show(report, *asJSON)
	}
	return c
}
