package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) solveCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "solve [FILE.obf|-]", Short: p.words["solve.short"], Long: p.words["solve.long"], Example: p.words["solve.example"],
		Args: between(0, 1, "one file, or - for standard input"),
	}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		in, err := p.open(c.Context(), args)
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		var sum total
		if err := errors.Join(p.solve(c.Context(), in, &sum, *asJSON), p.show(sum, *asJSON)); err != nil {
			return err
		}
		return sum.verdict()
	}
	return c
}

// solve solves the positions of a file one by one, however many of its lines are bad.
func (p *program) solve(ctx context.Context, in io.Reader, sum *total, asJSON bool) error {
	engine := search.New(search.Options{})
	for problem, err := range record.ReadOBF(in) {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case failed(err):
			return err
		case err != nil:
			sum.bad++
			p.log("%v", err)
			continue
		}
		s, err := solveProblem(ctx, engine, problem)
		if err != nil {
			return err
		}
		sum.add(s)
		if err := p.show(s, asJSON); err != nil {
			return err
		}
	}
	return ctx.Err()
}
