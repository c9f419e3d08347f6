package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	eventTime = 10 * time.Second // write deadline of one event
	pingTime  = 15 * time.Second // interval of keep-alive comments
)

// stream is a response of Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
type stream struct {
	mu         sync.Mutex
	w          http.ResponseWriter
	connection *http.ResponseController
	broken     error
}

// newStream sends the header of the response.
func newStream(w http.ResponseWriter) *stream {
	s := &stream{w: w, connection: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // nginx passes events on without buffering
	w.WriteHeader(http.StatusOK)
	_ = s.write(": begin\n\n") // the next event returns the error
	return s
}

// send sends one event.
func (s *stream) send(event string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, text))
}

// sendAt sends one event with an id. A client that reconnects sends the id as Last-Event-ID.
func (s *stream) sendAt(id, event string, text json.RawMessage) error {
	return s.write(fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", id, event, text))
}

func (s *stream) write(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return s.broken
	}
	_ = s.connection.SetWriteDeadline(time.Now().Add(eventTime)) // not every writer supports deadlines
	if _, s.broken = s.w.Write([]byte(text)); s.broken == nil {
		s.broken = s.connection.Flush()
	}
	return s.broken
}

// ping sends comments until ctx ends, so that neither proxies nor clients time out.
func (s *stream) ping(ctx context.Context) {
	ticks := time.NewTicker(pingTime)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			_ = s.write(": ping\n\n") // the next event returns the error
		}
	}
}

// events returns a streamed response. send sends the events and returns when the stream is complete. Its context ends
// when the client disconnects. events calls leave at the end.
func events(leave func(), send func(context.Context, *stream)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer leave()
		r, w := humago.Unwrap(c)
		if r.Method == http.MethodHead {
			return
		}
		out := newStream(w)
		ctx, cancel := context.WithCancel(r.Context())
		var pings sync.WaitGroup
		pings.Go(func() { out.ping(ctx) })
		defer pings.Wait()
		defer cancel()
		send(ctx, out)
	}}
}

// Events returns a streamed response of an operation of another package. follow sends the events with send and returns
// when the stream is complete. Its context ends when the client disconnects. Events calls leave at the end.
func Events(
	leave func(), follow func(ctx context.Context, send func(id, event string, data json.RawMessage) error),
) *huma.StreamResponse {
	return events(leave, func(ctx context.Context, out *stream) { follow(ctx, out.sendAt) })
}

// StateEvents describes a stream whose only event is "state", with data of type T.
func StateEvents[T any](api huma.API, example string) map[string]*huma.Response {
	return eventResponses(api, example, kind[T]("state"))
}

// EventKind describes an event of a stream of another package: its name and the type of its data.
type EventKind = eventKind

// EventOf returns the description of an event with data of type T.
func EventOf[T any](name string) EventKind { return kind[T](name) }

// StreamEvents describes a stream of events, which an event "problem" may end.
func StreamEvents(api huma.API, example string, kinds ...EventKind) map[string]*huma.Response {
	return eventResponses(api, example, append(kinds, problemKind())...)
}

// sendProblem sends an error of package work as the event "problem".
func (s *stream) sendProblem(err error) {
	if p, ok := errors.AsType[*huma.ErrorModel](problemOf(err)); ok {
		_ = s.send("problem", p) // the client may have left
	}
}

// IsStream reports whether the path is that of an event stream.
func IsStream(path string) bool {
	return path == provePath || path == ImportPath ||
		strings.HasPrefix(path, thinkPath) || strings.HasPrefix(path, Path+"analyse") ||
		strings.HasPrefix(path, tournamentsPath) && strings.HasSuffix(path, watchSuffix) ||
		(strings.HasPrefix(path, jobsPath) || strings.HasPrefix(path, OnlinePath)) && strings.HasSuffix(path, "/events")
}

// IsLinkable reports whether other sites may link to the response at the path: it costs no search and shows no record.
func IsLinkable(path string) bool { return path == DocumentPath || path == Path+"game" }

// eventKind describes an event of a stream: its name and the type of its data.
type eventKind struct {
	name string
	data reflect.Type
}

// kind returns the description of an event with data of type T.
func kind[T any](name string) eventKind { return eventKind{name, reflect.TypeFor[T]()} }

// problemKind returns the description of the event that ends a stream with an error.
func problemKind() eventKind { return kind[huma.ErrorModel]("problem") }

// eventResponses describes a stream of events. The schema of an event is an object with the fields event and data.
func eventResponses(api huma.API, example string, kinds ...eventKind) map[string]*huma.Response {
	var events huma.Schema
	for _, k := range kinds {
		events.OneOf = append(events.OneOf, &huma.Schema{
			Type: huma.TypeObject, Title: k.name, Required: []string{"event", "data"},
			Properties: map[string]*huma.Schema{
				"event": {Type: huma.TypeString, Enum: []any{k.name}},
				"data":  api.OpenAPI().Components.Schemas.Schema(k.data, true, k.name),
			},
		})
	}
	return map[string]*huma.Response{"200": {
		Description: "A stream of Server-Sent Events. The schema describes an event as an object with the fields " +
			"event and data.",
		Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &events, Example: example}},
	}}
}
