package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
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

// newStream sends the head of the answer.
func newStream(w http.ResponseWriter) *stream {
	s := &stream{w: w, connection: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy in between passes events on at once
	w.WriteHeader(http.StatusOK)
	_ = s.write(": it begins\n\n") // a broken stream shows at the next event
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

// sendAt sends one event with an id, which a client names when it comes back after its connection broke.
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

// ping sends comments in silences until ctx ends, so that neither proxies nor clients take waiting for a broken connection.
func (s *stream) ping(ctx context.Context) {
	ticks := time.NewTicker(pingTime)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			_ = s.write(": still here\n\n") // a broken stream shows at the next event
		}
	}
}
