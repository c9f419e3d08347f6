package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"
)

func (p *program) matchCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "match [SPEC SPEC…]", Short: p.words["match.short"], Long: p.words["match.long"], Example: p.words["match.example"],
		Args: between(0, math.MaxInt, "players"),
	}
	describe := p.addTournamentFlags(c)
	database := c.Flags().String("db", "", p.words["match.db"])
	resume := c.Flags().Bool("resume", false, p.words["match.resume"])
	var outlet matchOutlet
	c.Flags().BoolVar(&outlet.asJSON, "json", false, p.words["flag.json"])
	c.Flags().StringVar(&outlet.plots, "plot", "", p.words["match.plot"])
	table := &choice{"text", []string{"text", "markdown"}}
	c.Flags().Var(table, "table", p.words["match.table"])
	completeChoices(c, "table", table)
	c.RunE = func(c *cobra.Command, players []string) (err error) {
		described, err := describe(players)
		if err != nil {
			return err
		}
		outlet.program, outlet.japanese, outlet.markdown = p, language == "ja", table.value == "markdown"
		open := p.openStore
		if *resume {
			open = p.readStore
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
