package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) solveCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "solve [FILE.obf|-]", Short: p.Words["solve.short"], Long: p.Words["solve.long"], Example: p.Words["solve.example"],
		Args: verb.Args(0, 1, "one file, or - for standard input"),
	}
	build, question := flags.AddEngine(c, p.Words), problems.Question{}
	c.Flags().BoolVar(&question.WLD, "wld", false, p.Words["solve.wld"])
	c.Flags().IntVar(&question.Best, "best", 0, p.Words["solve.best"])
	path := c.Flags().String("journal", "", p.Words["solve.journal"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		options, err := build.Options()
		if err != nil {
			return err
		}
		if question.Best < 0 || question.Best > 0 && question.WLD {
			return terminal.Usage("--best %d: expected a number of moves from 1, without --wld", question.Best)
		}
		in, err := p.Open(c.Context(), args)
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		run := problems.Run{Engine: search.New(options), Question: question, Bad: func(err error) { p.Log("%v", err) }}
		if *path != "" {
			if run.Journal, err = problems.OpenJournal(*path, question); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		wipe := p.watchSolving(c.Context(), &run)
		run.Solved = func(s problems.Solution) error { wipe(); return p.Show(s, *asJSON) }
		sum, err := run.File(c.Context(), in)
		wipe()
		return cmp.Or(errors.Join(err, p.Show(sum, *asJSON)), verdict(sum))
	}
	return c
}

// verdict is nil when every line was a position and none differs from what the file states.
func verdict(t problems.Total) error {
	switch {
	case t.Mismatches > 0:
		return terminal.Mismatch("mismatches: %d of %d checked positions", t.Mismatches, t.Checked)
	case t.Bad() > 0:
		return terminal.Illegal("no positions: %d lines", t.Bad())
	}
	return nil
}

// watchSolving shows on a terminal how far the position being solved has come, until ctx ends; wipe takes the line away.
func (p *program) watchSolving(ctx context.Context, run *problems.Run) (wipe func()) {
	if f, ok := p.Err.(*os.File); !ok || !terminal.Is(f) {
		return func() {}
	}
	var mu sync.Mutex
	var line string
	var began time.Time
	run.Began = func(problem obf.Problem) {
		mu.Lock()
		defer mu.Unlock()
		line, began = fmt.Sprintf("%4d %3d empties", problem.Line, problem.Position.Empties()), time.Now()
	}
	run.Progress = func(problem obf.Problem, r search.Report) {
		mu.Lock()
		defer mu.Unlock()
		line = fmt.Sprintf("%4d %3d empties  depth %d  %s %+.0f", problem.Line, r.Position.Empties(), r.Depth, r.Position.Size.Name(r.Move), r.Score)
	}
	tick := time.NewTicker(200 * time.Millisecond)
	go func() {
		defer tick.Stop()
		for ctx.Err() == nil {
			<-tick.C
			mu.Lock()
			if line != "" {
				nodes := float64(run.Engine.Nodes())
				fmt.Fprintf(p.Err, "\r%s  %.1f M nodes  %.1f M/s\033[K", line, nodes/1e6, nodes/1e6/time.Since(began).Seconds())
			}
			mu.Unlock()
		}
	}()
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if line != "" {
			fmt.Fprint(p.Err, "\r\033[K")
		}
		line = ""
	}
}
