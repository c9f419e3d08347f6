package book

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/search"
)

// judgeFlags holds the flags for the searches of a book.
type judgeFlags struct {
	level, threads int
	hash           flags.ByteSize
}

func addJudgeFlags(env *verb.Env, c *cobra.Command) *judgeFlags {
	f := &judgeFlags{hash: 16 << 20}
	c.Flags().IntVarP(&f.level, "level", "l", search.DefaultLevel, env.Words["book.level"])
	c.Flags().IntVarP(&f.threads, "threads", "t", runtime.GOMAXPROCS(0), env.Words["book.threads"])
	c.Flags().Var(&f.hash, "hash", env.Words["book.hash"])
	flags.Between(c, 0, search.MaxLevel, "level")
	flags.Between(c, 1, flags.MaxThreads, "threads")
	return f
}

// judges returns a judge for each thread. It fails if their tables do not fit into the free memory.
func (f *judgeFlags) judges() (list []*book.Judge, err error) {
	all := f.hash * flags.ByteSize(f.threads)
	if err := all.Fits(); err != nil {
		return nil, err
	}
	for range f.threads {
		list = append(list, &book.Judge{
			Engine: search.New(search.Options{HashBytes: int(f.hash)}),
			Limits: search.LevelLimits(f.level, 0),
		})
	}
	return list, nil
}
