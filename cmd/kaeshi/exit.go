package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses, 0 apart. `kaeshi help` lists them.
const (
	exitFailure     = 1   // something went wrong while running
	exitUsage       = 2   // the command line is wrong
	exitMismatch    = 3   // the check was made and says no
	exitIllegal     = 4   // a position or move in the input is impossible
	exitInterrupted = 130 // stopped in good order by a signal
)

// exit is an error with its exit status. Without an error everything has been said.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// usage is an error in what was asked.
func usage(format string, args ...any) error { return &exit{exitUsage, fmt.Errorf(format, args...)} }

// report says what went wrong and gives the exit status.
func (p *program) report(ctx context.Context, err error) int {
	marked := (*exit)(nil)
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		p.log("interrupted")
		return exitInterrupted
	case errors.As(err, &marked):
		if marked.err != nil {
			p.log("%v", err)
		}
		return marked.code
	case !p.started:
		p.log("%v", err)
		return exitUsage
	}
	p.log("%v", err)
	return exitFailure
}
