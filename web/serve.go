//go:build !js

package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
)

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
