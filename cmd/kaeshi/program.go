package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

// program is one run of kaeshi: what it reads, where it writes, and in which language.
type program struct {
	in      *os.File
	out     *sureWriter
	err     io.Writer
	env     func(string) string
	words   catalogue
	screen  bool // out is a terminal
	started bool // the command line is understood: what fails from now on is no usage error
}

// run does what the arguments say and gives the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	language := p.language(args)
	words, err := readCatalogue(language)
	if err == nil {
		p.words = words
		root := p.rootCommand(language)
		root.SetArgs(guardPositions(args))
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		err = p.out.err
	}
	return p.report(ctx, err)
}

// log tells people something that is no result.
func (p *program) log(format string, args ...any) {
	fmt.Fprintf(p.err, "kaeshi: "+format+"\n", args...)
}
