package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainProbCutCommand() *cobra.Command {
	c := &cobra.Command{Use: "probcut", Short: p.Words["train.probcut.short"], Long: p.Words["train.probcut.long"], Example: p.Words["train.probcut.example"]}
	t, s := p.addTraining(c), train.ProbCutSettings{}
	flags := c.Flags()
	flags.StringSliceVar(&t.data, "data", nil, p.Words["train.probcut.data"])
	flags.IntVarP(&s.Positions, "count", "n", 1800, p.Words["train.probcut.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, p.Words["train.probcut.seed"])
	flags.IntVar(&s.Least, "least", 12, p.Words["train.probcut.least"])
	flags.IntVar(&s.Most, "most", 54, p.Words["train.probcut.most"])
	flags.IntVar(&s.Step, "stride", 3, p.Words["train.probcut.stride"])
	flags.IntVar(&s.Depth, "depth", 10, p.Words["train.probcut.depth"])
	flags.IntVar(&s.Exact, "exact", 21, p.Words["train.probcut.exact"])
	flags.IntVar(&s.Within, "within", 30, p.Words["train.probcut.within"])
	flags.IntVar(&s.Shard, "shard", 50, p.Words["train.probcut.shard"])
	weights := flags.String("weights", "", p.Words["train.probcut.weights"])
	asJSON := flags.Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		report, err := run.ProbCut(c.Context(), t.dir, t.data, s, *weights, p.Japanese())
		if err != nil {
			return err
		}
		return p.Show(report, *asJSON)
	}
	return c
}
