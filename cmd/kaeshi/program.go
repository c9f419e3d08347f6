package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// program is one run of kaeshi.
type program struct {
	*verb.Env

	started bool // the command line was parsed, so later errors are not usage errors
}

// run executes the command line and returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	p.Language = text.Choose(args, p.Getenv)
	p.Words = text.In(p.Language)
	root := p.rootCommand()
	root.SetArgs(guardPositions(args))
	c, err := root.ExecuteContextC(ctx)
	if err == nil && p.Out.Err != nil {
		err = terminal.Failure("%w", p.Out.Err)
	}
	return p.report(ctx, flags.Blame(c, err), wantsJSON(c, args))
}

// report logs the error and returns the exit status.
func (p *program) report(ctx context.Context, err error, asJSON bool) int {
	unmarked := terminal.ExitUsage
	if p.started {
		unmarked = terminal.ExitFailure
	}
	status := terminal.Status(ctx, err, unmarked)
	switch {
	case terminal.Interrupted(ctx, err):
		p.Fail(errors.New("interrupted"), status, asJSON)
	case err != nil:
		p.Fail(err, status, asJSON)
	}
	return status
}

// wantsJSON reports whether the command line has --json, even if its other flags could not be parsed.
func wantsJSON(c *cobra.Command, args []string) bool {
	if c == nil || c.Flags().Lookup("json") == nil {
		return false
	}
	return c.Flags().Lookup("json").Value.String() == "true" || slices.Contains(args, "--json")
}
