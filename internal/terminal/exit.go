// Package terminal provides exit statuses, output with sticky errors and escaped control characters, and progress lines
// for command-line programs.
package terminal

import (
	"context"
	"errors"
	"fmt"
)

// Exit statuses other than 0. The command kaeshi help lists them.
const (
	ExitFailure     = 1   // the command failed
	ExitUsage       = 2   // invalid command line
	ExitMismatch    = 3   // a check has a negative result
	ExitIllegal     = 4   // illegal position or move in the input
	ExitUndecided   = 5   // a test ended without a decision
	ExitInterrupted = 130 // stopped by a signal
)

// ExitError is an error with an exit status.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }

func (e *ExitError) Unwrap() error { return e.Err }

// Failure returns an error with the status [ExitFailure]. The arguments are those of [fmt.Errorf].
func Failure(format string, args ...any) error {
	return &ExitError{ExitFailure, fmt.Errorf(format, args...)}
}

// Usage returns an error with the status [ExitUsage]. The arguments are those of [fmt.Errorf].
func Usage(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// Mismatch returns an error with the status [ExitMismatch]. The arguments are those of [fmt.Errorf].
func Mismatch(format string, args ...any) error {
	return &ExitError{ExitMismatch, fmt.Errorf(format, args...)}
}

// Undecided returns an error with the status [ExitUndecided]. The arguments are those of [fmt.Errorf].
func Undecided(format string, args ...any) error {
	return &ExitError{ExitUndecided, fmt.Errorf(format, args...)}
}

// Illegal returns an error with the status [ExitIllegal]. The arguments are those of [fmt.Errorf].
func Illegal(format string, args ...any) error {
	return &ExitError{ExitIllegal, fmt.Errorf(format, args...)}
}

// Interrupted reports whether err was caused by the cancellation of ctx.
func Interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Canceled)
}

// Status returns the exit status for the error of a run under ctx: 0 for nil, [ExitInterrupted] if ctx was cancelled,
// the status of an [ExitError], and unmarked for other errors.
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
