package api

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/web/webtest"
)

// TestBodyDeadlineEndsWithTheBody checks that the read deadline of the body is removed before a player thinks.
func TestBodyDeadlineEndsWithTheBody(t *testing.T) {
	h := ReadBody(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s", body)
	}))
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("text")))
	webtest.Same(t, "body", "text", w.Body.String())
	if len(w.read) < 2 {
		t.Fatalf("read deadlines %v, want at least two", w.read)
	}
	for i, deadline := range w.read {
		if last := i == len(w.read)-1; deadline.IsZero() != last {
			t.Errorf("read deadline %d of %d is %v, want only the last one removed", i+1, len(w.read), deadline)
		}
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	read []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = append(d.read, t)
	return nil
}

func TestIncompleteBody(t *testing.T) {
	h := ReadBody(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the handler was called with an incomplete body")
	}))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", io.MultiReader(strings.NewReader("{"), failingReader{})))
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "incomplete") {
		t.Errorf("status %d with the body %s, want 400 and %q", w.Code, w.Body, "incomplete")
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestRecoverPanics(t *testing.T) {
	log := &strings.Builder{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	mux := http.NewServeMux()
	mux.HandleFunc("/before", func(http.ResponseWriter, *http.Request) { panic("too soon") })
	mux.HandleFunc("/after", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half an ans")
		panic("too late")
	})
	h := Recover(mux, logger)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/before", nil))
	webtest.Same(t, "status", http.StatusInternalServerError, w.Code)
	if body := w.Body.String(); !strings.Contains(body, "see the server's log") || strings.Contains(body, "too soon") {
		t.Errorf("body %s, want a reference to the log without details", body)
	}
	func() {
		defer func() {
			if got := recover(); got != http.ErrAbortHandler { //nolint:errorlint // net/http compares it like this
				t.Errorf("panic %v, want http.ErrAbortHandler", got)
			}
		}()
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/after", nil))
	}()
	for _, want := range []string{"too soon", "too late", "path=/before"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not contain %q", want)
		}
	}
}
