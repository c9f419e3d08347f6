// Package terminal holds what a program on a command line needs around its work: exit statuses, an output that
// remembers a failed write, and a line of progress.
package terminal

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses other than 0. `kaeshi help` lists them.
const (
	ExitFailure     = 1   // something went wrong while running
	ExitUsage       = 2   // the command line is wrong
	ExitMismatch    = 3   // a check was made and its result is negative
	ExitIllegal     = 4   // a position or move in the input is impossible
	ExitUndecided   = 5   // a test ended without a verdict
	ExitInterrupted = 130 // stopped in good order by a signal
)

// ExitError is an error with the exit status of the program.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }

func (e *ExitError) Unwrap() error { return e.Err }

// Failure is an error with status [ExitFailure]. The arguments are those of [fmt.Errorf].
func Failure(format string, args ...any) error {
	return &ExitError{ExitFailure, fmt.Errorf(format, args...)}
}

// Usage is an error in the command line, with status [ExitUsage].
func Usage(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// Mismatch is the negative result of a check, with status [ExitMismatch].
func Mismatch(format string, args ...any) error {
	return &ExitError{ExitMismatch, fmt.Errorf(format, args...)}
}

// Undecided says that a test ended without a verdict, with status [ExitUndecided].
func Undecided(format string, args ...any) error {
	return &ExitError{ExitUndecided, fmt.Errorf(format, args...)}
}

// Illegal is an error in a position or move of the input, with status [ExitIllegal].
func Illegal(format string, args ...any) error {
	return &ExitError{ExitIllegal, fmt.Errorf(format, args...)}
}

// Interrupted reports whether err is what a run leaves behind that was stopped through ctx.
func Interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Canceled)
}

// Status returns the exit status for what a run under ctx returned: 0 without an error, [ExitInterrupted] when ctx
// stopped it, the status of an [ExitError], and otherwise the status unmarked.
func Status(ctx context.Context, err error, unmarked int) int {
	marked := (*ExitError)(nil)
	switch {
	case err == nil:
		return 0
	case Interrupted(ctx, err):
		return ExitInterrupted
	case errors.As(err, &marked):
		return marked.Code
	}
	return unmarked
}
