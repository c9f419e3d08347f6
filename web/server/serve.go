package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/edge"
)

const (
	headerTime     = 10 * time.Second // read deadline of request headers
	idleTime       = 2 * time.Minute
	closingTime    = 5 * time.Second // grace period of open requests at shutdown
	maxHeaderBytes = 16 << 10
)

// Serve accepts connections on l until ctx ends. It then cancels all searches, waits a few seconds for open requests
// and closes l and the server. On a loopback address without a token it accepts only host names of this machine, which
// prevents DNS rebinding. The error is nil after a regular shutdown.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := s.newServer(s.handlerFor(l.Addr()))
	server.TLSConfig = s.options.TLS
	failed := s.start(server, l)
	select {
	case err := <-failed:
		return errors.Join(err, s.Close())
	case <-ctx.Done():
	}
	return errors.Join(s.Close(), stop(ctx, server, failed))
}

// ServePlain responds to plain HTTP requests on l with h until ctx ends, beside [Server.Serve] with TLS.
func (s *Server) ServePlain(ctx context.Context, l net.Listener, h http.Handler) error {
	server := s.newServer(h)
	failed := s.start(server, l)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	return stop(ctx, server, failed)
}

func (s *Server) newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           api.LimitBody(h),
		ReadHeaderTimeout: headerTime,
		// A request may wait and then think, both for up to MaxThink. Streams extend the deadline with each event.
		// ReadTimeout is not set because it would cancel requests that take longer; bodies have their own deadlines.
		WriteTimeout:   2*s.options.MaxThink + api.AnswerTime,
		IdleTimeout:    idleTime,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),
	}
}

// start accepts connections on l, with TLS if the server has a configuration for it. The channel receives the error
// that ends it.
func (s *Server) start(server *http.Server, l net.Listener) <-chan error {
	limited, failed := s.edge.LimitConnections(l), make(chan error, 1)
	go func() {
		if server.TLSConfig != nil {
			failed <- server.ServeTLS(limited, "", "")
			return
		}
		failed <- server.Serve(limited)
	}()
	return failed
}

// stop waits a few seconds for open requests and closes the server. ctx has ended.
func stop(ctx context.Context, server *http.Server, failed <-chan error) error {
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	if ended := <-failed; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

// handlerFor returns the handler for a listener. With a token, DNS rebinding reaches nothing, because browsers send the
// cookie to the host name of the login only. Proxies may then pass on the host name that the client used.
func (s *Server) handlerFor(address net.Addr) http.Handler {
	if a, ok := address.(*net.TCPAddr); ok && a.IP.IsLoopback() && s.options.Token == "" {
		return edge.CheckHost(s, s.options.Hosts)
	}
	return s
}
