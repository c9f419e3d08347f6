package main

import (
	"cmp"
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

func (p *program) bookLearnCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "learn BOOK GAMES…", Short: p.Words["book.learn.short"], Long: p.Words["book.learn.long"], Example: p.Words["book.learn.example"],
		Args: verb.Args(2, math.MaxInt, "a book and files of games"),
	}
	judges, l := p.judgeFlags(c), book.Learning{}
	c.Flags().IntVar(&l.Least, "empties", 30, p.Words["book.learn.empties"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if l.Judges, err = judges.judges(); err != nil {
			return err
		}
		f, err := book.Open(args[0], p.bookStep(c, args))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		games, watch := gameFiles{program: p, paths: args[1:]}, p.watchBook()
		l.Progress = func(done book.Learnt) { watch(done.String(), false) }
		done, err := f.Learn(c.Context(), l, games.all)
		watch(done.String(), true)
		return cmp.Or(err, games.failure, games.verdict())
	}
	return c
}
