// Package database implements the HTTP API of imported games: import of files, search, statistics and export. The
// documents and the rules of a search are those of kaeshi import, kaeshi find and kaeshi export.
package database

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

const path = api.Path + "database"

// Limits of requests. Imports and exports have separate queues, and one client has at most perClient places.
const (
	searchTime           = 10 * time.Second
	importing, exporting = 1, 2 // at once
	waiting              = 6    // further imports, and further exports
	perClient            = 3
)

// Options configures the operations.
type Options struct {
	Store  *store.Store
	Logger *slog.Logger
}

// database holds the state of the operations.
type database struct {
	store            *store.Store
	imports, exports *work.Queue
	log              *slog.Logger
}

// Add registers the operations.
func Add(a huma.API, o Options) {
	d := &database{
		o.Store, work.NewQueue(importing, waiting, work.Share{AtOnce: 1, Places: perClient}),
		work.NewQueue(exporting, waiting, work.Share{AtOnce: 1, Places: perClient}), o.Logger,
	}
	op := api.Operation(http.MethodGet, api.Path+"explorer", "explorer", "Statistics of imported games for a position")
	op.Description = "Symmetric positions and transpositions are counted together."
	huma.Register(a, op, d.explore)
	huma.Register(a, api.Operation(http.MethodGet, path, "database", "Size and limits of the database"), d.about)
	list := api.Operation(http.MethodGet, path+"/games", "database-games", "Search the imported games")
	list.Description = "Without moves and a position, the games may have any position. The newest game is first."
	huma.Register(a, list, d.list)
	huma.Register(a, api.Operation(http.MethodGet, path+"/games/{number}", "database-game", "Get an imported game",
		http.StatusNotFound), d.game)
	huma.Register(a, api.Operation(http.MethodGet, path+"/players", "database-players",
		"List the players of imported games"), d.players)
	huma.Register(a, api.Operation(http.MethodGet, path+"/tournaments", "database-tournaments",
		"List the tournaments of imported games"), d.events)
	huma.Register(a, api.Operation(http.MethodGet, path+"/player", "database-player", "Results of a player",
		http.StatusNotFound), d.player)
	d.addImport(a)
	d.addExport(a)
}

type reply[T any] struct{ Body T }

// Filter selects imported games. Its rules are those of [store.GameQuery].
type Filter struct {
	Players []string `query:"player,explode" maxItems:"2" doc:"words of a name, or a name in quotes; two play each other"`
	Color   string   `query:"colour" enum:"black,white" doc:"of the first player"`
	Result  string   `query:"result" enum:"black,white,draw,won,lost" doc:"who won; won, lost: the first player"`
	Event   string   `query:"tournament" maxLength:"200" doc:"words of the name, or the name in double quotes"`
	From    int      `query:"from" minimum:"0" maximum:"9999" doc:"first year; 0: no limit"`
	To      int      `query:"to" minimum:"0" maximum:"9999" doc:"last year; 0: no limit"`
}

const longestName = 200

// query returns the query for the games. The error is a problem.
func (f Filter) query() (q store.GameQuery, err error) {
	q = store.GameQuery{
		Color: f.Color, Outcome: store.Outcome(f.Result), Event: f.Event, FromYear: f.From, ToYear: f.To,
	}
	for _, name := range f.Players {
		if len(name) > longestName {
			return q, api.Problem(http.StatusUnprocessableEntity,
				"player: the name is too long (want at most 200 bytes)")
		}
		if name != "" {
			q.Players = append(q.Players, name)
		}
	}
	if len(q.Players) == 0 && (f.Color != "" || f.Result == "won" || f.Result == "lost") {
		return q, api.Problem(http.StatusUnprocessableEntity,
			"the colour of a player, and the results won and lost, need a player")
	}
	if f.To > 0 && f.From > f.To {
		return q, api.Problem(http.StatusUnprocessableEntity, "the first year is after the last year")
	}
	return q, nil
}

// Positioned is a filter with a position.
type Positioned struct {
	api.GameInput
	Filter
}

// query returns the query and the names of the opening. Without moves and without a position, the position is the start
// if atStart is true, and otherwise any. The error is a problem.
func (p Positioned) query(atStart bool) (q store.GameQuery, names opening.Names, err error) {
	if q, err = p.Filter.query(); err != nil {
		return q, names, err
	}
	g, err := p.Parse()
	if err != nil {
		return q, names, err
	}
	isSmall := p.Size != 0 && p.Size != int(othello.Size8) || p.Start == othello.Parallel.String()
	if !atStart && p.Moves == "" && p.Position == "" && !isSmall {
		return q, names, nil
	}
	at := g.Position()
	q.Position = &at
	if len(g.Moves) == 0 {
		return q, opening.At(at), nil
	}
	return q, opening.Find(g.Start, g.Moves), nil
}

// Page is the part of a list that a client requests.
type Page struct {
	Offset int `query:"offset" minimum:"0" maximum:"10000000" default:"0" doc:"number of games to skip"`
	Limit  int `query:"limit" minimum:"0" maximum:"200" default:"10" doc:"maximum number of games to list"`
}

func (d *database) explore(ctx context.Context, in *struct {
	Positioned
	Page
},
) (*reply[explorer.Explored], error) {
	q, names, err := in.query(true)
	if err != nil {
		return nil, err
	}
	return d.find(ctx, q, names, in.Page)
}

func (d *database) list(ctx context.Context, in *struct {
	Positioned
	Page
},
) (*reply[explorer.Explored], error) {
	q, names, err := in.query(false)
	if err != nil {
		return nil, err
	}
	return d.find(ctx, q, names, in.Page)
}

func (d *database) find(ctx context.Context, q store.GameQuery, names opening.Names, p Page) (
	*reply[explorer.Explored], error,
) {
	q.Offset, q.Limit = p.Offset, p.Limit
	return answer(ctx, d, func(ctx context.Context) (explorer.Explored, error) {
		return explorer.Explore(ctx, d.store, q, names)
	})
}

// answer returns a document of the database, for which it may take searchTime. The error is a problem.
func answer[T any](ctx context.Context, d *database, find func(context.Context) (T, error)) (*reply[T], error) {
	limited, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	document, err := find(limited)
	if err != nil {
		return nil, d.problem(ctx, err)
	}
	return &reply[T]{document}, nil
}

// problem returns the problem for an error of the database.
func (d *database) problem(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return api.Retry(http.StatusServiceUnavailable, "the database is busy; try again in a moment")
	case errors.Is(err, store.ErrReadOnly):
		return api.Problem(http.StatusConflict, "the database is read-only; games cannot be imported")
	}
	return api.StoreProblem(ctx, d.log, err)
}

// databaseState is the state of the database.
type databaseState struct {
	Schema      string   `json:"schema" example:"kaeshi/database/1"`
	Games       int      `json:"games" doc:"number of imported games"`
	ReadOnly    bool     `json:"read_only" doc:"games cannot be imported"`
	UploadBytes int      `json:"upload_bytes" doc:"maximum size of an import"`
	ExportGames int      `json:"export_games" doc:"maximum number of games of an export"`
	Formats     []string `json:"formats" nullable:"false" doc:"formats of exports"`
}

func (d *database) about(ctx context.Context, _ *struct{}) (*reply[databaseState], error) {
	return answer(ctx, d, func(ctx context.Context) (databaseState, error) {
		found, err := d.store.Find(ctx, store.GameQuery{})
		return databaseState{
			"kaeshi/database/1", found.Results.Games, errors.Is(d.store.Writable(ctx), store.ErrReadOnly),
			api.ImportBytes, exportGames, exportFormats(),
		}, err
	})
}

func (d *database) game(ctx context.Context, in *struct {
	Number int64 `path:"number" minimum:"1"`
},
) (*reply[api.Opened], error) {
	for g, err := range d.store.ArchivedGames(ctx, []int64{in.Number}) {
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil, api.Problem(http.StatusNotFound, "there is no imported game with this number")
		case err != nil:
			return nil, d.problem(ctx, err)
		}
		return &reply[api.Opened]{api.OpenedGame("database", g.Game)}, nil
	}
	return nil, d.problem(ctx, ctx.Err())
}

// named is a filter with words of the names to list.
type named struct {
	Positioned
	Name  string `query:"name" maxLength:"200" doc:"words of the names to list"`
	Limit int    `query:"limit" minimum:"0" maximum:"200" default:"20" doc:"maximum number of names to list"`
}

func (d *database) players(ctx context.Context, in *named) (*reply[explorer.ExploredPlayers], error) {
	q, _, err := in.query(false)
	if err != nil {
		return nil, err
	}
	return answer(ctx, d, func(ctx context.Context) (explorer.ExploredPlayers, error) {
		return explorer.Players(ctx, d.store, q, in.Name, in.Limit)
	})
}

func (d *database) events(ctx context.Context, in *named) (*reply[explorer.ExploredEvents], error) {
	q, _, err := in.query(false)
	if err != nil {
		return nil, err
	}
	return answer(ctx, d, func(ctx context.Context) (explorer.ExploredEvents, error) {
		return explorer.Events(ctx, d.store, q, in.Name, in.Limit)
	})
}

func (d *database) player(ctx context.Context, in *struct {
	Name string `query:"name" required:"true" minLength:"1" maxLength:"200" doc:"ignoring case and accents"`
	From int    `query:"from" minimum:"0" maximum:"9999" doc:"first year; 0: no limit"`
	To   int    `query:"to" minimum:"0" maximum:"9999" doc:"last year; 0: no limit"`
},
) (*reply[explorer.PlayerStatistics], error) {
	q, err := Filter{From: in.From, To: in.To}.query()
	if err != nil {
		return nil, err
	}
	found, err := answer(ctx, d, func(ctx context.Context) (explorer.PlayerStatistics, error) {
		return explorer.Player(ctx, d.store, in.Name, q)
	})
	if err == nil && found.Body.Games == 0 {
		return nil, api.Problem(http.StatusNotFound, "there are no imported games of this player")
	}
	return found, err
}
