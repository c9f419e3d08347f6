package web

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/classroom"
)

type solve4Question struct {
	Start string `query:"start" enum:"usual,parallel" default:"usual" doc:"how the first four discs lie"`
}

func (s *Server) addSolve4(api huma.API) {
	op := learnOperation("solve4", "solve4", "Othello on 4×4 solved by alpha-beta on a lazy game tree")
	op.Description = "value is Black's final disc difference under best play by both sides, pv the moves that lead to it, passes included."
	huma.Register(api, op, func(ctx context.Context, in *solve4Question) (*reply[classroom.Small], error) {
		var found classroom.Small
		err := s.think.study(ctx, s.think.light.gate, func(ctx context.Context) (err error) {
			found, err = classroom.SolveSmall(ctx, in.Start)
			return err
		})
		if err != nil {
			return nil, lessonProblem(err)
		}
		return &reply[classroom.Small]{found}, nil
	})
}
