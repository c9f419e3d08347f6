package train

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func networkCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.network", "network", nil)
	t, s, f := addTraining(env, c), train.NetworkSettings{}, c.Flags()
	t.addData(c)
	f.IntVar(&s.From, "from", 25, env.Words["train.network.from"])
	f.IntVar(&s.To, "to", 7, env.Words["train.network.to"])
	f.IntVar(&s.Solved, "solved", 2_000_000, env.Words["train.network.solved"])
	f.IntVar(&s.Judged, "judged", 250_000, env.Words["train.network.judged"])
	f.IntVar(&s.Look, "look", 4, env.Words["train.network.look"])
	f.IntVar(&s.Passes, "passes", 1, env.Words["train.network.passes"])
	f.IntVar(&s.Epochs, "epochs", 3, env.Words["train.network.epochs"])
	f.Float64Var(&s.Rate, "rate", 0.1, env.Words["train.network.rate"])
	f.IntSliceVar(&s.Shared, "shared", []int{13}, env.Words["train.network.shared"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.network.seed"])
	flags.AtLeast(c, 1, "solved", "judged", "look", "passes", "epochs")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		return run.Network(c.Context(), t.dir, t.from(), s)
	}
	return c
}
