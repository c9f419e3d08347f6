package main

import (
	"cmp"
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
)

func (p *program) bookLearnCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "learn BOOK GAMES…", Short: p.words["book.learn.short"], Long: p.words["book.learn.long"], Example: p.words["book.learn.example"],
		Args: between(2, math.MaxInt, "a book and files of games"),
	}
	judges, l := p.judgeFlags(c), book.Learning{}
	c.Flags().IntVar(&l.Least, "empties", 30, p.words["book.learn.empties"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if l.Judges, err = judges.judges(); err != nil {
			return err
		}
		f, err := book.Open(args[0], bookStep(c, args))
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
