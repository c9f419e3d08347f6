package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

const maxBodyBytes = 64 << 10

// answer is a response that remembers its status and size.
type answer struct {
	http.ResponseWriter
	status int
	bytes  int
}

// WriteHeader remembers the status, unless it is only an interim one.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write counts what is written.
func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += n
	return n, err
}

// Flush sends what is written; a stream needs it, and code that does not know [http.ResponseController].
func (a *answer) Flush() { _ = http.NewResponseController(a.ResponseWriter).Flush() }

// Unwrap lets [http.ResponseController] reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// logAccess notes every request at debug level, once it is answered.
func logAccess(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, began := &answer{ResponseWriter: w}, time.Now()
		defer func() {
			log.DebugContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "status", a.status,
				"bytes", a.bytes, "seconds", time.Since(began).Seconds(), "client", clientOf(r.Context()))
		}()
		next.ServeHTTP(a, r)
	})
}

// recoverPanics answers 500 where a handler panics, or breaks the connection off when the answer has begun.
func recoverPanics(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if fault == http.ErrAbortHandler { //nolint:errorlint // the very value, as net/http compares it
				panic(fault) //nolint:forbidigo // how net/http breaks an answer off
			}
			log.ErrorContext(r.Context(), "panic", "path", r.URL.Path, "fault", fault, "stack", string(debug.Stack()))
			if a.status != 0 {
				panic(http.ErrAbortHandler) //nolint:forbidigo // how net/http breaks an answer off
			}
			writeProblem(w, http.StatusInternalServerError, "the server failed to answer this; its log says why")
		}()
		next.ServeHTTP(a, r)
	})
}

// mostBytes is how large the body of a request may be: only what opens a file may be large.
func mostBytes(r *http.Request) int64 {
	if r.URL.Path == openPath {
		return openBodyBytes
	}
	return maxBodyBytes
}

// readBody reads the body of a request at once, within its bounds of size and time. The time limit must not stay on the
// connection: it would cancel the request while a player thinks.
func readBody(next http.Handler) http.Handler {
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
			writeProblem(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d KiB", mostBytes(r)>>10))
			return
		case err != nil:
			writeProblem(w, http.StatusBadRequest, "the body could not be read: it broke off or took longer than 10 seconds")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
