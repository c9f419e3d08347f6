package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func TestMain(m *testing.M) {
	if _, err := eval.Learned(); err != nil { // loaded before the tests: it takes seconds with the race detector
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// Paths of operations.
const (
	gamePath   = api.Path + "game"
	movePath   = api.Path + "move"
	thinkPath  = api.Path + "think"
	gamesPath  = api.Path + "games"
	recordPath = api.Path + "record"
)

func moveBody(size int, moves, spec string) string {
	return fmt.Sprintf(`{"size":%d,"moves":%q,"player":%q}`, size, moves, spec)
}

// site is a server under test with a client.
type site struct {
	*webtest.Site

	server *Server
}

// serve starts a server with all players and a new database. The functions change its options.
func serve(t testing.TB, change ...func(*Options)) *site {
	t.Helper()
	kept, err := store.Open(context.Background(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Players: webtest.Players().New, PerClient: 50, Rate: 1 << 20, Store: kept,
		Logger: slog.New(slog.DiscardHandler),
	}
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
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return &site{
		Site: &webtest.Site{
			TB: t, URL: "http://" + listener.Addr().String(),
			Client: &http.Client{Transport: transport},
		},
		server: server,
	}
}

// withPlayer adds a player.
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

// fill fills the queue of strong players: one request works and four wait. release ends them.
func fill(t *testing.T, s *site, sleeping *webtest.Sleeper) (release func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	for range 1 + 4 {
		response, err := s.Client.Do(s.Request(ctx, "GET", thinkPath+"?player=sleeper", ""))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
	}
	webtest.Receive(t, "thinking to begin", sleeping.Began)
	return cancel
}
