package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/web/work"
)

// Lookahead is how far a search of the classroom looks.
type Lookahead struct {
	Depth int `query:"depth" minimum:"-1" maximum:"60" default:"-1" doc:"plies; 60 is to the end of every game, -1 a depth that suits the game"`
}

type treeQuestion struct {
	Subject
	Lookahead
	Algo     string `query:"algo" enum:"minimax,negamax,alphabeta,alphabeta-soft,alphabeta-table,iterative,pvs,mtdf,pns,mcts" default:"alphabeta" doc:"the search"`
	MaxNodes int    `query:"max_nodes" minimum:"1" maximum:"50000" default:"20000" doc:"how many places of the search are written down; the counts are of all of it"`
}

func (a *API) addTree(api huma.API) {
	op := learnOperation("tree", "tree", "A search written down step by step")
	op.Description = "Every position that the search entered, cut off or found in a table, with the reason. Closing " +
		"the connection ends the search."
	op.Responses = jsonOf[classroom.Document](api, "The search")
	huma.Register(api, op, func(ctx context.Context, in *treeQuestion) (*huma.StreamResponse, error) {
		r, err := in.request(in.Lookahead)
		if err != nil {
			return nil, err
		}
		r.Algorithm, r.MaxNodes = in.Algo, in.MaxNodes
		return a.lesson(ctx, func(ctx context.Context) (any, error) { return classroom.Tree(ctx, r) })
	})
}

// request is what the classroom is asked. The error is a problem.
func (q Subject) request(ahead Lookahead) (classroom.Request, error) {
	position, err := q.position()
	return classroom.Request{Game: q.Game, Size: q.Size, Start: q.Start, Position: position, Depth: ahead.Depth}, err
}

// jsonOf describes the answer of an operation that writes its JSON itself.
func jsonOf[T any](api huma.API, what string) map[string]*huma.Response {
	t := reflect.TypeFor[T]()
	schema := api.OpenAPI().Components.Schemas.Schema(t, true, t.Name())
	return map[string]*huma.Response{"200": {
		Description: what,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// lesson makes a search of the classroom and sends what it finds. A place in the gate is kept until the answer is sent,
// so that many slow clients do not fill the memory with finished documents, but another search may begin before that.
func (a *API) lesson(ctx context.Context, search func(context.Context) (any, error)) (*huma.StreamResponse, error) {
	ticket, err := a.scheduler.Lessons.Join(clientOf(ctx))
	if err != nil {
		return nil, problemOf(err)
	}
	text, err := a.searchLesson(ctx, ticket, search)
	if err != nil {
		ticket.Leave()
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer ticket.Leave()
		_, w := humago.Unwrap(c)
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(AnswerTime)) // not every writer has one
		c.SetHeader("Content-Type", "application/json")
		_, _ = w.Write(text) // the client may have left
	}}, nil
}

// searchLesson is the JSON of what a search finds. Its errors are problems.
func (a *API) searchLesson(
	ctx context.Context, at *work.Ticket, search func(context.Context) (any, error),
) ([]byte, error) {
	if err := a.scheduler.Wait(ctx, at); err != nil {
		return nil, problemOf(err)
	}
	defer at.Release()
	var found any
	err := a.run(ctx, a.scheduler.Strong, func(ctx context.Context) (err error) {
		found, err = search(ctx)
		return err
	})
	if err != nil {
		return nil, lessonProblem(err)
	}
	return json.Marshal(found)
}

// lessonProblem is what a client is told when a search has no answer.
func lessonProblem(err error) error {
	fault, isFault := errors.AsType[*classroom.Fault](err)
	switch {
	case isFault:
		return unprocessable("%v", fault)
	case errors.Is(err, gametree.ErrTooLarge), errors.Is(err, gametree.ErrBudget):
		return unprocessable("%v: choose a smaller depth or another algorithm", err)
	}
	return err
}
