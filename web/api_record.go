package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

type playRecord struct {
	Schema string      `json:"schema" example:"kaeshi/record/1"`
	Since  string      `json:"since" doc:"when the record was last reset (RFC 3339); empty when it never was"`
	Rows   []recordRow `json:"rows" nullable:"false"`
}

type recordRow struct {
	Opponent string `json:"opponent" doc:"a player's specification" example:"kaeshi:skill=3"`
	Size     int    `json:"size"`
	Wins     int    `json:"wins" doc:"of the human"`
	Losses   int    `json:"losses"`
	Draws    int    `json:"draws"`
}

func (s *Server) addRecord(api huma.API) {
	show := operation(http.MethodGet, apiPath+"record", "record", "Results of people against each computer player")
	show.Description = "Counts games since the last reset, by opponent and board size; not those of mixed hands or from a set-up position."
	huma.Register(api, show, s.showRecord)
	reset := operation(http.MethodDelete, apiPath+"record", "reset-record", "Let the record begin anew; the games are kept")
	reset.DefaultStatus = http.StatusNoContent
	huma.Register(api, reset, s.resetRecord)
}

func (s *Server) showRecord(ctx context.Context, _ *struct{}) (*reply[playRecord], error) {
	r, err := s.options.Store.Record(ctx)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	shown := playRecord{Schema: "kaeshi/record/1", Rows: make([]recordRow, len(r.Rows))}
	if !r.Since.IsZero() {
		shown.Since = r.Since.Format(time.RFC3339Nano)
	}
	for i, t := range r.Rows {
		shown.Rows[i] = recordRow(t)
	}
	return &reply[playRecord]{shown}, nil
}

func (s *Server) resetRecord(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := s.options.Store.ResetRecord(ctx); err != nil {
		return nil, s.storeFault(ctx, err)
	}
	return nil, nil //nolint:nilnil // 204 has no body
}
