// Command kaeshi plays, solves and serves Othello: see `kaeshi help`.
//
// A verb is a file or, with verbs of its own, a folder: it reads flags, makes one call and prints. The work is done by
// the packages of this module. Results go to standard output and everything else to standard error. Package
// internal/terminal lists the exit statuses.
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
	// The first signal stops the work in good order; after it a second one kills the process as usual.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	p := &program{Env: &verb.Env{
		In: os.Stdin, Out: &terminal.Output{Writer: os.Stdout}, Err: os.Stderr,
		Getenv: os.Getenv, Build: verb.ReadBuild(stamp),
	}}
	os.Exit(p.run(ctx, os.Args[1:]))
}
