package api

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

// Sizes of the queues of package work with one strong player.
const (
	strongWaiting  = 4
	lessonsAtOnce  = 2
	lessonsWaiting = 14
	watchersAtOnce = 64
)

func TestMain(m *testing.M) {
	if path := os.Getenv(servedFrom); path != "" {
		if err := serveUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if _, err := eval.Learned(); err != nil { // loaded before the tests: it takes seconds with the race detector
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// setup configures the API under test.
type setup struct {
	Players             func(spec string) (player.Player, error)
	Offered             []player.Listing
	Store               *store.Store
	MaxThink, MaxMake   time.Duration
	Thinking, PerClient int
	Logger              *slog.Logger
	Poll                func()
}

// site is an API under test with a client.
type site struct {
	*webtest.Site

	api     *API
	handler http.Handler
	stop    func() // closes the server
}

// serve starts an API with all players and a new database. The functions change its configuration.
func serve(t testing.TB, change ...func(*setup)) *site {
	t.Helper()
	kept, err := store.Open(context.Background(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	offered, err := player.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	o := setup{
		Players: webtest.Players().New, Offered: offered, Store: kept, MaxThink: 20 * time.Second,
		MaxMake:  5 * time.Second,
		Thinking: 2, PerClient: 50, Logger: slog.New(slog.DiscardHandler),
	}
	for _, f := range change {
		f(&o)
	}
	s, err := newSite(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.handler)
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	s.Site = &webtest.Site{TB: t, URL: server.URL, Client: &http.Client{Transport: transport}}
	s.stop = func() {
		if err := s.close(); err != nil {
			t.Errorf("closing: %v", err)
		}
		server.Close()
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

// newSite returns an API without a network connection.
func newSite(o setup) (*site, error) {
	listed := make([]string, len(o.Offered))
	for i, l := range o.Offered {
		listed[i] = l.Spec
	}
	scheduler := work.NewScheduler(work.Options{
		Players: o.Players, Listed: listed, MaxThink: o.MaxThink, Thinking: o.Thinking, PerClient: o.PerClient,
		Poll: o.Poll, Logger: o.Logger,
	})
	analyses, jobs := work.NewAnalyses(scheduler, nil), work.NewJobs(scheduler, store.NewJobsInMemory(), JobGame)
	if o.Store != nil {
		analyses, jobs = work.NewAnalyses(scheduler, o.Store), work.NewJobs(scheduler, o.Store, JobGame)
	}
	mux := http.NewServeMux()
	a := New(mux, Options{
		Scheduler: scheduler, Analyses: analyses, Jobs: jobs, Players: o.Offered, MaxMake: o.MaxMake, Logger: o.Logger,
	})
	if o.Store != nil {
		a.AddStored(o.Store)
	}
	a.AddProofs(work.NewProofs(scheduler, "test"))
	if err := a.Finish(); err != nil {
		return nil, err
	}
	jobs.Resume()
	return &site{api: a, handler: identified(Recover(ReadBody(mux), o.Logger))}, nil
}

// identified returns a handler that identifies clients by their addresses.
func identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, _, _ := net.SplitHostPort(r.RemoteAddr)
		next.ServeHTTP(w, r.WithContext(WithCaller(r.Context(), Caller{Client: client})))
	})
}

// close ends all work.
func (s *site) close() error {
	err := s.api.scheduler.Close()
	s.api.jobs.Close()
	return err
}

// free waits until no request has a place in the queue.
func free(t testing.TB, q *work.Queue) {
	t.Helper()
	webtest.Eventually(t, "all places to be free", func() bool { return busy(q) == 0 })
}

// busy returns the number of requests that work or wait.
func busy(q *work.Queue) int {
	working, waiting := q.Load()
	return working + waiting
}

// withPlayer adds a player.
func withPlayer(name string, maker func() player.Player) func(*setup) {
	return func(o *setup) {
		others := o.Players
		o.Players = func(spec string) (player.Player, error) {
			if spec == name {
				return maker(), nil
			}
			return others(spec)
		}
	}
}

// read sends a request and decodes the JSON response. It fails the test if the status is not 200.
func read[T any](s *site, method, path, body string) T {
	s.Helper()
	return webtest.Read[T](s.Site, method, path, body)
}
