package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/store"
)

// finding is what the flags of find say.
type finding struct {
	database, years, position string
	question                  store.Question
	board                     boardFlags
	asJSON                    bool
}

func (p *program) findCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "find", Short: p.words["find.short"], Long: p.words["find.long"], Example: p.words["find.example"], Args: between(0, 0, ""),
	}
	f := finding{board: p.addBoardFlags(c)}
	c.Flags().StringArrayVar(&f.question.Players, "player", nil, p.words["find.player"])
	c.Flags().StringVar(&f.question.Event, "tournament", "", p.words["find.tournament"])
	c.Flags().StringVar(&f.years, "year", "", p.words["find.year"])
	c.Flags().StringVar(&f.position, "position", "", p.words["find.position"])
	c.Flags().IntVarP(&f.question.Limit, "limit", "n", 10, p.words["find.limit"])
	c.Flags().IntVar(&f.question.Offset, "offset", 0, p.words["find.offset"])
	c.Flags().StringVar(&f.database, "db", "", p.words["import.db"])
	c.Flags().BoolVar(&f.asJSON, "json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		q, names, err := f.ask(c.Flags().Changed("position"))
		if err != nil {
			return err
		}
		games, err := p.readStore(c.Context(), f.database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		found, err := games.Find(c.Context(), q)
		if err != nil {
			return err
		}
		return p.show(newFindings(q, names, found, language), f.asJSON)
	}
	return c
}
