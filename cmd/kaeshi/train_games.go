package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainGamesCommand() *cobra.Command {
	c := &cobra.Command{Use: "games", Short: p.Words["train.games.short"], Long: p.Words["train.games.long"]}
	t, s := p.addTraining(c), train.GameSettings{}
	flags := c.Flags()
	flags.IntVarP(&s.Games, "count", "n", 1000, p.Words["train.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, p.Words["train.seed"])
	flags.IntVar(&s.RandomMin, "random-min", 4, p.Words["train.random-min"])
	flags.IntVar(&s.RandomMost, "random-most", 40, p.Words["train.random-most"])
	flags.IntVar(&s.Lines, "lines", 12, p.Words["train.lines"])
	flags.IntVar(&s.Depth, "depth", 1, p.Words["train.depth"])
	flags.Float64Var(&s.Noise, "noise", 1, p.Words["train.noise"])
	flags.Float64Var(&s.NoiseMost, "noise-most", 8, p.Words["train.noise-most"])
	flags.Float64Var(&s.Blunders, "blunders", 0.2, p.Words["train.blunders"])
	flags.IntVar(&s.Exact, "exact", 10, p.Words["train.exact"])
	flags.IntVar(&s.Last, "end", 7, p.Words["train.end"])
	flags.IntVar(&s.Shard, "shard", 1000, p.Words["train.shard"])
	weights := flags.String("weights", "", p.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Games(c.Context(), t.dir, s, *weights)
	}
	return c
}

func (p *program) trainLabelCommand() *cobra.Command {
	c := &cobra.Command{Use: "label", Short: p.Words["train.label.short"], Long: p.Words["train.label.long"]}
	t, s := p.addTraining(c), train.LabelSettings{}
	t.addData(c)
	c.Flags().IntVar(&s.Depth, "depth", 4, p.Words["train.depth"])
	weights := c.Flags().String("weights", "", p.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Label(c.Context(), t.dir, t.from(), s, *weights)
	}
	return c
}
