// Package web serves Kaeshi over HTTP: the page built from web/ui, and the API under /api/v1 that it and other programs use.
//
// The API is JSON with problem details for errors (RFC 9457) and is described by the document at /api/v1/openapi.json, which is made from
// the code here. The server keeps no games in progress: a request tells the whole game, as a transcript. Thinking is bounded in
// time and in number, quick players never wait behind slow ones, and a search ends when the client leaves.
//
// Tournaments are held by another process and watched here: what is shown of them is what the database has.
//
// The package imports the games (othello, record, tictactoe), what the classroom shows of them (classroom, classic, gametree), player, match
// and store; which players exist is told by its caller.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// Options is what a server is made of. Players and Store are needed.
type Options struct {
	// Players makes a player; its errors list what exists. One player serves many requests, one after another: what it chooses may
	// depend on the game, its seed and chance, but not on what it was asked before.
	Players  func(spec string) (player.Player, error)
	Offered  []PlayerInfo  // what GET /api/v1/players lists; nil: [StandardPlayers]
	Store    *store.Store  // stays open when the server closes
	MaxThink time.Duration // for one move; 0: 20 s
	Thinking int           // how many strong players think at once; 0: one for each processor
	Hosts    []string      // names to answer to on a loopback address, beside localhost and the address itself
	Logger   *slog.Logger  // nil: [slog.Default]
}

const (
	defaultMaxThink = 20 * time.Second
	headerTime      = 10 * time.Second // to send the head of a request
	bodyTime        = 10 * time.Second // to send its body
	answerTime      = 30 * time.Second // to take an answer, beyond the time that thinking may need
	idleTime        = 2 * time.Minute
	closingTime     = 5 * time.Second // for requests that are being answered when the server stops
	maxHeaderBytes  = 16 << 10
)

// Server answers HTTP requests. It is an [http.Handler]; [Server.Serve] also brings the limits of connections.
type Server struct {
	options Options
	think   *thinker
	lessons *gate // the searches of the classroom
	gallery *gallery
	handler http.Handler
}

// New makes a server; [Server.Close] frees it.
func New(o Options) (*Server, error) {
	switch {
	case o.Players == nil:
		return nil, errors.New("web: Options.Players is missing")
	case o.Store == nil:
		return nil, errors.New("web: Options.Store is missing")
	case o.MaxThink < 0 || o.Thinking < 0:
		return nil, fmt.Errorf("web: MaxThink %v and Thinking %d may not be negative", o.MaxThink, o.Thinking)
	}
	o = o.withDefaults()
	s := &Server{options: o, think: newThinker(o), lessons: newGate(lessonsAtOnce, lessonsWaiting), gallery: newGallery(o)}
	handler, err := s.routes()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s.handler = handler
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.Offered == nil {
		o.Offered = StandardPlayers()
	}
	if o.MaxThink == 0 {
		o.MaxThink = defaultMaxThink
	}
	if o.Thinking == 0 {
		o.Thinking = runtime.GOMAXPROCS(0)
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
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
	compressed, err := compress(mux)
	if err != nil {
		return nil, err
	}
	h := sameOrigin(readBody(compressed))
	h = secureHeaders(h)
	h = recoverPanics(h, s.options.Logger)
	return logAccess(h, s.options.Logger), nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers the connections of l, which it closes, until ctx ends; then it stops all thinking, gives requests a few seconds
// to finish and closes the server. On a loopback address it answers only to names of this machine, so that a page from elsewhere
// cannot reach it by a name that it had point here (DNS rebinding). The error is nil after an orderly end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.handlerFor(l.Addr()),
		ReadHeaderTimeout: headerTime,
		// The longest answer waits for its turn, then thinks; streams prolong this with each event. There is no ReadTimeout: it would
		// also end requests whose answer takes longer. readBody bounds the reading instead.
		WriteTimeout:   2*s.options.MaxThink + answerTime,
		IdleTimeout:    idleTime,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return errors.Join(err, s.Close())
	case <-ctx.Done():
	}
	err := s.Close()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	late := server.Shutdown(grace)
	if errors.Is(late, context.DeadlineExceeded) {
		late = server.Close()
	}
	if ended := <-failed; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return errors.Join(err, late)
}

func (s *Server) handlerFor(address net.Addr) http.Handler {
	if a, ok := address.(*net.TCPAddr); ok && a.IP.IsLoopback() {
		return checkHost(s, s.options.Hosts)
	}
	return s
}

// Close ends all thinking and all streams and frees the players. Requests that need one are refused from then on.
func (s *Server) Close() error {
	s.gallery.close()
	return s.think.close()
}
