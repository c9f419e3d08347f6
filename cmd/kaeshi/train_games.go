package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainGamesCommand() *cobra.Command {
	c := &cobra.Command{Use: "games", Short: p.words["train.games.short"], Long: p.words["train.games.long"]}
	t, s := p.addTraining(c), train.GameSettings{}
	flags := c.Flags()
	flags.IntVarP(&s.Games, "count", "n", 1000, p.words["train.count"])
	flags.Uint64Var(&s.Seed, "seed", 1, p.words["train.seed"])
	flags.IntVar(&s.RandomMin, "random-min", 4, p.words["train.random-min"])
	flags.IntVar(&s.RandomMost, "random-most", 40, p.words["train.random-most"])
	flags.IntVar(&s.Lines, "lines", 12, p.words["train.lines"])
	flags.IntVar(&s.Depth, "depth", 1, p.words["train.depth"])
	flags.Float64Var(&s.Noise, "noise", 1, p.words["train.noise"])
	flags.Float64Var(&s.NoiseMost, "noise-most", 8, p.words["train.noise-most"])
	flags.Float64Var(&s.Blunders, "blunders", 0.2, p.words["train.blunders"])
	flags.IntVar(&s.Exact, "exact", 10, p.words["train.exact"])
	flags.IntVar(&s.Last, "end", 7, p.words["train.end"])
	flags.IntVar(&s.Shard, "shard", 1000, p.words["train.shard"])
	weights := flags.String("weights", "", p.words["train.weights"])
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
	c := &cobra.Command{Use: "label", Short: p.words["train.label.short"], Long: p.words["train.label.long"]}
	t, s := p.addTraining(c), train.LabelSettings{}
	t.addData(c)
	c.Flags().IntVar(&s.Depth, "depth", 4, p.words["train.depth"])
	weights := c.Flags().String("weights", "", p.words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Label(c.Context(), t.dir, t.from(), s, *weights)
	}
	return c
}
