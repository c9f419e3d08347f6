// Package server serves the Kaeshi page and the HTTP API.
//
// The server keeps no state of games against computers: a request contains the whole game as a transcript. Only games
// of two people over the network are kept, with their clocks. The number and the duration of searches are limited,
// quick players do not wait behind slow ones, and a search ends when its client disconnects.
//
// The server runs the tournaments that are started on its page, and shows all tournaments of the database, which other
// processes may be running.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/online"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/api/database"
	"github.com/kaeshi/kaeshi/web/api/links"
	"github.com/kaeshi/kaeshi/web/api/tournaments"
	"github.com/kaeshi/kaeshi/web/edge"
	"github.com/kaeshi/kaeshi/web/work"
)

// Options configures a server. Players is required.
type Options struct {
	// Players makes a player from its spec. Its errors list the players that exist. One player serves many requests,
	// one after another, so its choices must not depend on earlier requests.
	Players func(spec string) (player.Player, error)
	// Offered is the list of GET /api/v1/players. Nil means [player.Catalogue].
	Offered []player.Listing
	// Store is the database. Close does not close it. If it is nil, jobs are kept in memory, and operations that need a
	// database are not available.
	Store *store.Store
	// MaxThink is the time limit of a move. 0 means 20 s.
	MaxThink time.Duration
	// MaxMake is the time limit for making puzzles of imported games. 0 means 5 s.
	MaxMake time.Duration
	// Tournaments bounds the tournaments that the server runs. If Players is 0, the limits are
	// [work.UsualTournamentLimits] of Thinking.
	Tournaments work.TournamentLimits
	// Thinking is the number of strong players that search concurrently. 0 means one for each processor.
	Thinking int
	// PerClient is the number of requests that one client may have in each queue. Quick moves may be eight times as
	// many. 0 means 6.
	PerClient int
	// Rate is the number of API requests per second of one client. Bursts may have four times as many. 0 means 100.
	Rate int
	// Connections is the number of open connections of one client, and of its requests in progress. 0 means 128.
	Connections int
	// Token is required from clients, at least [edge.ShortestToken] bytes. If it is empty, there is no login.
	Token   string
	Proxied bool // the server is behind a proxy: the client is the last address of X-Forwarded-For
	// TLS is the configuration with the certificates of the server. Nil means plain HTTP.
	TLS *tls.Config
	// Strict makes browsers use HTTPS for the hosts of the server for a year after a response.
	Strict bool
	// Cluster is shown and controlled on the page, and judges the moves of reviews. Nil means none. Close does not end
	// the connection.
	Cluster  *cluster.Client
	Identity units.Identity // of this program, for the workers of the cluster
	// Patience is the time without a worker after which this machine judges the moves of a review. 0 means 30 s.
	Patience time.Duration
	Hosts    []string     // accepted on a loopback address without a token, besides localhost and loopback addresses
	Logger   *slog.Logger // nil means [slog.Default]
}

const (
	defaultMaxThink  = 20 * time.Second
	defaultMaxMake   = 5 * time.Second
	defaultPerClient = 6
	defaultRate      = 100
	defaultOpen      = 128
	defaultPatience  = 30 * time.Second
)

// Server is an [http.Handler] of the page and the API. [Server.Serve] adds time limits for connections.
type Server struct {
	options   Options
	edge      *edge.Edge
	scheduler *work.Scheduler
	analyses  *work.Analyses
	jobs      *work.Jobs
	online    *online.Games     // nil without a database
	runs      *work.Tournaments // nil without a database
	handler   http.Handler
}

// New returns a server; [Server.Close] frees it.
func New(o Options) (*Server, error) {
	switch {
	case o.Players == nil:
		return nil, errors.New("server: Options.Players must not be nil")
	case min(o.MaxThink, o.MaxMake) < 0 || min(o.Thinking, o.PerClient, o.Rate, o.Connections) < 0:
		return nil, fmt.Errorf("server: MaxThink %v, MaxMake %v, Thinking %d, PerClient %d, Rate %d and "+
			"Connections %d must not be negative",
			o.MaxThink, o.MaxMake, o.Thinking, o.PerClient, o.Rate, o.Connections)
	}
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	outer, err := edge.New(edge.Options{
		Token: o.Token, Proxied: o.Proxied, Strict: o.Strict, Rate: o.Rate, Connections: o.Connections,
		Logger: o.Logger,
	})
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s := &Server{options: o, edge: outer, scheduler: work.NewScheduler(work.Options{
		Players: o.Players, Listed: specsOf(o.Offered), MaxThink: o.MaxThink, Thinking: o.Thinking,
		PerClient: o.PerClient, Remote: o.remote(),
		Observe: outer.CountMove, Logger: o.Logger,
	})}
	if o.Store != nil {
		s.analyses, s.jobs = work.NewAnalyses(s.scheduler, o.Store), work.NewJobs(s.scheduler, o.Store, api.JobGame)
	} else {
		s.analyses, s.jobs = work.NewAnalyses(s.scheduler, nil),
			work.NewJobs(s.scheduler, store.NewJobsInMemory(), api.JobGame)
	}
	if o.Store != nil {
		s.runs = work.NewTournaments(s.scheduler, o.Store, o.Tournaments)
		s.online, err = online.Open(context.Background(), o.Store, online.SystemClock(), o.Logger)
	}
	if err == nil {
		s.handler, err = s.routes()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("server: %w", err), s.Close())
	}
	s.jobs.Resume()
	if s.runs != nil {
		s.runs.Resume()
	}
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
	if o.Connections == 0 {
		o.Connections = defaultOpen
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Thinking == 0 {
		o.Thinking = runtime.GOMAXPROCS(0)
	}
	if o.Tournaments.Players == 0 {
		o.Tournaments = work.UsualTournamentLimits(o.Thinking)
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
func (s *Server) routes() (http.Handler, error) {
	mux, outer := http.NewServeMux(), s.edge
	operations := api.New(mux, api.Options{
		Scheduler: s.scheduler, Analyses: s.analyses, Jobs: s.jobs, Players: s.options.Offered,
		MaxMake: s.options.MaxMake,
		Logger:  s.options.Logger,
	})
	if s.options.Store != nil {
		operations.AddStored(s.options.Store)
		links.Add(operations.Huma(), links.Options{
			Games: s.online, PerClient: s.options.PerClient, Logger: s.options.Logger,
		})
		database.Add(operations.Huma(), database.Options{Store: s.options.Store, Logger: s.options.Logger})
		tournaments.Add(operations.Huma(), tournaments.Options{
			Runs: s.runs, Store: s.options.Store, Logger: s.options.Logger,
		})
	}
	proofs := work.NewProofs(s.scheduler, "kaeshi")
	operations.AddProofs(proofs)
	if err := s.addMachines(operations, outer); err != nil {
		return nil, err
	}
	if err := operations.Finish(); err != nil {
		return nil, err
	}
	queues := s.scheduler.Queues()
	queues["proof"] = proofs.Queue
	page, err := web.Page()
	if err != nil {
		return nil, err
	}
	if s.online != nil {
		if err := outer.AddLinkPage(mux, page, s.preview); err != nil {
			return nil, err
		}
	}
	if err := outer.AddPages(mux, operations.Document(), queues, page); err != nil {
		return nil, err
	}
	return outer.Wrap(mux)
}

// ServeHTTP handles a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all searches, jobs and event streams and closes the players. Later requests that need them are refused.
func (s *Server) Close() error {
	if s.online != nil {
		s.online.Close()
	}
	err := s.scheduler.Close()
	s.jobs.Close()
	if s.runs != nil {
		s.runs.Close()
	}
	return err
}

// preview describes a game of two people for the preview of its link.
func (s *Server) preview(id string) (edge.Preview, bool) {
	v, err := s.online.View(id)
	if err != nil {
		return edge.Preview{}, false
	}
	p := edge.Preview{
		Black: v.Names[online.Creator], White: v.Names[online.Guest], Host: v.Names[online.Creator],
		Waiting: !v.Joined, Picture: links.PicturePath(id), Width: links.PictureWidth,
	}
	if v.Colours[online.Creator] == othello.White {
		p.Black, p.White = p.White, p.Black
	}
	return p, true
}
