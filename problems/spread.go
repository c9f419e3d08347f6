package problems

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// Solve solves a position. The line of the solution is 0. The engine is cleared first, so that the solution depends
// only on the arguments and the options of the engine. The error is that of ctx.
func (q Task) Solve(ctx context.Context, e *search.Engine, p othello.Position) (Solution, error) {
	run := Run{Engine: e, Question: q}
	return run.search(ctx, obf.Problem{Position: p})
}

// Step is a line of a file whose position is solved by other code, such as on another machine.
type Step struct {
	Position *othello.Position           // position to solve; nil: none
	Keep     func(Solution) error        // notes the solution in the journal; steps may come in any order
	Show     func(Solution, error) error // reports the line, or an error if it was given up; in the order of steps
}

// Steps returns the lines of a file as steps. Show adds a step to sum. An error of the reader is that of Show of the
// last step.
func (r *Run) Steps(in io.Reader, sum *Total) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for problem, err := range files.Problems(in) {
			unreadable := (*fs.PathError)(nil)
			switch stop := errors.As(err, &unreadable); {
			case err != nil:
				if !yield(r.badStep(err, stop, sum)) || stop {
					return
				}
			case !yield(r.step(problem, sum)):
				return
			}
		}
	}
}

// badStep returns the step of a line that is not a position or, with stop, of an error of the reader.
func (r *Run) badStep(err error, stop bool, sum *Total) Step {
	return Step{Show: func(Solution, error) error {
		if stop {
			return err
		}
		sum.bad++
		r.Bad(err)
		return nil
	}}
}

// step returns the step of a line with a position.
func (r *Run) step(problem obf.Problem, sum *Total) Step {
	show := func(s Solution) error {
		sum.add(s)
		return r.Solved(s)
	}
	if known, ok := r.known(problem); ok {
		return Step{Show: func(Solution, error) error { return show(known) }}
	}
	return Step{
		Position: &problem.Position,
		Keep:     func(s Solution) error { return r.Journal.note(s.of(problem, r.Question)) },
		Show: func(s Solution, err error) error {
			if err != nil {
				sum.GivenUp++
				r.Bad(fmt.Errorf("line %d: %w", problem.Line, err))
				return nil
			}
			return show(s.of(problem, r.Question))
		},
	}
}

// known returns the solution of a position that needs no search.
func (r *Run) known(problem obf.Problem) (Solution, bool) {
	if problem.Position.Over() {
		return over(problem, r.Question), true
	}
	return r.Journal.find(problem, r.Question)
}
