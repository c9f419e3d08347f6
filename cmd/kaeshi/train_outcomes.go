package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainOutcomesCommand() *cobra.Command {
	c := &cobra.Command{Use: "outcomes", Short: p.words["train.outcomes.short"], Long: p.words["train.outcomes.long"]}
	t, s, f := p.addTraining(c), train.OutcomeSettings{}, c.Flags()
	f.IntVarP(&s.Games, "count", "n", 10_000, p.words["train.count"])
	f.Uint64Var(&s.Seed, "seed", 1, p.words["train.seed"])
	f.IntVar(&s.RandomMin, "random-min", 5, p.words["train.random-min"])
	f.IntVar(&s.RandomMost, "random-most", 16, p.words["train.outcomes.random-most"])
	f.IntVar(&s.Even, "even", 10, p.words["train.outcomes.even"])
	f.IntVar(&s.Lines, "lines", 3, p.words["train.lines"])
	f.IntVar(&s.Depth, "depth", 6, p.words["train.depth"])
	f.IntVar(&s.Confidence, "confidence", 50, p.words["train.outcomes.confidence"])
	f.IntVar(&s.Exact, "exact", 14, p.words["train.outcomes.exact"])
	f.IntVar(&s.From, "from", 45, p.words["train.leaves.from"])
	f.IntVar(&s.Shard, "shard", 1000, p.words["train.shard"])
	f.StringSliceVar(&s.Starts, "starts", nil, p.words["train.outcomes.starts"])
	weights := f.String("weights", "", p.words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Outcomes(c.Context(), t.dir, s, *weights)
	}
	return c
}
