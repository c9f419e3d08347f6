package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(servedFrom); path != "" {
		if err := serveUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if _, err := eval.Learned(); err != nil { // parsed here: under the race detector that takes seconds
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// realPlayers are the players that the program offers.
func realPlayers() player.Makers {
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

// site is a server on a loopback connection and a client that talks to it.
type site struct {
	testing.TB
	url    string
	client *http.Client
	server *Server
	stop   func() // ends the server as a signal would, and waits for it
}

// serve starts a server with the real players and a store of its own, changed by the given functions.
func serve(t testing.TB, change ...func(*Options)) *site {
	t.Helper()
	kept, err := store.Open(context.Background(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Players: realPlayers().New, PerClient: 50, Rate: 1 << 20, Store: kept, Logger: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&o)
	}
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	s := &site{TB: t, url: "http://" + listener.Addr().String(), client: &http.Client{Transport: transport}, server: server}
	s.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		close(ended)
	}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		s.stop()
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// withPlayer makes name a player of its own kind, beside the real ones.
func withPlayer(name string, maker func() player.Player) func(*Options) {
	return func(o *Options) {
		others := o.Players
		o.Players = func(spec string) (player.Player, error) {
			if spec == name {
				return maker(), nil
			}
			return others(spec)
		}
	}
}

func (s *site) request(ctx context.Context, method, path, body string) *http.Request {
	s.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// do sends a request and reads the whole answer.
func (s *site) do(r *http.Request) (*http.Response, []byte) {
	s.Helper()
	response, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response, body
}

// ask sends a request, wants that status and returns the body.
func (s *site) ask(status int, method, path, body string) []byte {
	s.Helper()
	response, answer := s.do(s.request(s.Context(), method, path, body))
	if response.StatusCode != status {
		s.Fatalf("%s %s %s: status %d, want %d: %s", method, path, clip(body), response.StatusCode, status, answer)
	}
	return answer
}

// read is the JSON answer to a request that succeeds.
func read[T any](s *site, method, path, body string) (v T) {
	s.Helper()
	answer := s.ask(http.StatusOK, method, path, body)
	d := json.NewDecoder(bytes.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		s.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
	return v
}

// trouble is a problem document.
type trouble struct {
	Title, Detail string
	Status        int
}

// wantProblem sends a request that is refused with that status and a sentence that says each of the words.
func (s *site) wantProblem(status int, method, path, body string, words ...string) {
	s.Helper()
	response, answer := s.do(s.request(s.Context(), method, path, body))
	s.checkProblem(response, answer, status, words...)
}

func (s *site) checkProblem(response *http.Response, answer []byte, status int, words ...string) {
	s.Helper()
	r := response.Request
	what := fmt.Sprintf("%s %s", r.Method, r.URL)
	if response.StatusCode != status {
		s.Errorf("%s: status %d, want %d: %s", what, response.StatusCode, status, answer)
	}
	if kind := response.Header.Get("Content-Type"); kind != "application/problem+json" {
		s.Errorf("%s: content type %q", what, kind)
	}
	var p trouble
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

// soon fails unless the channel is closed or sends within a time that is long for a machine and short for a person.
func soon[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("waited in vain for ", what)
	}
	return v
}
