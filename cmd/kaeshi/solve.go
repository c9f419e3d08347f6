package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) solveCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "solve [FILE.obf|-]", Short: p.words["solve.short"], Long: p.words["solve.long"], Example: p.words["solve.example"],
		Args: between(0, 1, "one file, or - for standard input"),
	}
	build, question := p.engineFlags(c), problems.Question{}
	c.Flags().BoolVar(&question.WLD, "wld", false, p.words["solve.wld"])
	c.Flags().IntVar(&question.Best, "best", 0, p.words["solve.best"])
	path := c.Flags().String("journal", "", p.words["solve.journal"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		options, err := build.options()
		if err != nil {
			return err
		}
		if question.Best < 0 || question.Best > 0 && question.WLD {
			return usage("--best %d: expected a number of moves from 1, without --wld", question.Best)
		}
		in, err := p.open(c.Context(), args)
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		run := problems.Run{Engine: search.New(options), Question: question, Bad: func(err error) { p.log("%v", err) }}
		if *path != "" {
			if run.Journal, err = problems.OpenJournal(*path, question); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		wipe := p.watchSolving(c.Context(), &run)
		run.Solved = func(s problems.Solution) error { wipe(); return p.show(s, *asJSON) }
		sum, err := run.File(c.Context(), in)
		wipe()
		return cmp.Or(errors.Join(err, p.show(sum, *asJSON)), verdict(sum))
	}
	return c
}
