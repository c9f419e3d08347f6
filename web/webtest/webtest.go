// Package webtest provides helpers for tests of servers and handlers: a client that checks responses, and players that
// a test controls.
package webtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/web/work"
)

// Players returns makers of the players that the program offers.
func Players() player.Makers {
	return player.Makers{
		{Name: "random", Usage: "random[:seed=N]", New: player.NewRandom},
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "minimax", Main: "depth", Usage: "minimax:DEPTH", New: player.NewMinimax},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
		{Name: "classic/positional", Main: "version", Usage: "classic/positional", New: player.NewClassicPositional},
		{Name: "classic/discs", Main: "version", Usage: "classic/discs", New: player.NewClassicDiscs},
		{Name: "classic/mobility", Main: "version", Usage: "classic/mobility", New: player.NewClassicMobility},
		{Name: "classic/lazytree", Main: "version", Usage: "classic/lazytree", New: player.NewClassicLazyTree},
		{Name: "kaeshi", Main: "level", Usage: "kaeshi:level=N or kaeshi:skill=N", New: player.NewEngine},
	}
}

// Site is a server under test with a client.
type Site struct {
	testing.TB

	URL    string
	Client *http.Client
}

// Request returns a request. A body that is not empty is JSON.
func (s *Site) Request(ctx context.Context, method, path, body string) *http.Request {
	s.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// Do sends a request and returns the response with its body.
func (s *Site) Do(r *http.Request) (*http.Response, []byte) {
	s.Helper()
	response, err := s.Client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response, body
}

// Send sends a request and returns the body of the response. It fails the test if the status differs.
func (s *Site) Send(status int, method, path, body string) []byte {
	s.Helper()
	response, answer := s.Do(s.Request(s.Context(), method, path, body)) //nolint:bodyclose // Do reads and closes it
	if response.StatusCode != status {
		s.Fatalf("%s %s %s: status %d, want %d: %s", method, path, work.Clip(body), response.StatusCode, status, answer)
	}
	return answer
}

// Read sends a request and decodes the JSON response. It fails the test if the status is not 200.
func Read[T any](s *Site, method, path, body string) (v T) {
	s.Helper()
	answer := s.Send(http.StatusOK, method, path, body)
	d := json.NewDecoder(bytes.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		s.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
	return v
}

// Problem is a problem document.
type Problem struct {
	Title, Detail string
	Status        int
}

// WantProblem sends a request and checks that the response is a problem with the status and all words in its detail.
func (s *Site) WantProblem(status int, method, path, body string, words ...string) {
	s.Helper()
	response, answer := s.Do(s.Request(s.Context(), method, path, body)) //nolint:bodyclose // Do reads and closes it
	s.CheckProblem(response, answer, status, words...)
}

// CheckProblem checks that a response is a complete problem with the status and all words in its detail.
func (s *Site) CheckProblem(response *http.Response, answer []byte, status int, words ...string) {
	s.Helper()
	r := response.Request
	what := fmt.Sprintf("%s %s", r.Method, r.URL)
	if response.StatusCode != status {
		s.Errorf("%s: status %d, want %d: %s", what, response.StatusCode, status, answer)
	}
	if kind := response.Header.Get("Content-Type"); kind != "application/problem+json" {
		s.Errorf("%s: content type %q, want application/problem+json", what, kind)
	}
	var p Problem
	d := json.NewDecoder(bytes.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		s.Fatalf("%s: %v in %s", what, err, answer)
	}
	if p.Status != status || p.Title == "" || !strings.HasSuffix(p.Detail, ".") {
		s.Errorf("%s: %+v is not a complete problem with status %d", what, p, status)
	}
	for _, word := range words {
		if !strings.Contains(p.Detail, word) {
			s.Errorf("%s: detail %q, want %q in it", what, p.Detail, word)
		}
	}
}

// Receive waits for a value on c or for its close. It fails the test after two minutes. what describes the event.
func Receive[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(2 * time.Minute):
		t.Fatal("timeout while waiting for ", what)
	}
	return v
}

// Fake is a player whose moves a function of the test chooses.
type Fake struct {
	Decide func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice,
		error)
	Closed *atomic.Int32
}

// Name returns "fake".
func (f *Fake) Name() string { return "fake" }

// Choose calls Decide without reports of progress.
func (f *Fake) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	return f.Decide(ctx, g, c, func(player.Choice) {})
}

// Think calls Decide.
func (f *Fake) Think(
	ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice),
) (player.Choice, error) {
	return f.Decide(ctx, g, c, progress)
}

// Close counts the call in Closed unless it is nil.
func (f *Fake) Close() error {
	if f.Closed != nil {
		f.Closed.Add(1)
	}
	return nil
}

// Thinking returns a maker of fake players that choose moves with think.
func Thinking(
	think func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice,
		error),
) func() player.Player {
	return func() player.Player { return &Fake{Decide: think} }
}

// First returns the first legal move with a report of the given depth.
func First(g *record.Game, depth int) player.Choice {
	p := g.Position()
	m := p.Moves()[0]
	return player.Choice{
		Move:   m,
		Report: &search.Report{Position: p, Move: m, Depth: depth, PV: []othello.Square{m}, Confidence: 100},
	}
}

// Sleeper makes players that think until their context ends, and reports when they begin and end.
type Sleeper struct {
	Began chan struct{}
	Ended chan time.Time
}

// NewSleeper returns a Sleeper.
func NewSleeper() *Sleeper {
	return &Sleeper{make(chan struct{}, 100), make(chan time.Time, 100)}
}

// Player makes a player. Servers treat it as a strong one.
func (s *Sleeper) Player() player.Player {
	return Thinking(
		func(ctx context.Context, _ *record.Game, _ player.Clock, _ func(player.Choice)) (player.Choice, error) {
			s.Began <- struct{}{}
			<-ctx.Done()
			s.Ended <- time.Now()
			return player.Choice{}, ctx.Err()
		})()
}

// Eventually waits until holds returns true. It fails the test after two minutes. what describes the condition.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("timeout while waiting for ", what)
		}
	}
}

// Text is a writer whose text may be read concurrently. The zero value is ready for use.
type Text struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write appends to the text.
func (s *Text) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// String returns the text so far.
func (s *Text) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// Same fails the test with a diff unless got equals want. what names the value.
func Same[T any](t testing.TB, what string, want, got T, options ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, options...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
