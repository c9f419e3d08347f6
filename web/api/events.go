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
	eventTime = 10 * time.Second // for a client to take one event
	pingTime  = 15 * time.Second // of silence, after which a comment shows that the connection lives
)

// stream is an answer of Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
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
	h.Set("X-Accel-Buffering", "no") // a proxy in between passes events on at once
	w.WriteHeader(http.StatusOK)
	_ = s.write(": begin\n\n") // a broken stream shows at the next event
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

// sendAt sends one event with an id, which a client repeats when it reconnects.
func (s *stream) sendAt(id, event string, text json.RawMessage) error {
	return s.write(fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", id, event, text))
}

func (s *stream) write(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return s.broken
	}
	_ = s.connection.SetWriteDeadline(time.Now().Add(eventTime)) // not every writer has one
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
			_ = s.write(": ping\n\n") // a broken stream shows at the next event
		}
	}
}

// events returns an answer that is streamed. send sends the events and returns when the stream is complete; its context
// ends when the client leaves. leave is called at the end.
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

// sendProblem sends an error of package work as the event "problem".
func (s *stream) sendProblem(err error) {
	if told, ok := errors.AsType[*huma.ErrorModel](problemOf(err)); ok {
		_ = s.send("problem", told) // the client may have left
	}
}

// IsStream reports whether the path is that of an event stream.
func IsStream(path string) bool {
	return strings.HasPrefix(path, thinkPath) || strings.HasPrefix(path, Path+"analyse") ||
		strings.HasPrefix(path, tournamentsPath) && strings.HasSuffix(path, watchSuffix) ||
		strings.HasPrefix(path, jobsPath) && strings.HasSuffix(path, "/events")
}

// eventKind is one kind of event of a stream: its name and the type of its data.
type eventKind struct {
	name string
	data reflect.Type
}

// kind describes the events of a name, whose data is a T.
func kind[T any](name string) eventKind { return eventKind{name, reflect.TypeFor[T]()} }

// problemKind is the event that ends a stream with an error.
func problemKind() eventKind { return kind[huma.ErrorModel]("problem") }

// eventResponses describes an answer that is a stream of events. Each event is an object with its name and its data.
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
		Description: "A stream of Server-Sent Events; each is described as an object with its name and its data",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &events, Example: example}},
	}}
}
