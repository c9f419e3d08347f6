package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainOutcomesCommand() *cobra.Command {
	c := &cobra.Command{Use: "outcomes", Short: p.Words["train.outcomes.short"], Long: p.Words["train.outcomes.long"]}
	t, s, f := p.addTraining(c), train.OutcomeSettings{}, c.Flags()
	f.IntVarP(&s.Games, "count", "n", 10_000, p.Words["train.count"])
	f.Uint64Var(&s.Seed, "seed", 1, p.Words["train.seed"])
	f.IntVar(&s.RandomMin, "random-min", 5, p.Words["train.random-min"])
	f.IntVar(&s.RandomMost, "random-most", 16, p.Words["train.outcomes.random-most"])
	f.IntVar(&s.Even, "even", 10, p.Words["train.outcomes.even"])
	f.IntVar(&s.Lines, "lines", 3, p.Words["train.lines"])
	f.IntVar(&s.Depth, "depth", 6, p.Words["train.depth"])
	f.IntVar(&s.Confidence, "confidence", 50, p.Words["train.outcomes.confidence"])
	f.IntVar(&s.Exact, "exact", 14, p.Words["train.outcomes.exact"])
	f.IntVar(&s.From, "from", 45, p.Words["train.leaves.from"])
	f.IntVar(&s.Shard, "shard", 1000, p.Words["train.shard"])
	f.StringSliceVar(&s.Starts, "starts", nil, p.Words["train.outcomes.starts"])
	weights := f.String("weights", "", p.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Outcomes(c.Context(), t.dir, s, *weights)
	}
	return c
}
