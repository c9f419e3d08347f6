package train

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func tuneCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.tune", "tune", nil)
	t, s, f := addTraining(env, c), train.TuneSettings{}, c.Flags()
	f.StringSliceVar(&t.data, "data", nil, env.Words["train.tune.data"])
	f.IntVar(&s.From, "from", 25, env.Words["train.tune.from"])
	f.IntVar(&s.Epochs, "epochs", 1, env.Words["train.network.epochs"])
	f.Float64Var(&s.Rate, "rate", 0.1, env.Words["train.network.rate"])
	f.Float64Var(&s.SumRate, "sum-rate", 0, env.Words["train.tune.sum-rate"])
	f.IntVar(&s.SumTo, "sum-to", 0, env.Words["train.tune.sum-to"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.tune.seed"])
	flags.AtLeast(c, 1, "epochs")
	t.runWithWeights(c, func(ctx context.Context, run train.Run, weights string) error {
		return run.Tune(ctx, t.dir, t.from(), s, weights)
	})
	return c
}
