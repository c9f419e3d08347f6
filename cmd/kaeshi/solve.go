package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) solveCommand() *cobra.Command {
	c := p.Command("solve", "solve [FILE…]", verb.Files(0, "files, - being standard input"))
	build, question := flags.AddEngine(c, p.Words), problems.Task{}
	named := flags.AddCluster(c, p.Words, "cluster", "flag.cluster").AddVerify(c, p.Words)
	c.Flags().BoolVar(&question.WLD, "wld", false, p.Words["solve.wld"])
	c.Flags().IntVar(&question.Best, "best", 0, p.Words["solve.best"])
	flags.Between(c, 1, 60, "best")
	flags.Alternatives(c, "wld", "best")
	path := c.Flags().String("journal", "", p.Words["solve.journal"])
	folder := c.Flags().String("proof", "", p.Words["solve.proof"])
	flags.Alternatives(c, "wld", "proof")
	flags.Yields(c, "cluster", "threads")
	certificates := certifier{program: p}
	p.addLeaf(c, &certificates.leaf)
	certificates.isNew = p.AddForce(c)
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		removeEmpty, err := makeFolder(*folder)
		if err != nil {
			return err
		}
		defer removeEmpty()
		if _, err := named.Verify(); err != nil {
			return err
		}
		options, err := build.Options()
		if err != nil {
			return err
		}
		run := problems.Run{Engine: search.New(options), Question: question}
		if *path != "" {
			if run.Journal, err = problems.OpenJournal(*path, question); err != nil {
				return err
			}
			defer func() { err = errors.Join(err, run.Journal.Close()) }()
		}
		show, clearLine := watchSolving(c.Context(), p.solvingProgress(*folder), &run)
		certificates.engine, certificates.threads = run.Engine, options.Threads
		certificates.show, certificates.clear = show, clearLine
		file := ""
		run.Solved = func(s problems.Solution) error {
			clearLine()
			s.File = file
			if err := p.Show(s, *asJSON); err != nil || *folder == "" {
				return err
			}
			made, err := certificates.solution(c.Context(), s, *folder)
			clearLine()
			for _, one := range made {
				err = cmp.Or(err, p.Show(one, *asJSON))
			}
			return err
		}
		run.Bad = func(err error) {
			clearLine()
			p.Fault(inFile(file, err), *asJSON)
		}
		var sum problems.Total
		err = p.Each(c.Context(), args, func(name string, in io.Reader) (err error) {
			if len(args) > 1 {
				file = name
			}
			var done problems.Total
			if named.Named() {
				done, err = p.solveOnCluster(c, named, in, &run, options)
			} else {
				done, err = run.File(c.Context(), in)
			}
			sum = sum.Plus(done)
			return err
		})
		if err != nil && sum == (problems.Total{}) && verb.Unreadable(err) {
			return err // before the first position
		}
		clearLine()
		return cmp.Or(errors.Join(err, p.Show(sum, *asJSON)), verdict(sum))
	}
	return c
}

// makeFolder creates a folder unless it exists or its name is empty. removeEmpty removes the folder if it is new and
// still empty.
func makeFolder(folder string) (removeEmpty func(), err error) {
	if folder == "" {
		return func() {}, nil
	}
	_, missing := os.Stat(folder)
	return func() {
		if missing != nil {
			_ = os.Remove(folder) // fails if it holds files
		}
	}, os.MkdirAll(folder, 0o755)
}

// inFile adds the name of a file, unless that is empty, to an error.
func inFile(name string, err error) error {
	if name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// verdict returns an error if a position was given up, a score of the file is wrong, or a line is not a position.
func verdict(t problems.Total) error {
	switch {
	case t.GivenUp > 0:
		return terminal.Failure("%s given up; 'kaeshi cluster failures JOB' lists them",
			lang.Count(t.GivenUp, "position was", "positions were"))
	case t.Mismatches > 0:
		return terminal.Mismatch("the file states a wrong score or best move for %d of %s", t.Mismatches,
			lang.Count(t.Checked, "checked position", "checked positions"))
	case t.Bad() > 0:
		return verb.NotPositions(t.Bad())
	case t.Positions == 0:
		return terminal.Illegal("no positions to solve")
	}
	return nil
}

// solvingProgress returns the progress line. Without a terminal it is logged only if certificates are written.
func (p *program) solvingProgress(folder string) *terminal.Progress {
	if folder == "" {
		return terminal.NewProgress(p.Err, nil)
	}
	return p.Progress()
}

// watchSolving shows the progress of the solution until ctx ends. The function show replaces the progress line with a
// text, and clearLine removes it.
func watchSolving(
	ctx context.Context, progress *terminal.Progress, run *problems.Run,
) (show func(line string), clearLine func()) {
	var mu sync.Mutex
	var line string
	var began time.Time
	set := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		line = text
	}
	run.Began = func(problem obf.Problem) {
		mu.Lock()
		defer mu.Unlock()
		line, began = fmt.Sprintf("%4d %3d empties", problem.Line, problem.Position.Empties()), time.Now()
	}
	run.Progress = func(problem obf.Problem, r search.Report) {
		at := r.Position
		set(fmt.Sprintf("%4d %3d empties  depth %d  %s %+.0f",
			problem.Line, at.Empties(), r.Depth, at.Size.Name(r.Move), r.Score))
	}
	progress.Follow(ctx, func() string {
		mu.Lock()
		defer mu.Unlock()
		if line == "" || began.IsZero() {
			return line
		}
		nodes := float64(run.Engine.Nodes()) / 1e6
		return fmt.Sprintf("%s  %.1f M nodes  %.1f M/s", line, nodes, nodes/time.Since(began).Seconds())
	})
	show = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		line, began = text, time.Time{}
	}
	return show, func() {
		show("")
		progress.Clear()
	}
}
