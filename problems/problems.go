// Package problems solves files of positions: one after the other, as far as the question put to each demands, with
// what is done kept in a journal so that a long run survives being killed; and it says how a player that looks ahead
// fares on positions whose scores are known.
package problems

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/search"
)

// Question is what is asked of each position.
type Question struct {
	WLD bool `json:"wld"` // only who wins
	// how many best moves get a score and a line of their own; 0: one score, and every move that attains it
	Best int `json:"best"`
}

// limits is the question for package search.
func (q Question) limits(n othello.Size) search.Limits {
	l := search.Limits{Exact: n.Squares(), Lines: q.Best, Ties: q.Best == 0}
	if q.WLD {
		l.Alpha, l.Beta = -1, 1
	}
	return l
}

// Run is the solving of a file. Its fields are set before the first call.
type Run struct {
	Engine   *search.Engine
	Question Question
	Journal  *Journal                         // what is solved already, and where more is noted; may be nil
	Began    func(obf.Problem)                // called before a position is searched; may be nil
	Progress func(obf.Problem, search.Report) // told of each depth; may be nil
	Solved   func(Solution) error             // called with each solved position, in order
	Bad      func(error)                      // called with each line that is no position
}

// File solves the positions of a file one by one, however many of its lines are bad, and adds them up. The error is
// ctx's, the reader's, the journal's or that of Solved; the total then counts what is done.
func (r *Run) File(ctx context.Context, in io.Reader) (sum Total, err error) {
	for problem, err := range paste.Problems(in) {
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

// solve is the journal's solution or a new one.
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
	r.Engine.Forget() // the nodes of a line shall not depend on the lines before it
	report, err := r.Engine.Search(ctx, p, r.Question.limits(p.Size), func(report search.Report) {
		if r.Progress != nil {
			r.Progress(problem, report)
		}
	})
	return newSolution(problem, report, r.Question), err
}
