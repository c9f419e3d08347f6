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
	bodyTime     = 10 * time.Second // to send a body
	// AnswerTime is how long a client may take to receive an answer, beyond the time of the computation.
	AnswerTime = 30 * time.Second
)

// Response is a response that records its status and size.
type Response struct {
	http.ResponseWriter

	Status int
	Bytes  int
}

// WriteHeader records the status, unless it is an interim one.
func (r *Response) WriteHeader(status int) {
	if r.Status == 0 && status >= http.StatusOK {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (r *Response) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += n
	return n, err
}

// Flush sends what is written. Event streams need it, and code that does not use [http.ResponseController].
func (r *Response) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }

// Unwrap lets [http.ResponseController] reach the connection.
func (r *Response) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Recover answers 500 when a handler panics, or breaks off the connection when the answer has begun.
func Recover(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := &Response{ResponseWriter: w}
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if fault == http.ErrAbortHandler { //nolint:errorlint // the very value, as net/http compares it
				panic(fault) //nolint:forbidigo // how net/http breaks an answer off
			}
			log.ErrorContext(r.Context(), "panic", "path", r.URL.Path, "fault", fault, "stack", string(debug.Stack()))
			if response.Status != 0 {
				panic(http.ErrAbortHandler) //nolint:forbidigo // how net/http breaks an answer off
			}
			WriteProblem(w, http.StatusInternalServerError, "the server failed to answer this; its log says why")
		}()
		next.ServeHTTP(response, r)
	})
}

// mostBytes is the limit of the body of a request: only files that are opened may be large.
func mostBytes(r *http.Request) int64 {
	if r.URL.Path == openPath {
		return openBodyBytes
	}
	return maxBodyBytes
}

// ReadBody reads the body of a request at once, within limits of size and time. The time limit must not stay on the
// connection: it would cancel the request while a player thinks.
func ReadBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		connection := http.NewResponseController(w)
		_ = connection.SetReadDeadline(time.Now().Add(bodyTime)) // not every writer has one
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes(r)))
		_ = connection.SetReadDeadline(time.Time{})
		_, tooLarge := errors.AsType[*http.MaxBytesError](err)
		switch {
		case tooLarge:
			WriteProblem(w, http.StatusRequestEntityTooLarge,
				fmt.Sprintf("the body is larger than %d KiB", mostBytes(r)>>10))
			return
		case err != nil:
			WriteProblem(w, http.StatusBadRequest,
				"the body could not be read: it broke off or took longer than 10 seconds")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// Caller identifies a request and the client that sent it.
type Caller struct {
	Client  string // its address; limits for one client count by it
	Request string // an id that the log shows
}

type callerKey struct{}

// WithCaller returns a context with the caller of a request.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the caller of a request, and the zero value outside of requests.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

func clientOf(ctx context.Context) string { return CallerOf(ctx).Client }
