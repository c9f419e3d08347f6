package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

const (
	maxBodyBytes = 64 << 10
	// ImportBytes is the maximum size of the body of an import. At most maxImports bodies are in memory.
	ImportBytes = 32 << 20
	maxImports  = 4
	// A body must begin within bodyGrace, arrive at bodyRate bytes per second or faster from then on, and be complete
	// within bodyTime. The rest of a body that is too large is discarded for at most discardTime.
	bodyGrace   = 5 * time.Second
	bodyRate    = 4 << 10
	bodyTime    = time.Minute
	discardTime = 2 * time.Second
	// AnswerTime is the time limit for sending a response, in addition to the time of the computation.
	AnswerTime = 30 * time.Second
)

// Response is an [http.ResponseWriter] that records the status and the size of the response.
type Response struct {
	http.ResponseWriter

	Status int
	Bytes  int
}

// WriteHeader records the status unless it is an interim one, and passes it on.
func (r *Response) WriteHeader(status int) {
	if r.Status == 0 && status >= http.StatusOK {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes and passes them on.
func (r *Response) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += n
	return n, err
}

// Flush implements [http.Flusher] for code that does not use [http.ResponseController].
func (r *Response) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }

// Unwrap lets [http.ResponseController] reach the connection.
func (r *Response) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Recover returns a handler that responds with status 500 when next panics, or aborts the connection if the response
// has begun.
func Recover(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := &Response{ResponseWriter: w}
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if fault == http.ErrAbortHandler { //nolint:errorlint // as net/http compares it
				panic(fault) //nolint:forbidigo // net/http aborts a response this way
			}
			log.ErrorContext(r.Context(), "panic", "path", r.URL.Path, "fault", fault, "stack", string(debug.Stack()))
			if response.Status != 0 {
				panic(http.ErrAbortHandler) //nolint:forbidigo // net/http aborts a response this way
			}
			WriteProblem(w, http.StatusInternalServerError, "internal error; see the server's log")
		}()
		next.ServeHTTP(response, r)
	})
}

// bodyLimit returns the maximum size of the body of a request. Only POST /open and imports accept large bodies.
func bodyLimit(r *http.Request) int64 {
	switch r.URL.Path {
	case openPath:
		return openBodyBytes
	case ImportPath:
		return ImportBytes
	}
	return maxBodyBytes
}

// LimitBody returns a handler that sets a read deadline for the body of a request. [ReadBody] extends it. Other
// handlers need it because net/http reads up to 256 KiB of the rest of a body before it sends a response, so a client
// whose request is refused could hold its connection by sending the body slowly.
func LimitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hasBody(r) {
			setReadDeadline(http.NewResponseController(w), time.Now().Add(bodyGrace))
		}
		next.ServeHTTP(w, r)
	})
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// setReadDeadline sets the read deadline of a connection. Not every writer of responses supports deadlines.
func setReadDeadline(c *http.ResponseController, t time.Time) { _ = c.SetReadDeadline(t) }

// ReadBody returns a handler that reads the whole body of a request within limits of size and speed before it calls
// next. It removes the read deadline afterwards, which would otherwise cancel the request while a player thinks.
func ReadBody(next http.Handler) http.Handler {
	imports := make(chan struct{}, maxImports)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hasBody(r) {
			next.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == ImportPath {
			select {
			case imports <- struct{}{}:
				defer func() { <-imports }()
			default:
				w.Header().Set("Retry-After", retrySeconds)
				WriteProblem(w, http.StatusServiceUnavailable, "other imports are running; try again in a moment")
				return
			}
		}
		connection := http.NewResponseController(w)
		body, err := io.ReadAll(&pacedBody{
			body: http.MaxBytesReader(w, r.Body, bodyLimit(r)), connection: connection, began: time.Now(),
		})
		if err == nil {
			setReadDeadline(connection, time.Time{})
			r.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, r)
			return
		}
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			setReadDeadline(connection, time.Now().Add(discardTime))
			WriteProblem(w, http.StatusRequestEntityTooLarge,
				fmt.Sprintf("the body is larger than %d KiB", bodyLimit(r)>>10))
			return
		}
		WriteProblem(w, http.StatusBadRequest, "the body is incomplete or arrives too slowly")
	})
}

// pacedBody reads a body. Before each read it sets the read deadline that the bytes received so far allow.
type pacedBody struct {
	body       io.Reader
	connection *http.ResponseController
	began      time.Time
	received   int64 // bytes
}

// Read reads from the body.
func (p *pacedBody) Read(b []byte) (int, error) {
	allowed := min(bodyGrace+time.Duration(p.received)*time.Second/bodyRate, bodyTime)
	setReadDeadline(p.connection, p.began.Add(allowed))
	n, err := p.body.Read(b)
	p.received += int64(n)
	return n, err
}

// Caller identifies a request and the client that sent it.
type Caller struct {
	Client  string // address; limits for one client apply to it
	Request string // id of the request in the log
}

type callerKey struct{}

// WithCaller returns a context with the caller of a request.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the caller of a request, or the zero value if ctx has none.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

func clientOf(ctx context.Context) string { return CallerOf(ctx).Client }
