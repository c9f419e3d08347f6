package server

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func TestMetrics(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *Options) { o.Thinking = 1 })
	defer fill(t, s, sleeping)()
	for range 3 {
		s.Send(http.StatusOK, "POST", movePath, moveBody(8, "", "random"))
	}
	s.Send(http.StatusNotFound, "GET", gamesPath+"/unknown-1", "")
	s.Send(http.StatusNotFound, "GET", gamesPath+"/unknown-2", "")
	s.Send(http.StatusOK, "GET", "/", "")
	s.Send(http.StatusNotFound, "GET", "/nothing", "")
	text := string(s.Send(http.StatusOK, "GET", "/metrics", ""))
	for _, want := range []string{
		`kaeshi_http_requests_total{route="POST /api/v1/move",status="200"} 3`,
		`kaeshi_http_requests_total{route="GET /api/v1/games/{id}",status="404"} 2`,
		`kaeshi_http_requests_total{route="page",status="200"} 1`,
		`kaeshi_http_requests_total{route="none",status="404"} 1`,
		`kaeshi_http_request_seconds_count{route="POST /api/v1/move"} 3`,
		`kaeshi_move_seconds_count{queue="light"} 3`,
		`kaeshi_searches_working{queue="heavy"} 1`,
		`kaeshi_searches_waiting{queue="heavy"} 4`,
		`kaeshi_searches_working{queue="analysis"} 0`,
		`go_goroutines `,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("missing metric: %s", want)
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`(?m)^# HELP (kaeshi_\S+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(string(page), "`"+name[1]+"`") {
			t.Errorf("docs/api.md does not list the metric %s", name[1])
		}
	}
	line := regexp.MustCompile(`^(#.*|[a-z_]+(\{[^}]*("[^"]*"[^}]*)*\})? \S+)$`)
	for l := range strings.Lines(text) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("invalid line: %s", l)
		}
	}
}

// TestLog checks that the log has an entry for each request, with the request id of the response, and no content of
// requests or responses.
func TestLog(t *testing.T) {
	text := &webtest.Text{}
	s := serve(t, func(o *Options) {
		o.Logger = slog.New(slog.NewJSONHandler(text, &slog.HandlerOptions{Level: slog.LevelDebug}))
	},
		withPlayer("panics", webtest.Thinking(
			func(context.Context, *record.Game, player.Clock, func(player.Choice)) (player.Choice, error) {
				panic("out of board")
			})))
	response, _ := s.Do(s.Request(t.Context(), "GET", gamePath+"?moves=f5d6c3", ""))
	failed, _ := s.Do(s.Request(t.Context(), "POST", movePath, moveBody(8, "f5d6", "panics")))
	entries := map[string][]map[string]any{}
	webtest.Eventually(t, "the log", func() bool { return strings.Count(text.String(), `"msg":"request"`) == 2 })
	for l := range strings.Lines(text.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(l), &entry); err != nil {
			t.Fatal(err)
		}
		id, _ := entry["request"].(string)
		entries[id] = append(entries[id], entry)
	}
	one := entries[response.Header.Get("X-Request-Id")]
	if len(one) != 1 {
		t.Fatalf("%d entries of the first request, want 1: %v", len(one), one)
	}
	want := maps.Clone(one[0])
	want["path"], want["status"], want["client"] = gamePath, 200.0, "127.0.0.1"
	webtest.Same(t, "the first request", want, one[0])
	two := entries[failed.Header.Get("X-Request-Id")]
	if len(two) != 2 {
		t.Fatalf("%d entries of the second request, want 2: %v", len(two), two)
	}
	webtest.Same[any](t, "the first message", "player failed", two[0]["msg"])
	webtest.Same[any](t, "the status", 500.0, two[1]["status"])
	if strings.Contains(text.String(), "f5d6") {
		t.Error("the log contains the moves of a game")
	}
}

func TestReady(t *testing.T) {
	s := serve(t)
	if got := strings.TrimSpace(string(s.Send(http.StatusOK, "GET", "/readyz", ""))); got != `{"status":"ready"}` {
		t.Errorf("readiness %s, want the status ready", got)
	}
	if err := s.server.Close(); err != nil {
		t.Error(err)
	}
	s.WantProblem(http.StatusServiceUnavailable, "GET", "/readyz", "", "shutting down")
	s.Send(http.StatusOK, "GET", "/healthz", "")
}

func TestNotReadyWithoutDatabase(t *testing.T) {
	s := serve(t)
	if err := s.server.options.Store.Close(); err != nil {
		t.Error(err)
	}
	s.WantProblem(http.StatusServiceUnavailable, "GET", "/readyz", "", "database")
}

// TestNotReadyWhileLocked checks the responses while another process holds the write lock of the database: the server
// is not ready, and a response says when to try again.
func TestNotReadyWhileLocked(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the lock as long as the server does")
	}
	path := filepath.Join(t.TempDir(), "games.db")
	locked, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	c, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	s := serve(t, func(o *Options) { o.Store = locked })
	s.WantProblem(http.StatusServiceUnavailable, "GET", "/readyz", "", "cannot be written")
	response, text := s.Do(s.Request(t.Context(), "DELETE", recordPath, ""))
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("a change: status %s, Retry-After %q: %s; want 503 and a number of seconds", response.Status,
			response.Header.Get("Retry-After"), text)
	}
	s.WantProblem(http.StatusServiceUnavailable, "POST", api.OnlinePath, `{"size":8}`, "cannot be written")
	s.Send(http.StatusOK, "GET", recordPath, "")
	if _, err := c.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	s.Send(http.StatusOK, "GET", "/readyz", "")
}
