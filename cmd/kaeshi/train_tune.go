package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainTuneCommand() *cobra.Command {
	c := &cobra.Command{Use: "tune", Short: p.Words["train.tune.short"], Long: p.Words["train.tune.long"], Example: p.Words["train.tune.example"]}
	t, s, f := p.addTraining(c), train.TuneSettings{}, c.Flags()
	f.StringSliceVar(&t.data, "data", nil, p.Words["train.tune.data"])
	f.IntVar(&s.From, "from", 25, p.Words["train.tune.from"])
	f.IntVar(&s.Epochs, "epochs", 1, p.Words["train.network.epochs"])
	f.Float64Var(&s.Rate, "rate", 0.1, p.Words["train.network.rate"])
	f.Float64Var(&s.SumRate, "sum-rate", 0, p.Words["train.tune.sum-rate"])
	f.IntVar(&s.SumTo, "sum-to", 0, p.Words["train.tune.sum-to"])
	f.Uint64Var(&s.Seed, "seed", 1, p.Words["train.tune.seed"])
	weights := f.String("weights", "", p.Words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Tune(c.Context(), t.dir, t.from(), s, *weights)
	}
	return c
}
