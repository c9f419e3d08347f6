package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainNetworkCommand() *cobra.Command {
	c := &cobra.Command{Use: "network", Short: p.Words["train.network.short"], Long: p.Words["train.network.long"], Example: p.Words["train.network.example"]}
	t, s, f := p.addTraining(c), train.NetworkSettings{}, c.Flags()
	t.addData(c)
	f.IntVar(&s.From, "from", 25, p.Words["train.network.from"])
	f.IntVar(&s.To, "to", 7, p.Words["train.network.to"])
	f.IntVar(&s.Solved, "solved", 2_000_000, p.Words["train.network.solved"])
	f.IntVar(&s.Judged, "judged", 250_000, p.Words["train.network.judged"])
	f.IntVar(&s.Look, "look", 4, p.Words["train.network.look"])
	f.IntVar(&s.Passes, "passes", 1, p.Words["train.network.passes"])
	f.IntVar(&s.Epochs, "epochs", 3, p.Words["train.network.epochs"])
	f.Float64Var(&s.Rate, "rate", 0.1, p.Words["train.network.rate"])
	f.IntSliceVar(&s.Shared, "shared", []int{13}, p.Words["train.network.shared"])
	f.Uint64Var(&s.Seed, "seed", 1, p.Words["train.network.seed"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Network(c.Context(), t.dir, t.from(), s)
	}
	return c
}
