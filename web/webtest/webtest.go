// Package webtest helps to test servers and their handlers: a client that checks answers, and players whose thinking a
// test controls.
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

// Players makes the players that the program offers.
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

// Site is a server under test and a client that sends requests to it.
type Site struct {
	testing.TB

	URL    string
	Client *http.Client
}

// Request makes a request with a body of JSON, if there is one.
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

// Do sends a request and reads the whole answer.
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

// Ask sends a request, wants that status and returns the body.
func (s *Site) Ask(status int, method, path, body string) []byte {
	s.Helper()
	response, answer := s.Do(s.Request(s.Context(), method, path, body)) //nolint:bodyclose // Do reads and closes it
	if response.StatusCode != status {
		s.Fatalf("%s %s %s: status %d, want %d: %s", method, path, work.Clip(body), response.StatusCode, status, answer)
	}
	return answer
}

// Read returns the JSON answer to a request that succeeds.
func Read[T any](s *Site, method, path, body string) (v T) {
	s.Helper()
	answer := s.Ask(http.StatusOK, method, path, body)
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

// WantProblem sends a request that is refused with that status and a sentence that says each of the words.
func (s *Site) WantProblem(status int, method, path, body string, words ...string) {
	s.Helper()
	response, answer := s.Do(s.Request(s.Context(), method, path, body)) //nolint:bodyclose // Do reads and closes it
	s.CheckProblem(response, answer, status, words...)
}

// CheckProblem checks that an answer is a complete problem.
func (s *Site) CheckProblem(response *http.Response, answer []byte, status int, words ...string) {
	s.Helper()
	r := response.Request
	what := fmt.Sprintf("%s %s", r.Method, r.URL)
	if response.StatusCode != status {
		s.Errorf("%s: status %d, want %d: %s", what, response.StatusCode, status, answer)
	}
	if kind := response.Header.Get("Content-Type"); kind != "application/problem+json" {
		s.Errorf("%s: content type %q", what, kind)
	}
	var p Problem
	d := json.NewDecoder(bytes.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		s.Fatalf("%s: %v in %s", what, err, answer)
	}
	if p.Status != status || p.Title == "" || !strings.HasSuffix(p.Detail, ".") {
		s.Errorf("%s: %+v is no complete problem", what, p)
	}
	for _, word := range words {
		if !strings.Contains(p.Detail, word) {
			s.Errorf("%s: detail %q does not say %q", what, p.Detail, word)
		}
	}
}

// Soon fails unless the channel is closed or sends within a time that is long for a machine and short for a person.
func Soon[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(2 * time.Minute):
		t.Fatal("waited in vain for ", what)
	}
	return v
}

// Fake is a player whose thinking a test decides.
type Fake struct {
	Decide func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice,
		error)
	Closed *atomic.Int32
}

// Name is that of a player.
func (f *Fake) Name() string { return "fake" }

// Choose is that of a player.
func (f *Fake) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	return f.Decide(ctx, g, c, func(player.Choice) {})
}

// Think is that of a player.
func (f *Fake) Think(
	ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice),
) (player.Choice, error) {
	return f.Decide(ctx, g, c, progress)
}

// Close is that of a player.
func (f *Fake) Close() error {
	if f.Closed != nil {
		f.Closed.Add(1)
	}
	return nil
}

// Thinking is a maker of players that think so.
func Thinking(
	think func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice,
		error),
) func() player.Player {
	return func() player.Player { return &Fake{Decide: think} }
}

// First is the first legal move, found at the given depth.
func First(g *record.Game, depth int) player.Choice {
	p := g.Position()
	m := p.Moves()[0]
	return player.Choice{
		Move:   m,
		Report: &search.Report{Position: p, Move: m, Depth: depth, PV: []othello.Square{m}, Selectivity: 100},
	}
}

// Sleeper thinks until it is told to stop, and tells when it began and when it ended.
type Sleeper struct {
	Began chan struct{}
	Ended chan time.Time
}

// NewSleeper returns a sleeper.
func NewSleeper() *Sleeper {
	return &Sleeper{make(chan struct{}, 100), make(chan time.Time, 100)}
}

// Player makes a player that sleeps. Servers take it for a strong one.
func (s *Sleeper) Player() player.Player {
	return Thinking(
		func(ctx context.Context, _ *record.Game, _ player.Clock, _ func(player.Choice)) (player.Choice, error) {
			s.Began <- struct{}{}
			<-ctx.Done()
			s.Ended <- time.Now()
			return player.Choice{}, ctx.Err()
		})()
}

// Eventually waits for a condition that another goroutine brings about.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain for ", what)
		}
	}
}

// Text is a text that a server writes while a test reads it.
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

// Same reports how got differs from want. what names the value in the report.
func Same[T any](t testing.TB, what string, want, got T, options ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, options...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
