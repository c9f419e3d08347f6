package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/web/work"
)

type health struct {
	Status string `json:"status" enum:"ok"`
}

func (a *API) addHealth(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/healthz", "health", "Whether the server answers"),
		func(context.Context, *struct{}) (*reply[health], error) {
			return &reply[health]{health{"ok"}}, nil
		})
}

type readiness struct {
	Status string `json:"status" enum:"ready"`
}

// addReady registers the readiness check. A server is not ready while it closes or when its database does not answer.
func (a *API) addReady(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/readyz", "ready", "Whether the server can do its work", http.StatusServiceUnavailable),
		func(ctx context.Context, _ *struct{}) (*reply[readiness], error) {
			if a.scheduler.Closing().Err() != nil {
				return nil, problemOf(work.ErrClosing)
			}
			if _, err := a.store.Games(ctx, time.Time{}, 1); err != nil {
				a.log.ErrorContext(ctx, "store", "err", err)
				return nil, problem(http.StatusServiceUnavailable, "the games' database does not answer; the server's log says why")
			}
			return &reply[readiness]{readiness{"ready"}}, nil
		})
}
