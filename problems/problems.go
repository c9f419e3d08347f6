// Package problems solves files of positions, with a journal with which an interrupted run continues. It also measures
// the accuracy of players on positions with known scores.
package problems

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// Task is the result to compute for each position.
type Task struct {
	WLD bool `json:"wld"` // only win, draw or loss
	// number of best moves, each with its score and line; 0: the best score and all moves that have it
	Best int `json:"best"`
}

// limits returns the limits of a search for the task.
func (q Task) limits(n othello.Size) search.Limits {
	l := search.Limits{Exact: n.Squares(), Lines: q.Best, Ties: q.Best == 0}
	if q.WLD {
		l.Alpha, l.Beta = -1, 1
	}
	return l
}

// Run solves a file. Its fields are set before the first call.
type Run struct {
	Engine   *search.Engine
	Question Task
	Journal  *Journal                         // has earlier solutions and gets new ones; may be nil
	Began    func(obf.Problem)                // called before a position is searched; may be nil
	Progress func(obf.Problem, search.Report) // called after each depth; may be nil
	Solved   func(Solution) error             // called with each solved position, in order
	Bad      func(error)                      // called with each line that is not a position
}

// File solves the positions of a file in order and returns the sums. Lines that are not positions do not stop it. The
// error is that of ctx, the reader, the journal or Solved. The sums are valid after any error.
func (r *Run) File(ctx context.Context, in io.Reader) (sum Total, err error) {
	for problem, err := range files.Problems(in) {
		switch unreadable := (*fs.PathError)(nil); {
		case ctx.Err() != nil:
			return sum, ctx.Err()
		case errors.As(err, &unreadable):
			return sum, err
		case err != nil:
			sum.bad++
			r.Bad(err)
			continue
		}
		s, err := r.solve(ctx, problem)
		if err != nil {
			return sum, err
		}
		sum.add(s)
		if err := r.Solved(s); err != nil {
			return sum, err
		}
	}
	return sum, ctx.Err()
}

// solve returns the solution in the journal, or searches and notes it.
func (r *Run) solve(ctx context.Context, problem obf.Problem) (Solution, error) {
	if s, ok := r.Journal.find(problem, r.Question); ok {
		return s, nil
	}
	if r.Began != nil {
		r.Began(problem)
	}
	s, err := r.search(ctx, problem)
	if err != nil {
		return s, err
	}
	return s, r.Journal.note(s)
}

func (r *Run) search(ctx context.Context, problem obf.Problem) (Solution, error) {
	p := problem.Position
	if p.Over() {
		return over(problem, r.Question), nil
	}
	r.Engine.Forget() // the number of nodes must not depend on earlier lines
	report, err := r.Engine.Search(ctx, p, r.Question.limits(p.Size), func(report search.Report) {
		if r.Progress != nil {
			r.Progress(problem, report)
		}
	})
	return newSolution(problem, report, r.Question), err
}
