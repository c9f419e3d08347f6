package book

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

func learnCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.learn", "learn BOOK GAMES…", verb.Files(2, "a book and files of games"))
	judges, l := addJudgeFlags(env, c), book.Learning{}
	c.Flags().IntVar(&l.Least, "empties", 30, env.Words["book.learn.empties"])
	flags.Between(c, 0, 60, "empties")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if l.Judges, err = judges.judges(); err != nil {
			return err
		}
		f, err := book.Open(args[0], step(env, c, args))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		games := gameFiles{Env: env, paths: args[1:], stdin: env.StdinIfNamed(c.Context(), args[1:])}
		progress := env.Progress()
		l.Progress = func(done book.Learnt) { progress.Show(done.String()) }
		done, err := f.Learn(c.Context(), l, games.all)
		progress.End(done.String())
		return cmp.Or(err, games.failure, games.verdict())
	}
	return c
}
