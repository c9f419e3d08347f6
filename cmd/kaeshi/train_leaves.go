package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainLeavesCommand() *cobra.Command {
	c := &cobra.Command{Use: "leaves", Short: p.words["train.leaves.short"], Long: p.words["train.leaves.long"]}
	t, s, f := p.addTraining(c), train.LeafSettings{}, c.Flags()
	f.IntVarP(&s.Games, "count", "n", 10_000, p.words["train.leaves.count"])
	f.Uint64Var(&s.Seed, "seed", 1, p.words["train.seed"])
	f.IntVar(&s.From, "from", 25, p.words["train.leaves.from"])
	f.IntVar(&s.To, "to", 8, p.words["train.leaves.to"])
	f.IntVar(&s.Ahead, "ahead", 6, p.words["train.leaves.ahead"])
	f.IntVar(&s.Solve, "solve", 13, p.words["train.leaves.solve"])
	f.IntVar(&s.Solved, "solved", 48, p.words["train.leaves.solved"])
	f.IntVar(&s.Judged, "judged", 32, p.words["train.leaves.judged"])
	f.IntVar(&s.Look, "look", 4, p.words["train.network.look"])
	f.IntVar(&s.Shard, "shard", 100, p.words["train.shard"])
	weights := f.String("weights", "", p.words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Leaves(c.Context(), t.dir, s, *weights)
	}
	return c
}
