package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

func (p *program) matchCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "match [SPEC SPEC…]", Short: p.Words["match.short"], Long: p.Words["match.long"], Example: p.Words["match.example"],
		Args: verb.Args(0, math.MaxInt, "players"),
	}
	describe := p.addTournamentFlags(c)
	database := c.Flags().String("db", "", p.Words["match.db"])
	resume := c.Flags().Bool("resume", false, p.Words["match.resume"])
	var outlet matchOutlet
	c.Flags().BoolVar(&outlet.asJSON, "json", false, p.Words["flag.json"])
	c.Flags().StringVar(&outlet.plots, "plot", "", p.Words["match.plot"])
	table := flags.NewChoice("text", "text", "markdown")
	c.Flags().Var(table, "table", p.Words["match.table"])
	flags.Complete(c, "table", table)
	c.RunE = func(c *cobra.Command, players []string) (err error) {
		described, err := describe(players)
		if err != nil {
			return err
		}
		outlet.program, outlet.japanese, outlet.markdown = p, p.Japanese(), table.Value == "markdown"
		open := p.OpenStore
		if *resume {
			open = p.ReadStore
		}
		games, err := open(c.Context(), *database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		event, err := p.enter(c.Context(), games, described, *resume)
		if err != nil {
			return err
		}
		return outlet.hold(c.Context(), event)
	}
	return c
}
