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
// and closes l and the server. On a loopback address it accepts only host names of this machine, which prevents DNS
// rebinding. The error is nil after a regular shutdown.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           api.LimitBody(s.handlerFor(l.Addr())),
		ReadHeaderTimeout: headerTime,
		// A request may wait and then think, both for up to MaxThink. Streams extend the deadline with each event.
		// ReadTimeout is not set because it would cancel requests that take longer; bodies have their own deadlines.
		WriteTimeout:   2*s.options.MaxThink + api.AnswerTime,
		IdleTimeout:    idleTime,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.edge.LimitConnections(l)) }()
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
		return edge.CheckHost(s, s.options.Hosts)
	}
	return s
}
