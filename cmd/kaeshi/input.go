package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/term"

	"github.com/kaeshi/kaeshi/player"
)

// stdin is standard input until ctx ends: a terminal that waits for a line must not keep a program that is to stop.
func (p *program) stdin(ctx context.Context) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, p.in)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return r
}

// open is the file that the only argument names; standard input without one, and for "-".
func (p *program) open(ctx context.Context, args []string) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(p.stdin(ctx)), nil
	}
	return os.Open(args[0])
}

// failed tells input that could not be read from input that reads wrong.
func failed(err error) bool {
	unreadable := (*fs.PathError)(nil)
	return errors.As(err, &unreadable)
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// answerLines answers standard input line by line.
func (p *program) answerLines(ctx context.Context, answers *player.Answers) error {
	bad := 0
	answers.Bad = func(line int, err error) {
		bad++
		p.log("line %d: %v", line, err)
	}
	err := answers.Lines(ctx, p.stdin(ctx))
	if err == nil && bad > 0 {
		err = &exit{exitIllegal, fmt.Errorf("no positions: %d lines", bad)}
	}
	return err
}
