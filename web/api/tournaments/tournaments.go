// Package tournaments implements the HTTP API with which the page starts, pauses, resumes and cancels tournaments. The
// operations that show tournaments are in package api.
package tournaments

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

const path = api.Path + "tournaments"

// Options configures the operations.
type Options struct {
	Runs   *work.Tournaments
	Store  *store.Store
	Logger *slog.Logger
}

type tournaments struct{ Options }

// tournamentRequest is the body of POST /tournaments. Values are written as on the command line.
type tournamentRequest struct {
	Name        string   `json:"name,omitempty" maxLength:"100" doc:"title"`
	Players     []string `json:"players" nullable:"false" minItems:"2" maxItems:"64" doc:"specs of computer players"`
	Format      string   `json:"format,omitempty" enum:"roundrobin,gauntlet,swiss,knockout" default:"roundrobin"`
	Games       int      `json:"games,omitempty" minimum:"0" maximum:"1000000" doc:"of each pairing, even; 0: usual"`
	Rounds      int      `json:"rounds,omitempty" minimum:"0" maximum:"1000" doc:"of a swiss tournament; 0: usual"`
	Openings    string   `json:"openings,omitempty" maxLength:"40" doc:"balanced:K, random:K, names or start"`
	Time        string   `json:"time,omitempty" maxLength:"40" doc:"such as 5m+3s, 1s/move, depth:8 or nodes:100000"`
	SPRT        string   `json:"sprt,omitempty" maxLength:"100" doc:"such as elo0=0,elo1=10,alpha=0.05,beta=0.05"`
	Adjudicate  string   `json:"adjudicate,omitempty" maxLength:"40" doc:"such as empties:10 or lead:20/6"`
	Seed        int64    `json:"seed,omitempty" minimum:"0" maximum:"9007199254740991" doc:"of all random choices"`
	Concurrency int      `json:"concurrency,omitempty" minimum:"0" maximum:"1000" doc:"games at a time; 0: usual"`
}

// tournamentRun is the document of a tournament that the server runs.
type tournamentRun struct {
	Schema string `json:"schema" example:"kaeshi/tournament-run/1"`
	match.TournamentRow
}

// tournamentLimits is the document of GET /tournaments/limits.
type tournamentLimits struct {
	Schema      string  `json:"schema" example:"kaeshi/tournament-limits/1"`
	Players     int     `json:"players" doc:"greatest number of players"`
	Games       int     `json:"games" doc:"greatest number of games in all"`
	Openings    int     `json:"openings" doc:"greatest K of balanced:K and random:K"`
	Hours       float64 `json:"hours" doc:"greatest duration with all clocks used up"`
	Running     float64 `json:"running_hours" doc:"running time after which a tournament is interrupted"`
	Move        float64 `json:"move_seconds" doc:"greatest time of a move"`
	Concurrency int     `json:"concurrency" doc:"greatest number of games at a time"`
	Usual       int     `json:"usual_concurrency" doc:"default number of games at a time"`
	Instances   int     `json:"instances" doc:"greatest number of players times games at a time"`
	Open        int     `json:"open" doc:"greatest number of queued, running and paused tournaments"`
	PerClient   int     `json:"per_client" doc:"those of one client"`
	Waiting     int     `json:"waiting" doc:"queued, running and paused tournaments"`
}

// Add registers the operations.
func Add(a huma.API, o Options) {
	t := &tournaments{o}
	begin := api.Operation(http.MethodPost, path, "start-tournament", "Start a tournament",
		http.StatusServiceUnavailable)
	begin.DefaultStatus = http.StatusCreated
	begin.Description = "The server runs one tournament at a time; the others wait in a queue. Tournaments continue " +
		"after a restart of the server. They are stored like those of kaeshi match, which can resume them. The " +
		"limits are those of GET /tournaments/limits."
	huma.Register(a, begin, t.start)
	huma.Register(a, api.Operation(http.MethodGet, path+"/limits", "tournament-limits",
		"Limits of the tournaments that this server runs"), t.limits)
	for _, c := range []struct {
		action, summary string
		change          func(context.Context, int64) error
	}{
		{"pause", "Pause a queued or running tournament", o.Runs.Pause},
		{"resume", "Resume a paused or failed tournament", o.Runs.Continue},
		{"cancel", "Cancel an open or failed tournament", o.Runs.Cancel},
	} {
		op := api.Operation(http.MethodPost, path+"/{id}/"+c.action, c.action+"-tournament", c.summary,
			http.StatusNotFound, http.StatusConflict)
		if c.action == "pause" {
			op.Description = "Running games are interrupted, and played again after the pause."
		}
		huma.Register(a, op, func(ctx context.Context, in *api.TournamentID) (*reply[tournamentRun], error) {
			return t.change(ctx, in.ID, c.change)
		})
	}
}

type reply[T any] struct{ Body T }

func (t *tournaments) start(ctx context.Context, in *struct{ Body tournamentRequest }) (*reply[tournamentRun], error) {
	b := in.Body
	for i, spec := range b.Players {
		const longest = 200
		if len(spec) > longest {
			return nil, api.Problem(http.StatusUnprocessableEntity,
				fmt.Sprintf("players: player %d is longer than %d bytes", i+1, longest))
		}
	}
	row, err := t.Runs.Start(ctx, api.CallerOf(ctx).Client, match.Tournament{
		Name: b.Name, Players: b.Players, Format: match.Format(b.Format), Games: b.Games, Rounds: b.Rounds,
		Openings: b.Openings, Time: b.Time, SPRT: b.SPRT, Adjudicate: b.Adjudicate, Seed: uint64(b.Seed),
		Concurrency: b.Concurrency,
	})
	if err != nil {
		return nil, t.problem(ctx, err)
	}
	return t.shown(ctx, row.ID)
}

func (t *tournaments) change(
	ctx context.Context, id int64, change func(context.Context, int64) error,
) (*reply[tournamentRun], error) {
	if err := change(ctx, id); err != nil {
		return nil, t.problem(ctx, err)
	}
	return t.shown(ctx, id)
}

// shown returns the document of a tournament.
func (t *tournaments) shown(ctx context.Context, id int64) (*reply[tournamentRun], error) {
	row, err := t.Store.Tournament(ctx, id)
	if err != nil {
		return nil, t.problem(ctx, err)
	}
	progress, err := t.Store.TournamentProgress(ctx, id)
	if err != nil {
		return nil, t.problem(ctx, err)
	}
	return &reply[tournamentRun]{tournamentRun{"kaeshi/tournament-run/1", match.NewTournamentRow(row, progress)}}, nil
}

func (t *tournaments) limits(ctx context.Context, _ *struct{}) (*reply[tournamentLimits], error) {
	open, err := t.Store.OpenRuns(ctx)
	if err != nil {
		return nil, t.problem(ctx, err)
	}
	l := t.Runs.Limits()
	return &reply[tournamentLimits]{tournamentLimits{
		Schema: "kaeshi/tournament-limits/1", Players: l.Players, Games: l.Games, Openings: l.Openings,
		Hours: l.Time.Hours(), Running: l.Running.Hours(), Move: l.Move.Seconds(), Concurrency: l.Concurrency,
		Usual: l.Usual, Instances: l.Instances, Open: l.Open, PerClient: l.PerClient, Waiting: len(open),
	}}, nil
}

// problem returns the problem document for an error.
func (t *tournaments) problem(ctx context.Context, err error) error {
	spec, isSpec := errors.AsType[*work.SpecError](err)
	limit, isLimit := errors.AsType[*match.LimitError](err)
	invalid, isInvalid := errors.AsType[*match.Unplayable](err)
	switch {
	case isSpec:
		return api.Problem(http.StatusUnprocessableEntity, spec.Error())
	case isLimit:
		return api.Problem(http.StatusUnprocessableEntity, limit.Error())
	case isInvalid:
		return api.Problem(http.StatusUnprocessableEntity, invalid.Error())
	case errors.Is(err, work.ErrTournamentState):
		return api.Problem(http.StatusConflict, "the state of the tournament does not permit this; reload the page")
	case errors.Is(err, work.ErrClientLimit):
		return api.Retry(http.StatusTooManyRequests,
			"too many tournaments of this client are open; wait for one to finish, or cancel one")
	case errors.Is(err, work.ErrBusy):
		return api.Retry(http.StatusServiceUnavailable,
			"too many tournaments are open on this server; wait for one to finish, or cancel one")
	case errors.Is(err, work.ErrClosing):
		return api.Retry(http.StatusServiceUnavailable, "the server is shutting down; try again after its restart")
	case errors.Is(err, store.ErrNotFound):
		return api.Problem(http.StatusNotFound, "this server does not run a tournament with that id")
	}
	t.Logger.ErrorContext(ctx, "tournaments", "err", err)
	return api.Retry(http.StatusServiceUnavailable, "the database failed; see the server's log")
}
