package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/player"
)

// ClockInput describes the clock of the side to move in a request, in seconds. The server's own limit applies as well.
type ClockInput struct {
	Left       float64 `query:"left" json:"left,omitempty" minimum:"0" maximum:"86400" doc:"seconds left; 0: no clock"`
	Increment  float64 `query:"increment" json:"increment,omitempty" minimum:"0" maximum:"3600" doc:"seconds per move"`
	Period     float64 `query:"period" json:"period,omitempty" minimum:"0" maximum:"3600" doc:"byo-yomi in seconds"`
	ClockMoves int     `query:"clock_moves" json:"clock_moves,omitempty" minimum:"0" maximum:"60" doc:"moves covered"`
}

// clock returns the clock for the player. The zero value means no clock.
func (c ClockInput) clock() player.Clock {
	if c.Left == 0 {
		return player.Clock{}
	}
	return player.Clock{
		Left: inSeconds(c.Left), Increment: inSeconds(c.Increment), Period: inSeconds(c.Period),
		Moves: c.ClockMoves,
	}
}

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// moveRequest is the body of POST /move.
type moveRequest struct {
	GameInput
	ClockInput
	Player string `json:"player" maxLength:"100" doc:"player spec, as in GET /players" example:"kaeshi:level=6"`
}

// thinkQuery is the query of GET /think.
type thinkQuery struct {
	GameInput
	ClockInput
	Player string `query:"player" required:"true" maxLength:"100" doc:"player spec" example:"kaeshi:level=6"`
}

func (a *API) addMoves(api huma.API) {
	move := operation(http.MethodPost, Path+"move", "move", "Let a computer player choose a move",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	move.Description = "The answer is the best move found within the time limit. The move is not played. " +
		"increment is added after each move, period is the time for each move after the clock has run out, and " +
		"clock_moves is the number of moves that the remaining time covers (0: the rest of the game)."
	huma.Register(api, move, a.move)

	think := operation(http.MethodGet, thinkPath, "think", "Let a computer player choose a move (event stream)",
		http.StatusServiceUnavailable)
	think.Description = "Server-Sent Events with JSON data. `progress` is sent after each completed depth. The last " +
		"event is `move` or `problem`. Closing the connection stops the search."
	think.Responses = eventResponses(api, "event: progress\ndata: {\"move\":\"d3\",…}\n\n",
		kind[player.Answer]("progress"), kind[player.Answer]("move"), problemKind())
	huma.Register(api, think, a.streamMove)
}

func (a *API) move(ctx context.Context, in *struct{ Body moveRequest }) (*reply[player.Answer], error) {
	g, p, err := in.Body.unfinished()
	if err != nil {
		return nil, err
	}
	admission, err := a.scheduler.Admit(ctx, clientOf(ctx), in.Body.Player)
	if err != nil {
		return nil, problemOf(err)
	}
	defer admission.Leave()
	admission.Clock = in.Body.clock()
	answer, err := admission.Choose(ctx, g, p, func(player.Answer) {})
	if err != nil {
		return nil, problemOf(err)
	}
	return &reply[player.Answer]{answer}, nil
}

func (a *API) streamMove(ctx context.Context, in *thinkQuery) (*huma.StreamResponse, error) {
	g, p, err := in.unfinished()
	if err != nil {
		return nil, err
	}
	admission, err := a.scheduler.Admit(ctx, clientOf(ctx), in.Player)
	if err != nil {
		return nil, problemOf(err)
	}
	admission.Clock = in.clock()
	return events(admission.Leave, func(ctx context.Context, out *stream) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		answer, err := admission.Choose(ctx, g, p, func(a player.Answer) {
			if out.send("progress", a) != nil {
				cancel()
			}
		})
		if err != nil {
			out.sendProblem(err)
			return
		}
		_ = out.send("move", answer) // the client may have left
	}), nil
}
