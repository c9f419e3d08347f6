// Package server serves Kaeshi over HTTP: the page built from web/ui, and the API that it and other programs use.
//
// The server keeps no games in progress: a request contains the whole game, as a transcript. Thinking is bounded in
// time and in number, quick players never wait behind slow ones, and a search ends when the client leaves.
//
// Another process plays tournaments; the server shows what the database has of them.
package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/edge"
	"github.com/kaeshi/kaeshi/web/work"
)

// Options configures a server. Players is required.
type Options struct {
	// Players makes a player; its errors list the players that exist. One player serves many requests, one after
	// another: its choice may depend on the game, its seed and chance, but not on earlier requests.
	Players func(spec string) (player.Player, error)
	// Offered is what GET /api/v1/players lists; nil: [player.Catalogue].
	Offered []player.Listing
	// Store stays open when the server closes. If it is nil, jobs are kept in memory, and operations that need a
	// database are missing.
	Store *store.Store
	// MaxThink limits the time for one move; 0: 20 s.
	MaxThink time.Duration
	// MaxMake limits the time for making puzzles of imported games; 0: 5 s.
	MaxMake time.Duration
	// Thinking is how many strong players think at once; 0: one for each processor.
	Thinking int
	// PerClient is how many searches one client may have running and waiting in each queue; eight times as many quick
	// moves; 0: 6.
	PerClient int
	// Rate is how many requests to the API one client may send in a second, and four times as many at once; 0: 100.
	Rate int
	// Token is what clients must present, [edge.ShortestToken] bytes or more; empty: nothing, as suits a server for its
	// own machine.
	Token   string
	Proxied bool         // a proxy stands in front: the client is the last address of X-Forwarded-For
	Hosts   []string     // names to answer to on a loopback address, beside localhost and the address itself
	Logger  *slog.Logger // nil: [slog.Default]
}

const (
	defaultMaxThink  = 20 * time.Second
	defaultMaxMake   = 5 * time.Second
	defaultPerClient = 6
	defaultRate      = 100
)

// Server answers HTTP requests. It is an [http.Handler]; [Server.Serve] also limits connections.
type Server struct {
	options   Options
	scheduler *work.Scheduler
	analyses  *work.Analyses
	jobs      *work.Jobs
	handler   http.Handler
}

// New returns a server; [Server.Close] frees it.
func New(o Options) (*Server, error) {
	switch {
	case o.Players == nil:
		return nil, errors.New("server: Options.Players is missing")
	case o.MaxThink < 0 || o.MaxMake < 0 || o.Thinking < 0 || o.PerClient < 0 || o.Rate < 0:
		return nil,
			fmt.Errorf("server: MaxThink %v, MaxMake %v, Thinking %d, PerClient %d and Rate %d must not be negative",
				o.MaxThink, o.MaxMake, o.Thinking, o.PerClient, o.Rate)
	}
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	outer, err := edge.New(edge.Options{Token: o.Token, Proxied: o.Proxied, Rate: o.Rate, Logger: o.Logger})
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s := &Server{options: o, scheduler: work.NewScheduler(work.Options{
		Players: o.Players, Listed: specsOf(o.Offered), MaxThink: o.MaxThink, Thinking: o.Thinking,
		PerClient: o.PerClient,
		Observe:   outer.CountMove, Logger: o.Logger,
	})}
	if o.Store != nil {
		s.analyses, s.jobs = work.NewAnalyses(s.scheduler, o.Store), work.NewJobs(s.scheduler, o.Store, api.JobGame)
	} else {
		s.analyses, s.jobs = work.NewAnalyses(s.scheduler, nil),
			work.NewJobs(s.scheduler, store.NewJobsInMemory(), api.JobGame)
	}
	if s.handler, err = s.routes(outer); err != nil {
		return nil, errors.Join(fmt.Errorf("server: %w", err), s.scheduler.Close())
	}
	s.jobs.Resume()
	return s, nil
}

func (o Options) withDefaults() (Options, error) {
	if o.Offered == nil {
		list, err := player.Catalogue()
		if err != nil {
			return o, err
		}
		o.Offered = list
	}
	if o.MaxThink == 0 {
		o.MaxThink = defaultMaxThink
	}
	if o.MaxMake == 0 {
		o.MaxMake = defaultMaxMake
	}
	if o.PerClient == 0 {
		o.PerClient = defaultPerClient
	}
	if o.Rate == 0 {
		o.Rate = defaultRate
	}
	if o.Thinking == 0 {
		o.Thinking = runtime.GOMAXPROCS(0)
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Logger = edge.RequestLogger(o.Logger)
	return o, nil
}

func specsOf(list []player.Listing) []string {
	specs := make([]string, len(list))
	for i, l := range list {
		specs[i] = l.Spec
	}
	return specs
}

// routes returns the handler of all requests.
func (s *Server) routes(outer *edge.Edge) (http.Handler, error) {
	mux := http.NewServeMux()
	operations := api.New(mux, api.Options{
		Scheduler: s.scheduler, Analyses: s.analyses, Jobs: s.jobs, Players: s.options.Offered,
		MaxMake: s.options.MaxMake,
		Logger:  s.options.Logger,
	})
	if s.options.Store != nil {
		operations.AddStored(s.options.Store)
	}
	if err := operations.Finish(); err != nil {
		return nil, err
	}
	page, err := web.Page()
	if err != nil {
		return nil, err
	}
	if err := outer.AddPages(mux, operations.Document(), s.scheduler.Queues(), page); err != nil {
		return nil, err
	}
	return outer.Wrap(mux)
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all thinking and all streams and frees the players. Requests that need a player are refused from then on.
func (s *Server) Close() error {
	err := s.scheduler.Close()
	s.jobs.Close()
	return err
}
