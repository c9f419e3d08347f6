package train

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/lab"
)

func labCommand(env *verb.Env) *cobra.Command {
	c := env.Command("train.lab", "lab", verb.Args(0, 0, ""))
	c.ValidArgsFunction = cobra.NoFileCompletions
	l := lab.Lab{Report: labReport(env)}
	f := c.Flags()
	f.StringVar(&l.Dir, "dir", "", env.Words["train.lab.dir"])
	f.IntVarP(&l.Threads, "threads", "t", 1, env.Words["train.lab.threads"])
	f.IntVarP(&l.Games, "count", "n", 0, env.Words["train.lab.count"])
	flags.AtLeast(c, 1, "threads", "count")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if l.Dir == "" {
			data, err := env.DataFolder()
			if err != nil {
				return err
			}
			l.Dir = filepath.Join(data, "kaeshi", "lab")
		}
		if l.Weights, err = eval.Learned(); err != nil {
			return err
		}
		l.Commit = commitOf(c.Context(), env.Build)
		return l.Run(c.Context())
	}
	return c
}

// labReport returns a function that logs the rate of a block and the totals of its kind.
func labReport(env *verb.Env) func(kind string, s lab.State) {
	return func(kind string, s lab.State) {
		seconds := max(s.Elapsed.Seconds(), time.Millisecond.Seconds())
		env.Log("%s: games: %d, positions: %d (%.0f/s), %.2f bits a move; total: games: %d, positions: %d, bytes: %d",
			kind, s.Block.Games, s.Block.Positions, float64(s.Block.Positions)/seconds,
			8*float64(s.Block.Bytes)/float64(max(s.Block.Moves, 1)), s.All.Games, s.All.Positions, s.All.Bytes)
	}
}
