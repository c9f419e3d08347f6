package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train/probcut"
)

func probCutCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.probcut", "probcut", nil)
	t, s := addTraining(env, c), probcut.Settings{}
	flags := c.Flags()
	flags.StringSliceVar(&t.data, "data", nil, env.Words["train.probcut.data"])
	flags.IntVarP(&s.Positions, "count", "n", 1800, env.Words["train.probcut.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, env.Words["train.probcut.seed"])
	flags.IntVar(&s.Least, "least", 12, env.Words["train.probcut.least"])
	flags.IntVar(&s.Most, "most", 54, env.Words["train.probcut.most"])
	flags.IntVar(&s.Step, "stride", 3, env.Words["train.probcut.stride"])
	flags.IntVar(&s.Depth, "depth", 10, env.Words["train.probcut.depth"])
	flags.IntVar(&s.Exact, "exact", 21, env.Words["train.probcut.exact"])
	flags.IntVar(&s.Within, "within", 30, env.Words["train.probcut.within"])
	flags.IntVar(&s.Shard, "shard", 50, env.Words["train.probcut.shard"])
	weights := flags.String("weights", "", env.Words["train.probcut.weights"])
	asJSON := flags.Bool("json", false, env.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		job := probcut.Job{Run: run.Run, Dir: t.dir, From: t.data, Weights: *weights, Lang: env.Language}
		report, err := job.Measure(c.Context(), s)
		if err != nil {
			return err
		}
		return env.Show(report, *asJSON)
	}
	return c
}
