package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/search"
)

const (
	learnPath = apiPath + "learn/"
	studyTime = 10 * time.Second // for one search of the classroom
)

// addLearn registers what the classroom asks for.
func (s *Server) addLearn(api huma.API) {
	s.addTicTacToe(api)
	s.addSolve4(api)
	s.addTree(api)
	s.addCompare(api)
}

// study lets work run behind a gate, within its time, and ends it when the client leaves or the server closes. Its errors are problems
// for these; the work's own are passed on as they are.
func (t *thinker) study(ctx context.Context, g *gate, work func(context.Context) error) error {
	turn, err := g.join(clientOf(ctx))
	if err != nil {
		return asProblem(err)
	}
	defer turn.leave()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(t.closing, func() { cancel(errClosing) })()
	if err := t.enter(ctx, turn); err != nil {
		return asProblem(err)
	}
	ctx, stop := context.WithTimeoutCause(ctx, t.studyTime(), errLate)
	defer stop()
	err = work(search.Polled(ctx))
	if err == nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	if cause := context.Cause(ctx); !errors.Is(cause, errLate) {
		return asProblem(cause)
	}
	return problem(http.StatusGatewayTimeout, fmt.Sprintf(
		"the search did not end in the %v that the server grants: choose a smaller depth or another algorithm", t.studyTime()))
}

// studyTime is how long a search of the classroom may take.
func (t *thinker) studyTime() time.Duration { return min(studyTime, t.maxThink) }

// learnOperation describes an operation that searches.
func learnOperation(name, id, summary string) huma.Operation {
	return operation(http.MethodGet, learnPath+name, id, summary, http.StatusServiceUnavailable, http.StatusGatewayTimeout)
}
