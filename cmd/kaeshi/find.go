package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/store"
)

// finding is what the flags of find say.
type finding struct {
	database, years, position string
	question                  store.Question
	board                     flags.Board
	asJSON                    bool
}

func (p *program) findCommand() *cobra.Command {
	c := p.Command("find", "find", verb.Args(0, 0, ""))
	f := finding{board: flags.AddBoard(c, p.Words)}
	c.Flags().StringArrayVar(&f.question.Players, "player", nil, p.Words["find.player"])
	c.Flags().StringVar(&f.question.Event, "tournament", "", p.Words["find.tournament"])
	c.Flags().StringVar(&f.years, "year", "", p.Words["find.year"])
	c.Flags().StringVar(&f.position, "position", "", p.Words["find.position"])
	c.Flags().IntVarP(&f.question.Limit, "limit", "n", 10, p.Words["find.limit"])
	c.Flags().IntVar(&f.question.Offset, "offset", 0, p.Words["find.offset"])
	c.Flags().StringVar(&f.database, "db", "", p.Words["import.db"])
	c.Flags().BoolVar(&f.asJSON, "json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		q, names, err := f.ask(c.Flags().Changed("position"))
		if err != nil {
			return err
		}
		games, err := p.ReadStore(c.Context(), f.database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		found, err := games.Find(c.Context(), q)
		if err != nil {
			return err
		}
		return p.Show(newFindings(q, names, found, p.Language), f.asJSON)
	}
	return c
}
