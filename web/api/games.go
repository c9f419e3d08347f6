package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/work"
)

// newID is an id that a client chooses for a game or a job.
type newID string

// Schema returns the schema of ids.
func (newID) Schema(huma.Registry) *huma.Schema {
	shortest, longest := 8, 64
	return &huma.Schema{
		Type: huma.TypeString, MinLength: &shortest, MaxLength: &longest,
		Pattern: "^[A-Za-z0-9_-]+$", PatternDescription: "letters, digits, _ and -",
		Description: "chosen by the client; sending a document twice stores it once",
	}
}

// finishedGame is the body of POST /games.
type finishedGame struct {
	ID newID `json:"id"`
	GameInput
	Black string `json:"black" maxLength:"100" doc:"human, or a player spec"`
	White string `json:"white" maxLength:"100" doc:"human, or a player spec"`
	Mixed bool   `json:"mixed,omitempty" doc:"players changed or moves were taken back; not counted in the record"`
	Ended string `json:"ended,omitempty" enum:"time,resigned" doc:"how the loser lost, if not by the rules"`
	Loser string `json:"loser,omitempty" enum:"black,white" doc:"the losing side; required with ended"`
}

// storedGame is a stored game.
type storedGame struct {
	Schema     string `json:"schema" example:"kaeshi/stored-game/1"`
	ID         string `json:"id"`
	Played     string `json:"played" format:"date-time" doc:"when it was stored"`
	Size       int    `json:"size"`
	Start      string `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Position   string `json:"position,omitempty" doc:"the set-up position"`
	Moves      string `json:"moves"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Mixed      bool   `json:"mixed"`
	ScoreBlack int    `json:"score_black" doc:"Black's final disc difference, with empty squares to the winner"`
	DiscsBlack int    `json:"discs_black"`
	DiscsWhite int    `json:"discs_white"`
	Winner     string `json:"winner" enum:"black,white,draw"`
	Ended      string `json:"ended,omitempty" enum:"time,resigned" doc:"how the loser lost, if not by the rules"`
}

type gameList struct {
	Schema string       `json:"schema" example:"kaeshi/games/1"`
	Games  []storedGame `json:"games" nullable:"false" doc:"newest first"`
}

type gamesQuery struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"maximum number of games"`
	Before string `query:"before" maxLength:"40" doc:"only games before this time" example:"2026-01-02T15:04:05.678Z"`
}

type addedGame struct {
	Status int
	Body   storedGame
}

func (a *API) addGames(api huma.API) {
	add := operation(http.MethodPost, Path+"games", "add-game", "Store a finished game", http.StatusConflict)
	add.DefaultStatus = http.StatusCreated
	add.Description = "The status is 201 for a new game and 200 if the same game is stored already."
	huma.Register(api, add, a.storeGame)
	huma.Register(api, operation(http.MethodGet, Path+"games", "games", "List finished games"), a.listGames)
	huma.Register(api, operation(http.MethodGet, Path+"games/{id}", "stored-game", "Get a finished game",
		http.StatusNotFound), a.findGame)
}

func (a *API) storeGame(ctx context.Context, in *struct{ Body finishedGame }) (*addedGame, error) {
	row, err := a.rowOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	stored, added, err := a.store.AddGame(ctx, row)
	status, err := a.statusOfAdded(ctx, row.ID, added, err)
	if err != nil {
		return nil, err
	}
	return &addedGame{status, shownGame(stored)}, nil
}

// statusOfAdded returns the status of an attempt to store a game: 201 for a new one and 200 for one that is stored
// already. The error is a problem.
func (a *API) statusOfAdded(ctx context.Context, id string, added bool, err error) (int, error) {
	switch {
	case errors.Is(err, store.ErrConflict):
		return 0, problem(http.StatusConflict, "id "+id+" is in use by another game; choose a new id")
	case err != nil:
		return 0, a.storeFault(ctx, err)
	case added:
		return http.StatusCreated, nil
	}
	return http.StatusOK, nil
}

// rowOf validates a finished game and converts it for the store. The error is a problem.
func (a *API) rowOf(ctx context.Context, f finishedGame) (store.Game, error) {
	g, err := f.game()
	if err != nil {
		return store.Game{}, err
	}
	if err := f.checkEnd(g.Position(), len(g.Moves)); err != nil {
		return store.Game{}, err
	}
	if g.Black, err = a.side(ctx, "black", f.Black); err != nil {
		return store.Game{}, err
	}
	if g.White, err = a.side(ctx, "white", f.White); err != nil {
		return store.Game{}, err
	}
	row := newRow(g)
	row.ID, row.Mixed, row.Ended = string(f.ID), f.Mixed, f.Ended
	if f.Ended != "" {
		row.ScoreBlack = int(g.Position().Size) * int(g.Position().Size)
		if f.Loser == othello.Black.String() {
			row.ScoreBlack = -row.ScoreBlack
		}
	}
	return row, nil
}

// checkEnd returns a problem unless the game ended in p, by the rules or by a loss on time or a resignation.
func (f finishedGame) checkEnd(p othello.Position, moves int) error {
	switch {
	case (f.Ended == "") != (f.Loser == ""):
		return unprocessable("ended %q, loser %q: want both or neither", f.Ended, f.Loser)
	case f.Ended != "" && p.Over():
		return unprocessable("ended %q: want a game that goes on, but it is over after move %d", f.Ended, moves)
	case f.Ended == "" && !p.Over():
		return unprocessable("the game is not finished: %s is to move after move %d", p.Turn, moves)
	}
	return nil
}

func newRow(g *record.Game) store.Game {
	p := g.Position()
	row := store.Game{
		Size: int(p.Size), Moves: g.Transcript(), Black: g.Black, White: g.White,
		ScoreBlack: p.ScoreBlack(), DiscsBlack: p.Count(othello.Black), DiscsWhite: p.Count(othello.White),
	}
	if setup, ok := othello.SetupOf(g.Start); ok {
		row.Start = setup.String()
	} else {
		row.Position = g.Start.String()
	}
	return row
}

// side returns the player of a colour: "human" or the spec of a computer player. The error is a problem.
func (a *API) side(ctx context.Context, colour, text string) (string, error) {
	if text == store.Human {
		return text, nil
	}
	spec, err := a.scheduler.Spec(ctx, clientOf(ctx), text)
	if wrong, ok := errors.AsType[*work.SpecError](err); ok {
		return "", unprocessable("%s: %v", colour, wrong)
	}
	if err != nil {
		return "", problemOf(err)
	}
	return spec.Text, nil
}

func (a *API) listGames(ctx context.Context, in *gamesQuery) (*reply[gameList], error) {
	var before time.Time
	if in.Before != "" {
		var err error
		if before, err = time.Parse(time.RFC3339, in.Before); err != nil {
			return nil,
				unprocessable("before %q: want a time such as 2026-01-02T15:04:05.678Z", work.Clip(in.Before))
		}
	}
	games, err := a.store.Games(ctx, before, in.Limit)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := gameList{"kaeshi/games/1", make([]storedGame, len(games))}
	for i, g := range games {
		list.Games[i] = shownGame(g)
	}
	return &reply[gameList]{list}, nil
}

func (a *API) findGame(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
},
) (*reply[storedGame], error) {
	g, err := a.store.Game(ctx, in.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, problem(http.StatusNotFound, "there is no game with the id "+work.Clip(in.ID))
	case err != nil:
		return nil, a.storeFault(ctx, err)
	}
	return &reply[storedGame]{shownGame(g)}, nil
}

func shownGame(g store.Game) storedGame {
	return storedGame{
		Schema: "kaeshi/stored-game/1", ID: g.ID, Played: g.Played.Format(time.RFC3339Nano), Size: g.Size,
		Start:    g.Start,
		Position: g.Position, Moves: g.Moves, Black: g.Black, White: g.White, Mixed: g.Mixed,
		ScoreBlack: g.ScoreBlack, DiscsBlack: g.DiscsBlack, DiscsWhite: g.DiscsWhite,
		Winner: winnerByScore(g.ScoreBlack), Ended: g.Ended,
	}
}

func winnerByScore(black int) string { return record.Result{Known: true, ScoreBlack: black}.Winner() }

func (a *API) storeFault(ctx context.Context, err error) error { return StoreProblem(ctx, a.log, err) }

// StoreProblem logs an error of the database and returns a problem without its details.
func StoreProblem(ctx context.Context, log *slog.Logger, err error) error {
	if ctx.Err() != nil {
		return problem(statusLeft, "the client closed the request")
	}
	log.ErrorContext(ctx, "store", "err", err)
	switch {
	case errors.Is(err, store.ErrBusy):
		return retry(http.StatusServiceUnavailable, "another program is writing to the database; try again in a moment")
	case errors.Is(err, store.ErrFull):
		return retry(http.StatusServiceUnavailable, "the server's disk is full; free some space and try again")
	case errors.Is(err, store.ErrDisk):
		return retry(http.StatusServiceUnavailable, "the database cannot be written; see the server's log")
	}
	return problem(http.StatusInternalServerError, "the database failed; see the server's log")
}

type playRecord struct {
	Schema string      `json:"schema" example:"kaeshi/record/1"`
	Since  string      `json:"since" doc:"time of the last reset (RFC 3339); empty if there was none"`
	Rows   []recordRow `json:"rows" nullable:"false"`
}

type recordRow struct {
	Opponent string `json:"opponent" doc:"player spec" example:"kaeshi:skill=3"`
	Size     int    `json:"size"`
	Wins     int    `json:"wins" doc:"games that the human won"`
	Losses   int    `json:"losses"`
	Draws    int    `json:"draws"`
}

func (a *API) addRecord(api huma.API) {
	show := operation(http.MethodGet, Path+"record", "record", "Results of people against computer players")
	show.Description = "Counts the games since the last reset by opponent and board size, except mixed games and " +
		"games from set-up positions."
	huma.Register(api, show, a.showRecord)
	reset := operation(http.MethodDelete, Path+"record", "reset-record",
		"Reset the record; the games remain stored")
	reset.DefaultStatus = http.StatusNoContent
	huma.Register(api, reset, a.resetRecord)
}

func (a *API) showRecord(ctx context.Context, _ *struct{}) (*reply[playRecord], error) {
	r, err := a.store.Record(ctx)
	if err != nil {
		return nil, a.storeFault(ctx, err)
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

func (a *API) resetRecord(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := a.store.ResetRecord(ctx); err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return nil, nil // 204 has no body
}
