package train

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/train"
)

func leavesCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.leaves", "leaves", nil)
	t, s, f := addTraining(env, c), train.LeafSettings{}, c.Flags()
	f.IntVarP(&s.Games, "count", "n", 10_000, env.Words["train.leaves.count"])
	f.Uint64Var(&s.Seed, "seed", 1, env.Words["train.seed"])
	f.IntVar(&s.From, "from", 25, env.Words["train.leaves.from"])
	f.IntVar(&s.To, "to", 8, env.Words["train.leaves.to"])
	f.IntVar(&s.Ahead, "ahead", 6, env.Words["train.leaves.ahead"])
	f.IntVar(&s.Solve, "solve", 13, env.Words["train.leaves.solve"])
	f.IntVar(&s.Solved, "solved", 48, env.Words["train.leaves.solved"])
	f.IntVar(&s.Judged, "judged", 32, env.Words["train.leaves.judged"])
	f.IntVar(&s.Look, "look", 4, env.Words["train.network.look"])
	f.IntVar(&s.Shard, "shard", 100, env.Words["train.shard"])
	flags.AtLeast(c, 1, "count", "shard")
	t.runWithWeights(c, func(ctx context.Context, run train.Run, weights string) error {
		return run.Leaves(ctx, t.dir, s, weights)
	})
	return c
}
