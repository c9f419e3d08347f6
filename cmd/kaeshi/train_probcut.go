package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainProbCutCommand(language string) *cobra.Command {
	c := &cobra.Command{Use: "probcut", Short: p.words["train.probcut.short"], Long: p.words["train.probcut.long"], Example: p.words["train.probcut.example"]}
	t, s := p.addTraining(c), train.ProbCutSettings{}
	flags := c.Flags()
	flags.StringSliceVar(&t.data, "data", nil, p.words["train.probcut.data"])
	flags.IntVarP(&s.Positions, "count", "n", 1800, p.words["train.probcut.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, p.words["train.probcut.seed"])
	flags.IntVar(&s.Least, "least", 12, p.words["train.probcut.least"])
	flags.IntVar(&s.Most, "most", 54, p.words["train.probcut.most"])
	flags.IntVar(&s.Step, "stride", 3, p.words["train.probcut.stride"])
	flags.IntVar(&s.Depth, "depth", 10, p.words["train.probcut.depth"])
	flags.IntVar(&s.Exact, "exact", 21, p.words["train.probcut.exact"])
	flags.IntVar(&s.Within, "within", 30, p.words["train.probcut.within"])
	flags.IntVar(&s.Shard, "shard", 50, p.words["train.probcut.shard"])
	weights := flags.String("weights", "", p.words["train.probcut.weights"])
	asJSON := flags.Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		report, err := run.ProbCut(c.Context(), t.dir, t.data, s, *weights, language == "ja")
		if err != nil {
			return err
		}
		return p.show(report, *asJSON)
	}
	return c
}
