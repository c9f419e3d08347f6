package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// ClockText is how a request tells what the player may spend, in seconds. All of it is bounded by the server's own limit.
type ClockText struct {
	Left       float64 `query:"left" json:"left,omitempty" minimum:"0" maximum:"86400" doc:"what is left on the mover's clock; 0: there is no clock" example:"283.5"`
	Increment  float64 `query:"increment" json:"increment,omitempty" minimum:"0" maximum:"3600" doc:"what each move adds to the clock"`
	Period     float64 `query:"period" json:"period,omitempty" minimum:"0" maximum:"3600" doc:"byo-yomi: what there is for each move alone once the clock has run out"`
	ClockMoves int     `query:"clock_moves" json:"clock_moves,omitempty" minimum:"0" maximum:"60" doc:"moves that the clock must last for; 0: to the end of the game; 1: so much for each move alone"`
}

// clock is what the player is shown.
func (c ClockText) clock() player.Clock {
	if c.Left == 0 {
		return player.Clock{}
	}
	return player.Clock{Left: inSeconds(c.Left), Increment: inSeconds(c.Increment), Period: inSeconds(c.Period), Moves: c.ClockMoves}
}

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// moveQuestion is the body of POST /move.
type moveQuestion struct {
	GameText
	ClockText
	Player string `json:"player" maxLength:"100" doc:"who chooses: a specification as in the list of players" example:"kaeshi:level=6"`
}

// thinkQuestion is the query of GET /think.
type thinkQuestion struct {
	GameText
	ClockText
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
	seat.clock = in.Body.clock()
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
	seat.clock = in.clock()
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
