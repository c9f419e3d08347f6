package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

func (p *program) openingsCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "openings", Short: p.words["openings.short"], Long: p.words["openings.long"], Example: p.words["openings.example"],
		Args: between(0, 0, ""),
	}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(*cobra.Command, []string) error {
		for _, l := range opening.Named() {
			if err := p.show(newNamed(opening.At(l.Position()), l.String()), *asJSON); err != nil {
				return err
			}
		}
		return nil
	}
	c.AddCommand(p.openingNameCommand(), p.balancedCommand())
	return c
}

func (p *program) openingNameCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "name TRANSCRIPT", Short: p.words["openings.name.short"], Long: p.words["openings.name.long"],
		Args: between(1, 1, "one argument, a transcript"), ValidArgsFunction: cobra.NoFileCompletions,
	}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		g, err := record.ParseTranscript(othello.Start(othello.Size8, othello.Usual), args[0])
		if err != nil {
			return &exit{exitIllegal, fmt.Errorf("transcript: %w", err)}
		}
		return p.show(newNamed(opening.Find(g.Start, g.Moves), g.Transcript()), *asJSON)
	}
	return c
}
