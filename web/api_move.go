package web

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// moveQuestion is the body of POST /move.
type moveQuestion struct {
	GameText
	Player string `json:"player" maxLength:"100" doc:"who chooses: a specification as in the list of players" example:"kaeshi:level=6"`
}

// thinkQuestion is the query of GET /think.
type thinkQuestion struct {
	GameText
	Player string `query:"player" required:"true" maxLength:"100" doc:"who chooses: a specification as in the list of players" example:"kaeshi:level=6"`
}

func (s *Server) addMoves(api huma.API) {
	move := operation(http.MethodPost, apiPath+"move", "move", "A computer player's choice for the side to move",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	move.Description = "The move is not played. When time runs out, the best move so far is the answer."
	huma.Register(api, move, s.move)

	think := operation(http.MethodGet, thinkPath, "think", "The same choice as a stream of events that shows it ripen",
		http.StatusServiceUnavailable)
	think.Description = "Server-Sent Events: `progress` for each finished depth, then one `move`, or `problem`, all with JSON data. " +
		"Closing the connection ends the thinking at once."
	think.Responses = map[string]*huma.Response{"200": {Description: "Events", Content: map[string]*huma.MediaType{
		"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}, Example: "event: progress\ndata: {\"move\":\"d3\",…}\n\n"},
	}}}
	huma.Register(api, think, s.thinkAloud)
}

func (s *Server) move(ctx context.Context, in *struct{ Body moveQuestion }) (*reply[player.Answer], error) {
	g, err := in.Body.unfinished()
	if err != nil {
		return nil, err
	}
	seat, err := s.think.admit(ctx, in.Body.Player)
	if err != nil {
		return nil, err
	}
	defer seat.leave()
	answer, err := seat.choose(ctx, g, func(player.Answer) {})
	if err != nil {
		return nil, err
	}
	return &reply[player.Answer]{answer}, nil
}

func (s *Server) thinkAloud(ctx context.Context, in *thinkQuestion) (*huma.StreamResponse, error) {
	g, err := in.unfinished()
	if err != nil {
		return nil, err
	}
	seat, err := s.think.admit(ctx, in.Player)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer seat.leave()
		r, w := humago.Unwrap(c)
		if r.Method != http.MethodHead {
			seat.streamTo(r.Context(), newStream(w), g)
		}
	}}, nil
}

// streamTo lets the player think and sends what it finds. It returns when the player has ended, because it chose or because the client left.
func (s *seat) streamTo(ctx context.Context, out *stream, g *record.Game) {
	ctx, cancel := context.WithCancel(ctx)
	var pings sync.WaitGroup
	pings.Go(func() { out.ping(ctx) })
	defer pings.Wait()
	defer cancel()
	answer, err := s.choose(ctx, g, func(a player.Answer) {
		if out.send("progress", a) != nil {
			cancel()
		}
	})
	if err == nil {
		_ = out.send("move", answer) // the client may have left
	} else if told, ok := errors.AsType[*huma.ErrorModel](err); ok {
		_ = out.send("problem", told)
	}
}
