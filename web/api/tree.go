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

// Lookahead is the depth of a search of the classroom.
type Lookahead struct {
	Depth int `query:"depth" minimum:"-1" maximum:"60" default:"-1" doc:"plies; 60: to the end; -1: default"`
}

// algorithm is the name of a search of the classroom.
type algorithm string

// Schema returns the schema of names of searches.
func (algorithm) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, name := range classroom.Algorithms() {
		s.Enum = append(s.Enum, name)
	}
	return s
}

type treeQuery struct {
	Subject
	Lookahead
	Algo     algorithm `query:"algo" default:"alphabeta" doc:"search algorithm"`
	MaxNodes int       `query:"max_nodes" minimum:"1" maximum:"50000" default:"20000" doc:"maximum of recorded nodes"`
}

func (a *API) addTree(api huma.API) {
	op := learnOperation("tree", "tree", "Record the tree of a search")
	op.Description = "The tree has every position that the search entered, cut off or found in its table, with the " +
		"reason. Closing the connection stops the search."
	op.Responses = jsonOf[classroom.Document](api, "The search")
	huma.Register(api, op, func(ctx context.Context, in *treeQuery) (*huma.StreamResponse, error) {
		r, err := in.request(in.Lookahead)
		if err != nil {
			return nil, err
		}
		r.Algorithm, r.MaxNodes = string(in.Algo), in.MaxNodes
		return a.lesson(ctx, func(ctx context.Context) (any, error) { return classroom.Tree(ctx, r) })
	})
}

// request returns the request to the classroom. The error is a problem.
func (q Subject) request(ahead Lookahead) (classroom.Request, error) {
	position, err := q.position()
	return classroom.Request{Game: q.Game, Size: q.Size, Start: q.Start, Position: position, Depth: ahead.Depth}, err
}

// jsonOf describes the response of an operation that writes its own JSON.
func jsonOf[T any](api huma.API, what string) map[string]*huma.Response {
	t := reflect.TypeFor[T]()
	schema := api.OpenAPI().Components.Schemas.Schema(t, true, t.Name())
	return map[string]*huma.Response{"200": {
		Description: what,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}}
}

// lesson runs a search of the classroom and sends its result. The request keeps its place in the queue until the
// response is sent, which bounds the finished documents in memory. Another search may run in the meantime.
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
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(AnswerTime)) // if the writer supports it
		c.SetHeader("Content-Type", "application/json")
		_, _ = w.Write(text) // the client may have left
	}}, nil
}

// searchLesson returns the result of a search as JSON. The error is a problem.
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

// lessonProblem returns the problem for an error of a search.
func lessonProblem(err error) error {
	fault, isFault := errors.AsType[*classroom.Fault](err)
	switch {
	case isFault:
		return unprocessable("%v", fault)
	case errors.Is(err, gametree.ErrTooLarge), errors.Is(err, gametree.ErrBudget):
		return unprocessable("%v; choose a smaller depth or another algorithm", err)
	}
	return err
}
