package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainLeavesCommand() *cobra.Command {
	c := &cobra.Command{Use: "leaves", Short: p.Words["train.leaves.short"], Long: p.Words["train.leaves.long"]}
	t, s, f := p.addTraining(c), train.LeafSettings{}, c.Flags()
	f.IntVarP(&s.Games, "count", "n", 10_000, p.Words["train.leaves.count"])
	f.Uint64Var(&s.Seed, "seed", 1, p.Words["train.seed"])
	f.IntVar(&s.From, "from", 25, p.Words["train.leaves.from"])
	f.IntVar(&s.To, "to", 8, p.Words["train.leaves.to"])
	f.IntVar(&s.Ahead, "ahead", 6, p.Words["train.leaves.ahead"])
	f.IntVar(&s.Solve, "solve", 13, p.Words["train.leaves.solve"])
	f.IntVar(&s.Solved, "solved", 48, p.Words["train.leaves.solved"])
	f.IntVar(&s.Judged, "judged", 32, p.Words["train.leaves.judged"])
	f.IntVar(&s.Look, "look", 4, p.Words["train.network.look"])
	f.IntVar(&s.Shard, "shard", 100, p.Words["train.shard"])
	weights := f.String("weights", "", p.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Leaves(c.Context(), t.dir, s, *weights)
	}
	return c
}
