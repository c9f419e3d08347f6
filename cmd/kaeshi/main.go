// Command kaeshi plays, solves and serves Othello: see `kaeshi help`.
//
// Each verb has a file here that takes its flags, makes one call and prints; the work is done by the packages of this module.
// Results go to standard output and everything else to standard error. The exit status is one of those in exit.go.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first signal stops the work in good order; after it a second one kills the process as usual.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	p := &program{in: os.Stdin, out: &sureWriter{Writer: os.Stdout}, err: os.Stderr, env: os.Getenv, screen: isTerminal(os.Stdout)}
	os.Exit(p.run(ctx, os.Args[1:]))
}
