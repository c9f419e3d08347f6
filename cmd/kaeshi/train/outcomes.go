package train

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func outcomesCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.outcomes", "outcomes", nil)
	t, s, f := addTraining(env, c), train.OutcomeSettings{}, c.Flags()
	t.addCluster(c)
	f.IntVarP(&s.Games, "count", "n", 10_000, env.Words["train.count"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.seed"])
	f.IntVar(&s.RandomMin, "random-min", 5, env.Words["train.random-min"])
	f.IntVar(&s.RandomMost, "random-most", 16, env.Words["train.outcomes.random-most"])
	f.IntVar(&s.Even, "even", 10, env.Words["train.outcomes.even"])
	f.IntVar(&s.Lines, "lines", 3, env.Words["train.lines"])
	f.IntVar(&s.Depth, "depth", 6, env.Words["train.depth"])
	f.IntVar(&s.Confidence, "confidence", 50, env.Words["train.outcomes.confidence"])
	f.IntVar(&s.Exact, "exact", 14, env.Words["train.outcomes.exact"])
	f.IntVar(&s.From, "from", 45, env.Words["train.leaves.from"])
	f.IntVar(&s.Shard, "shard", 1000, env.Words["train.shard"])
	f.StringSliceVar(&s.Starts, "starts", nil, env.Words["train.outcomes.starts"])
	flags.AtLeast(c, 1, "count", "lines", "depth", "shard")
	t.runWithWeights(c, func(ctx context.Context, run train.Run, weights string) error {
		return run.Outcomes(ctx, t.dir, s, weights)
	})
	return c
}
