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
	headerTime     = 10 * time.Second // to send the header of a request
	idleTime       = 2 * time.Minute
	closingTime    = 5 * time.Second // for open requests when the server stops
	maxHeaderBytes = 16 << 10
)

// Serve answers the connections of l, which it closes, until ctx ends. It then stops all thinking, gives open requests
// a few seconds and closes the server. On a loopback address it answers only to names of this machine, so that no page
// from elsewhere can reach it through a name of its own (DNS rebinding). The error is nil after an orderly end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.handlerFor(l.Addr()),
		ReadHeaderTimeout: headerTime,
		// The longest answer waits for its turn, then thinks; streams extend this with each event. A ReadTimeout would
		// also end requests whose answer takes longer; api.ReadBody limits the reading instead.
		WriteTimeout:   2*s.options.MaxThink + api.AnswerTime,
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
		return edge.CheckHost(s, s.options.Hosts)
	}
	return s
}
