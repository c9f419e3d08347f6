package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/work"
)

const (
	tournamentsPath = Path + "tournaments"
	tournamentPath  = tournamentsPath + "/{id}"
	watchSuffix     = "/watch"
)

type tournamentList struct {
	Schema      string                `json:"schema" example:"kaeshi/tournaments/1"`
	Tournaments []match.TournamentRow `json:"tournaments" nullable:"false" doc:"newest first"`
}

// TournamentID is the path parameter of a tournament.
type TournamentID struct {
	ID int64 `path:"id" minimum:"1" doc:"id of the tournament, as in kaeshi match and in the list of tournaments"`
}

type tournamentGamesQuery struct {
	TournamentID

	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"maximum number of games"`
	Before int    `query:"before" minimum:"0" doc:"only games with a smaller number; 0: from the end"`
	Player string `query:"player" maxLength:"200" doc:"only games of the player with this name"`
	Versus string `query:"versus" maxLength:"200" doc:"only games against the player with this name"`
}

type tournamentGames struct {
	Schema string         `json:"schema" example:"kaeshi/tournament-games/1"`
	Games  []match.Played `json:"games" nullable:"false" doc:"finished games, last of the schedule first"`
}

// tournamentGame is a finished game with its times.
type tournamentGame struct {
	match.Played

	Began string    `json:"began" format:"date-time"`
	Ended string    `json:"ended" format:"date-time"`
	Book  int       `json:"book" doc:"number of plies of the opening"`
	Took  []float64 `json:"took" nullable:"false" doc:"seconds for each ply after the opening, passes included"`
}

func (a *API) addTournaments(api huma.API) {
	missing := http.StatusNotFound
	all := operation(http.MethodGet, tournamentsPath, "tournaments", "List running and finished tournaments")
	all.Description = "kaeshi match runs tournaments, possibly at the same time on the database of this server. " +
		"For the next page, set before to the last id."
	huma.Register(api, all, a.listTournaments)
	huma.Register(api, operation(http.MethodGet, tournamentPath, "tournament",
		"Get the standings of a tournament", missing), a.showTournament)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/boards", "tournament-boards",
		"Get the running games of a tournament", missing), a.showBoards)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/games", "tournament-games",
		"List the finished games of a tournament", missing), a.listTournamentGames)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/games/{number}", "tournament-game",
		"Get a finished game of a tournament", missing), a.findTournamentGame)
	a.addTournamentPlots(api)
	a.addTournamentWatch(api)
}

func (a *API) listTournaments(ctx context.Context, in *struct {
	Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"maximum number of tournaments"`
	Before int64 `query:"before" minimum:"0" doc:"only tournaments with a smaller id; 0: from the newest"`
},
) (*reply[tournamentList], error) {
	rows, err := a.store.Tournaments(ctx, in.Before, in.Limit)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := tournamentList{"kaeshi/tournaments/1", make([]match.TournamentRow, len(rows))}
	for i, row := range rows {
		news, err := a.store.TournamentProgress(ctx, row.ID)
		if err != nil {
			return nil, a.storeFault(ctx, err)
		}
		list.Tournaments[i] = match.NewTournamentRow(row, news)
	}
	return &reply[tournamentList]{list}, nil
}

func (a *API) showTournament(ctx context.Context, in *TournamentID) (*reply[match.TournamentState], error) {
	now, err := a.live.Tournament(in.ID).View(ctx)
	if err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	return &reply[match.TournamentState]{now.State}, nil
}

func (a *API) showBoards(ctx context.Context, in *TournamentID) (*reply[match.BoardList], error) {
	now, err := a.live.Tournament(in.ID).View(ctx)
	if err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	return &reply[match.BoardList]{now.Boards}, nil
}

func (a *API) listTournamentGames(ctx context.Context, in *tournamentGamesQuery) (*reply[tournamentGames], error) {
	event, err := a.live.Tournament(in.ID).Entered(ctx)
	if err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	choice := store.TournamentChoice{Before: in.Before, Limit: in.Limit}
	if choice.Player, err = numberOf(event, "player", in.Player); err != nil {
		return nil, err
	}
	if choice.Versus, err = numberOf(event, "versus", in.Versus); err != nil {
		return nil, err
	}
	games, err := a.store.LastTournamentGames(ctx, in.ID, choice)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := tournamentGames{"kaeshi/tournament-games/1", make([]match.Played, len(games))}
	for i, g := range games {
		list.Games[i] = event.Played(g)
	}
	return &reply[tournamentGames]{list}, nil
}

// numberOf returns the number of the player with the name, or [store.AnyPlayer] for the empty name. The error is a
// problem.
func numberOf(event *match.Event, field, name string) (int, error) {
	if name == "" {
		return store.AnyPlayer, nil
	}
	number := slices.Index(event.Names(), name)
	if number < 0 {
		return 0, unprocessable("%s: %q is not a player of tournament %d; GET %s/%d lists the players", field,
			work.Clip(name), event.ID, tournamentsPath, event.ID)
	}
	return number, nil
}

func (a *API) findTournamentGame(ctx context.Context, in *struct {
	TournamentID

	Number int `path:"number" minimum:"0" doc:"number in the schedule, from 0"`
},
) (*reply[tournamentGame], error) {
	event, err := a.live.Tournament(in.ID).Entered(ctx)
	if err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	g, err := a.store.TournamentGame(ctx, in.ID, in.Number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem(http.StatusNotFound,
			fmt.Sprintf("game %d of tournament %d does not exist or is not finished", in.Number, in.ID))
	}
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	shown := tournamentGame{
		Played: event.Played(g), Began: timestamp(g.Began), Ended: timestamp(g.Ended),
		Took: make([]float64, len(g.Times)),
	}
	for i, t := range g.Times {
		shown.Took[i] = t.Seconds()
	}
	if r, err := event.Record(g); err == nil {
		shown.Book = max(0, len(r.Moves)-len(g.Times))
	}
	return &reply[tournamentGame]{shown}, nil
}

// tournamentFault returns the problem for an error of the database.
func (a *API) tournamentFault(ctx context.Context, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return problem(http.StatusNotFound, err.Error()+"; GET "+tournamentsPath+" lists the tournaments")
	}
	return a.storeFault(ctx, err)
}

// plotPolicy is the Content-Security-Policy of a plot, which allows inline styles only.
const plotPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

type plotQuery struct {
	TournamentID

	Plot     string `path:"plot" enum:"elo.svg,score.svg" doc:"elo.svg: ratings; score.svg: scores over time"`
	Language string `query:"lang" enum:"en,ja" default:"en"`
}

type drawnPlot struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

func (a *API) addTournamentPlots(api huma.API) {
	plot := operation(http.MethodGet, tournamentPath+"/plots/{plot}", "tournament-plot", "Plot a tournament",
		http.StatusNotFound)
	plot.Responses = map[string]*huma.Response{"200": {Description: "The plot", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	huma.Register(api, plot, a.drawTournament)
}

func (a *API) drawTournament(ctx context.Context, in *plotQuery) (*drawnPlot, error) {
	board := a.live.Tournament(in.ID)
	var drawing string
	if in.Plot == "elo.svg" {
		now, err := board.View(ctx)
		if err != nil {
			return nil, a.tournamentFault(ctx, err)
		}
		drawing = now.State.Standings.PlotElo(lang.Of(in.Language))
	} else {
		event, err := board.Counted(ctx)
		if err != nil {
			return nil, a.tournamentFault(ctx, err)
		}
		drawing = event.PlotScores(lang.Of(in.Language))
	}
	return &drawnPlot{"image/svg+xml", plotPolicy, []byte(drawing)}, nil
}

// ended is the data of the event "end".
type ended struct{}

type watchQuery struct {
	TournamentID

	Seen string `header:"Last-Event-ID" maxLength:"200" doc:"id of the last event that the client received"`
}

func (a *API) addTournamentWatch(api huma.API) {
	watch := operation(http.MethodGet, tournamentPath+watchSuffix, "tournament-watch",
		"Watch a tournament (event stream)", http.StatusNotFound, http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data. `state` has the document of GET /tournaments/{id} " +
		"and `boards` that of GET /tournaments/{id}/boards. Both are sent at once and after each change; " +
		"with Last-Event-ID, only after a change since that event. The last event is `end`, when the tournament " +
		"has ended."
	watch.Responses = eventResponses(api, "id: 12-200-running/0a1b2c3d\nevent: boards\ndata: {\"boards\":[…]}\n\n",
		kind[match.TournamentState]("state"), kind[match.BoardList]("boards"), kind[ended]("end"))
	huma.Register(api, watch, a.watchTournament)
}

func (a *API) watchTournament(ctx context.Context, in *watchQuery) (*huma.StreamResponse, error) {
	if _, err := a.live.Tournament(in.ID).View(ctx); err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	if a.scheduler.Closing().Err() != nil {
		return nil, problemOf(work.ErrClosing)
	}
	ticket, err := a.scheduler.Watchers.Join(clientOf(ctx))
	switch {
	case errors.Is(err, work.ErrBusy):
		return nil, tooManyViewers()
	case err != nil:
		return nil, problemOf(err)
	}
	state, boards, _ := strings.Cut(in.Seen, "/")
	return events(ticket.Leave, func(ctx context.Context, out *stream) {
		a.sendTournament(ctx, out, in.ID, state, boards)
	}), nil
}

// sendTournament sends the changes of a tournament until it ends, the client disconnects or the server closes. state
// and boards are the ids of the documents that the client has.
func (a *API) sendTournament(ctx context.Context, out *stream, id int64, state, boards string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.scheduler.Closing(), cancel)()
	ticks := time.NewTicker(match.RefreshTime)
	defer ticks.Stop()
	for {
		now, err := a.live.Tournament(id).View(ctx)
		if err != nil {
			if ctx.Err() == nil {
				a.log.ErrorContext(ctx, "watching a tournament", "id", id, "err", err)
			}
			return // the client reconnects
		}
		if now.StateID != state {
			err = out.sendAt(now.StateID+"/"+boards, "state", now.StateText)
			state = now.StateID
		}
		if now.BoardsID != boards && err == nil {
			err = out.sendAt(state+"/"+now.BoardsID, "boards", now.BoardsText)
			boards = now.BoardsID
		}
		if now.State.State == match.StateFinished && err == nil {
			_ = out.send("end", ended{}) // the client may have left
			return
		}
		if err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
