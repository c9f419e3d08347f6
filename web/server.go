// Package web serves Kaeshi over HTTP: the page built from web/ui, and the API under /api/v1 that it and other programs use.
//
// The API is JSON with problem details for errors (RFC 9457) and is described by the document at /api/v1/openapi.json, which is made from
// the code here. The server keeps no games in progress: a request tells the whole game, as a transcript. Thinking is bounded in
// time and in number, quick players never wait behind slow ones, and a search ends when the client leaves.
//
// Tournaments are held by another process and watched here: what is shown of them is what the database has.
package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// Options is what a server is made of. Players are needed.
type Options struct {
	// Players makes a player; its errors list what exists. One player serves many requests, one after another: what it chooses may
	// depend on the game, its seed and chance, but not on what it was asked before.
	Players  func(spec string) (player.Player, error)
	Offered  []PlayerInfo  // what GET /api/v1/players lists; nil: [StandardPlayers]
	Store    *store.Store  // stays open when the server closes; nil: nothing is kept but jobs while the program runs, and the operations that need it are not there
	MaxThink time.Duration // for one move; 0: 20 s
	MaxMake  time.Duration // for making puzzles of imported games, what there is by then being the answer; 0: 5 s
	Thinking int           // how many strong players think at once; 0: one for each processor
	// PerClient is how many searches one client may have at work and waiting at once, in each lane but that of quick moves, where it is
	// eight times as many; 0: 6.
	PerClient int
	// Rate is how many requests to the API one client may send in a second, and four times as many at once; 0: 100.
	Rate int
	// Token is what clients must know, [ShortestToken] bytes or more; empty: they need not know anything, as befits a server for its own machine.
	Token   string
	Proxied bool         // a proxy stands in front: the client is who X-Forwarded-For says last
	Hosts   []string     // names to answer to on a loopback address, beside localhost and the address itself
	Logger  *slog.Logger // nil: [slog.Default]
	// Poll is called every few thousand positions by searches that belong to no request, as [search.Polling] has it: on a platform without pre-emption they yield by it. It may be nil.
	Poll func()
}

const (
	defaultMaxThink  = 20 * time.Second
	defaultMaxMake   = 5 * time.Second
	defaultPerClient = 6
	defaultRate      = 100

	// ShortestToken is the least number of bytes of a token: at the rate at which one may try, that cannot be guessed.
	ShortestToken  = 12
	headerTime     = 10 * time.Second // to send the head of a request
	bodyTime       = 10 * time.Second // to send its body
	answerTime     = 30 * time.Second // to take an answer, beyond the time that thinking may need
	idleTime       = 2 * time.Minute
	closingTime    = 5 * time.Second // for requests that are being answered when the server stops
	maxHeaderBytes = 16 << 10
)

// Server answers HTTP requests. It is an [http.Handler]; its method Serve, which browsers do without, also brings the limits of connections.
type Server struct {
	options Options
	think   *thinker
	lessons *gate // the searches of the classroom
	gallery *gallery
	desk    *desk
	clerk   *clerk
	front   front
	handler http.Handler
}

// New makes a server; [Server.Close] frees it.
func New(o Options) (*Server, error) {
	switch {
	case o.Players == nil:
		return nil, errors.New("web: Options.Players is missing")
	case o.MaxThink < 0 || o.MaxMake < 0 || o.Thinking < 0 || o.PerClient < 0 || o.Rate < 0:
		return nil, fmt.Errorf("web: MaxThink %v, MaxMake %v, Thinking %d, PerClient %d and Rate %d may not be negative", o.MaxThink, o.MaxMake, o.Thinking, o.PerClient, o.Rate)
	case o.Token != "" && len(o.Token) < ShortestToken:
		return nil, fmt.Errorf("web: Options.Token has %d bytes, fewer than %d", len(o.Token), ShortestToken)
	}
	o = o.withDefaults()
	s := &Server{options: o, think: newThinker(o), lessons: newGate(lessonsAtOnce, lessonsWaiting), gallery: newGallery(o)}
	s.desk, s.clerk = newDesk(o, s.think), newClerk(o, s.think)
	s.front = newFront(s)
	handler, err := s.routes()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s.handler = handler
	s.clerk.resume()
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.Offered == nil {
		o.Offered = StandardPlayers()
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
	o.Logger = slog.New(tellsCaller{o.Logger.Handler()})
	return o
}

// routes is the whole handler: what every request passes, from the outside in, and then its route.
func (s *Server) routes() (http.Handler, error) {
	mux := http.NewServeMux()
	if err := s.addAPI(mux); err != nil {
		return nil, err
	}
	if err := addAssets(mux); err != nil {
		return nil, err
	}
	if err := s.addPlain(mux); err != nil {
		return nil, err
	}
	compressed, err := compress(mux)
	if err != nil {
		return nil, err
	}
	h, err := s.guard(readBody(compressed))
	if err != nil {
		return nil, err
	}
	h = recoverPanics(secureHeaders(sameOrigin(h)), s.options.Logger)
	return s.observe(h), nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all thinking and all streams and frees the players. Requests that need one are refused from then on.
func (s *Server) Close() error {
	s.gallery.close()
	err := s.think.close()
	s.clerk.close()
	return err
}
