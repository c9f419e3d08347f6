package train

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/train"
)

func evenCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.even", "even", nil)
	t, s := addTraining(env, c), train.EvenSettings{}
	c.Flags().IntVarP(&s.Positions, "count", "n", 4700, env.Words["train.even.count"])
	c.Flags().IntVar(&s.Depth, "depth", 7, env.Words["train.even.depth"])
	c.Flags().Uint64Var(&s.Seed, "seed", 1, env.Words["train.even.seed"])
	flags.AtLeast(c, 1, "count")
	c.RunE = func(c *cobra.Command, _ []string) error {
		run := t.run(c)
		found, err := run.Even(c.Context(), t.dir, s)
		for _, e := range found {
			fmt.Fprintf(env.Out, "empties %2d: %+.2f discs, %s\n",
				e.Empties, e.Favour, lang.Count(e.Pairs, "pair", "pairs"))
		}
		return err
	}
	return c
}
