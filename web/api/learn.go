package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/tictactoe"
	"github.com/kaeshi/kaeshi/web/work"
)

const learnPath = Path + "learn/"

// addLearn registers the operations of the classroom.
func (a *API) addLearn(api huma.API) {
	a.addTicTacToe(api)
	a.addSolve4(api)
	a.addTree(api)
	a.addCompare(api)
}

// run runs do in its turn in a queue. It converts errors of the queue to problems and returns errors of do unchanged.
func (a *API) run(ctx context.Context, q *work.Queue, do func(context.Context) error) error {
	err := a.scheduler.Run(ctx, clientOf(ctx), q, do)
	switch {
	case errors.Is(err, work.ErrTimeout):
		return problem(http.StatusGatewayTimeout, fmt.Sprintf(
			"the search exceeded the server's limit of %v; choose a smaller depth or another algorithm",
			a.scheduler.LessonTime()))
	case errors.Is(err, work.ErrBusy), errors.Is(err, work.ErrClientLimit), errors.Is(err, work.ErrClosing),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return problemOf(err)
	}
	return err
}

// learnOperation describes an operation of the classroom.
func learnOperation(name, id, summary string) huma.Operation {
	return operation(http.MethodGet, learnPath+name, id, summary, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout)
}

type solve4Query struct {
	Start string `query:"start" enum:"usual,parallel" default:"usual" doc:"arrangement of the first four discs"`
}

func (a *API) addSolve4(api huma.API) {
	op := learnOperation("solve4", "solve4", "Solve 4×4 Othello by alpha-beta search on a lazy game tree")
	op.Description = "value is Black's final disc difference with best play by both sides. pv is the principal " +
		"variation, passes included."
	huma.Register(api, op, func(ctx context.Context, in *solve4Query) (*reply[classroom.Small], error) {
		var found classroom.Small
		err := a.run(ctx, a.scheduler.Quick, func(ctx context.Context) (err error) {
			found, err = classroom.SolveSmall(ctx, in.Start)
			return err
		})
		if err != nil {
			return nil, lessonProblem(err)
		}
		return &reply[classroom.Small]{found}, nil
	})
}

// Subject describes the root position of a search of the classroom, in any of its games.
type Subject struct {
	Game     string `query:"game" enum:"othello,tictactoe,numbers" default:"othello" doc:"numbers: nested lists"`
	Size     int    `query:"size" minimum:"4" maximum:"8" multipleOf:"2" default:"8" doc:"Othello only: 4, 6 or 8"`
	Start    string `query:"start" enum:"usual,parallel" default:"usual" doc:"Othello only: first four discs"`
	Position string `query:"position" maxLength:"4000" doc:"root, if not the start" example:"((5 7 3)(1 ? ?)(? ? ?))"`
	Moves    string `query:"moves" maxLength:"400" doc:"moves before the search; not for numbers" example:"f5d6c3"`
}

// position returns the root position in the notation of the game. The error is a problem.
func (q Subject) position() (string, error) {
	switch q.Game {
	case "tictactoe":
		return q.ticTacToe()
	case "numbers":
		if q.Moves != "" {
			return "", unprocessable("moves %q: a tree of numbers takes no moves; give the subtree as the position",
				work.Clip(q.Moves))
		}
		return q.Position, nil
	}
	g, err := GameInput{Size: q.Size, Start: q.Start, Position: q.Position, Moves: q.Moves}.game()
	if err != nil {
		return "", err
	}
	return g.Position().String(), nil
}

func (q Subject) ticTacToe() (string, error) {
	var p tictactoe.Position
	var err error
	if q.Position != "" {
		p, err = parseTicTacToe(q.Position)
	}
	if err == nil {
		p, _, err = playTicTacToe(p, q.Moves)
	}
	return p.String(), err
}
