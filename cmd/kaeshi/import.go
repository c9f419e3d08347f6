package main

import (
	"errors"
	"math"

	"github.com/spf13/cobra"
)

func (p *program) importCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "import FILE…", Short: p.words["import.short"], Long: p.words["import.long"], Example: p.words["import.example"],
		Args: between(1, math.MaxInt, "files"),
	}
	database := c.Flags().String("db", "", p.words["import.db"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, files []string) (err error) {
		games, err := p.openStore(c.Context(), *database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		run := &importing{program: p, into: games.NewImport()}
		run.into.Waiting = run.waiting
		fault := run.files(c.Context(), files)
		return errors.Join(fault, p.show(run.sum, *asJSON), run.verdict())
	}
	return c
}
