//go:build !js

package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

type readiness struct {
	Status string `json:"status" enum:"ready"`
}

// addReady registers the question whether requests may be sent here, which a server that closes, or whose database does not answer, denies.
func (s *Server) addReady(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/readyz", "ready", "Whether the server can do its work", http.StatusServiceUnavailable),
		func(ctx context.Context, _ *struct{}) (*reply[readiness], error) {
			if s.think.closing.Err() != nil {
				return nil, asProblem(errClosing)
			}
			if _, err := s.options.Store.Games(ctx, time.Time{}, 1); err != nil {
				s.options.Logger.ErrorContext(ctx, "store", "err", err)
				return nil, problem(http.StatusServiceUnavailable, "the games' database does not answer; the server's log says why")
			}
			return &reply[readiness]{readiness{"ready"}}, nil
		})
}
