// Command kaeshi plays, solves and serves Othello: see `kaeshi help`.
//
// A subcommand is a file, or a folder if it has subcommands. It reads flags, makes one call into the packages of this
// module, and prints the result to standard output. Everything else goes to standard error. Package internal/terminal
// lists the exit statuses.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func main() {
	// The first signal cancels the context. After it a second one kills the process as usual.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	p := &program{Env: &verb.Env{
		In: os.Stdin, Out: &terminal.Output{Writer: os.Stdout}, Err: os.Stderr,
		Getenv: os.Getenv, Build: verb.ReadBuild(stamp),
	}}
	os.Exit(p.run(ctx, os.Args[1:]))
}
