package main

import (
	"context"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// program is one run of kaeshi.
type program struct {
	*verb.Env

	started bool // the command line is understood: later errors are no usage errors
}

// run does what the arguments say and gives the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	p.Language = text.Choose(args, p.Getenv)
	p.Words = text.In(p.Language)
	root := p.rootCommand()
	root.SetArgs(guardPositions(args))
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = p.Out.Err
	}
	return p.report(ctx, err)
}

// report logs what went wrong and gives the exit status.
func (p *program) report(ctx context.Context, err error) int {
	unmarked := terminal.ExitUsage
	if p.started {
		unmarked = terminal.ExitFailure
	}
	switch {
	case terminal.Interrupted(ctx, err):
		p.Log("interrupted")
	case err != nil:
		p.Log("%v", err)
	}
	return terminal.Status(ctx, err, unmarked)
}
