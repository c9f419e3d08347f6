package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/player"
)

// ClockText is how a request tells what the player may spend, in seconds. All of it is bounded by the server's own
// limit.
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
	return player.Clock{
		Left: inSeconds(c.Left), Increment: inSeconds(c.Increment), Period: inSeconds(c.Period),
		Moves: c.ClockMoves,
	}
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

func (a *API) addMoves(api huma.API) {
	move := operation(http.MethodPost, Path+"move", "move", "A computer player's choice for the side to move",
		http.StatusServiceUnavailable, http.StatusGatewayTimeout)
	move.Description = "The move is not played. When time runs out, the best move so far is the answer."
	huma.Register(api, move, a.move)

	think := operation(http.MethodGet, thinkPath, "think", "The same choice as a stream of events that shows it ripen",
		http.StatusServiceUnavailable)
	think.Description = "Server-Sent Events: `progress` for each finished depth, then one `move`, or `problem`, all " +
		"with JSON data. " +
		"Closing the connection ends the thinking at once."
	think.Responses = eventResponses(api, "event: progress\ndata: {\"move\":\"d3\",…}\n\n",
		kind[player.Answer]("progress"), kind[player.Answer]("move"), problemKind())
	huma.Register(api, think, a.thinkAloud)
}

func (a *API) move(ctx context.Context, in *struct{ Body moveQuestion }) (*reply[player.Answer], error) {
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

func (a *API) thinkAloud(ctx context.Context, in *thinkQuestion) (*huma.StreamResponse, error) {
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
