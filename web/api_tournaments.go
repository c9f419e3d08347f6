package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

const (
	tournamentsPath = apiPath + "tournaments"
	tournamentPath  = tournamentsPath + "/{id}"
	watchSuffix     = "/watch"
)

type tournamentList struct {
	Schema      string          `json:"schema" example:"kaeshi/tournaments/1"`
	Tournaments []tournamentRow `json:"tournaments" nullable:"false" doc:"the newest first"`
}

// TournamentID is the path of one tournament.
type TournamentID struct {
	ID int64 `path:"id" minimum:"1" doc:"as kaeshi match and the list of tournaments tell it"`
}

type gamesQuestion struct {
	TournamentID

	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"how many games at most"`
	Before int    `query:"before" minimum:"0" doc:"only games with a number below this one: the last of the page before; 0: from the end of the schedule"`
	Player string `query:"player" maxLength:"200" doc:"only games of this player, by the name in the tables"`
	Versus string `query:"versus" maxLength:"200" doc:"only games against this one, too"`
}

type tournamentGames struct {
	Schema string         `json:"schema" example:"kaeshi/tournament-games/1"`
	Games  []match.Played `json:"games" nullable:"false" doc:"those that are finished, from the end of the schedule back"`
}

// tournamentGame is a finished game with its times.
type tournamentGame struct {
	match.Played

	Began string    `json:"began" format:"date-time"`
	Ended string    `json:"ended" format:"date-time"`
	Book  int       `json:"book" doc:"how many plies are the opening's"`
	Took  []float64 `json:"took" nullable:"false" doc:"seconds of each ply after the opening, passes included"`
}

func (s *Server) addTournaments(api huma.API) {
	gone := http.StatusNotFound
	all := operation(http.MethodGet, tournamentsPath, "tournaments", "Tournaments, running and past")
	all.Description = "kaeshi match holds them; it may be running beside this server on the same database."
	huma.Register(api, all, s.listTournaments)
	huma.Register(api, operation(http.MethodGet, tournamentPath, "tournament", "How a tournament stands", gone), s.showTournament)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/boards", "tournament-boards", "The boards of a tournament that is running", gone), s.showBoards)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/games", "tournament-games", "Finished games of a tournament", gone), s.listTournamentGames)
	huma.Register(api, operation(http.MethodGet, tournamentPath+"/games/{number}", "tournament-game", "One finished game of a tournament", gone), s.findTournamentGame)
	s.addTournamentPlots(api)
	s.addTournamentWatch(api)
}

func (s *Server) listTournaments(ctx context.Context, in *struct {
	Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"how many at most"`
	Before int64 `query:"before" minimum:"0" doc:"only those with an id below this one: the last of the page before; 0: from the newest on"`
},
) (*reply[tournamentList], error) {
	rows, err := s.options.Store.Tournaments(ctx, in.Before, in.Limit)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	list := tournamentList{"kaeshi/tournaments/1", make([]tournamentRow, len(rows))}
	for i, row := range rows {
		news, err := s.options.Store.TournamentNews(ctx, row.ID)
		if err != nil {
			return nil, s.storeFault(ctx, err)
		}
		list.Tournaments[i] = shownTournament(row, news)
	}
	return &reply[tournamentList]{list}, nil
}

func (s *Server) showTournament(ctx context.Context, in *TournamentID) (*reply[tournamentState], error) {
	now, err := s.gallery.scoreboard(in.ID).look(ctx)
	if err != nil {
		return nil, s.tournamentFault(ctx, err)
	}
	return &reply[tournamentState]{now.state}, nil
}

func (s *Server) showBoards(ctx context.Context, in *TournamentID) (*reply[boardList], error) {
	now, err := s.gallery.scoreboard(in.ID).look(ctx)
	if err != nil {
		return nil, s.tournamentFault(ctx, err)
	}
	return &reply[boardList]{now.boards}, nil
}

func (s *Server) listTournamentGames(ctx context.Context, in *gamesQuestion) (*reply[tournamentGames], error) {
	event, err := s.gallery.scoreboard(in.ID).entered(ctx)
	if err != nil {
		return nil, s.tournamentFault(ctx, err)
	}
	choice := store.TournamentChoice{Before: in.Before, Limit: in.Limit}
	if choice.Player, err = numberOf(event, "player", in.Player); err != nil {
		return nil, err
	}
	if choice.Versus, err = numberOf(event, "versus", in.Versus); err != nil {
		return nil, err
	}
	games, err := s.options.Store.LastTournamentGames(ctx, in.ID, choice)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	list := tournamentGames{"kaeshi/tournament-games/1", make([]match.Played, len(games))}
	for i, g := range games {
		list.Games[i] = event.Played(g)
	}
	return &reply[tournamentGames]{list}, nil
}

// numberOf is the number of the player with that name, or anyone's where there is no name.
func numberOf(event *match.Event, field, name string) (int, error) {
	if name == "" {
		return store.Anyone, nil
	}
	number := slices.Index(event.Names(), name)
	if number < 0 {
		return 0, unprocessable("%s %q does not play in tournament %d: its names are in GET %s/%d", field, clip(name), event.ID, tournamentsPath, event.ID)
	}
	return number, nil
}

func (s *Server) findTournamentGame(ctx context.Context, in *struct {
	TournamentID

	Number int `path:"number" minimum:"0" doc:"in the schedule, from 0"`
},
) (*reply[tournamentGame], error) {
	event, err := s.gallery.scoreboard(in.ID).entered(ctx)
	if err != nil {
		return nil, s.tournamentFault(ctx, err)
	}
	g, err := s.options.Store.TournamentGame(ctx, in.ID, in.Number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem(http.StatusNotFound, fmt.Sprintf("game %d of tournament %d is not finished, or there is no such game", in.Number, in.ID))
	}
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	shown := tournamentGame{Played: event.Played(g), Began: written(g.Began), Ended: written(g.Ended), Took: make([]float64, len(g.Times))}
	for i, t := range g.Times {
		shown.Took[i] = t.Seconds()
	}
	if r, err := event.Record(g); err == nil {
		shown.Book = max(0, len(r.Moves)-len(g.Times))
	}
	return &reply[tournamentGame]{shown}, nil
}

// tournamentFault is what a client is told when a tournament cannot be shown.
func (s *Server) tournamentFault(ctx context.Context, err error) error {
	if errors.Is(err, store.ErrNoTournament) {
		return problem(http.StatusNotFound, err.Error()+": "+tournamentsPath+" lists those that there are")
	}
	return s.storeFault(ctx, err)
}
