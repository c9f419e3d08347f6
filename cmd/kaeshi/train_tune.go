package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainTuneCommand() *cobra.Command {
	c := &cobra.Command{Use: "tune", Short: p.words["train.tune.short"], Long: p.words["train.tune.long"], Example: p.words["train.tune.example"]}
	t, s, f := p.addTraining(c), train.TuneSettings{}, c.Flags()
	f.StringSliceVar(&t.data, "data", nil, p.words["train.tune.data"])
	f.IntVar(&s.From, "from", 25, p.words["train.tune.from"])
	f.IntVar(&s.Epochs, "epochs", 1, p.words["train.network.epochs"])
	f.Float64Var(&s.Rate, "rate", 0.1, p.words["train.network.rate"])
	f.Float64Var(&s.SumRate, "sum-rate", 0, p.words["train.tune.sum-rate"])
	f.IntVar(&s.SumTo, "sum-to", 0, p.words["train.tune.sum-to"])
	f.Uint64Var(&s.Seed, "seed", 1, p.words["train.tune.seed"])
	weights := f.String("weights", "", p.words["train.weights"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		run, err := t.run(c)
		if err != nil {
			return err
		}
		return run.Tune(c.Context(), t.dir, t.from(), s, *weights)
	}
	return c
}
