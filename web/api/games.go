package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/work"
)

// finishedGame is the body of POST /games.
type finishedGame struct {
	ID string `json:"id" minLength:"8" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" patternDescription:"letters, digits, _ and -" doc:"made by the client, so that sending a game twice stores it once"`
	GameText
	Black string `json:"black" maxLength:"100" doc:"human, or a player's specification"`
	White string `json:"white" maxLength:"100" doc:"human, or a player's specification"`
	Mixed bool   `json:"mixed,omitempty" doc:"a side changed hands in mid-game or moves were taken back: the game is kept but not counted in the record"`
	Ended string `json:"ended,omitempty" enum:"time,resigned" doc:"how the side named by loser lost a game whose board was not played to its end"`
	Loser string `json:"loser,omitempty" enum:"black,white" doc:"who lost it, with ended"`
}

// storedGame is a game as it was stored.
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
	ScoreBlack int    `json:"score_black" doc:"final disc difference from Black's view, empty squares counted to the winner"`
	DiscsBlack int    `json:"discs_black"`
	DiscsWhite int    `json:"discs_white"`
	Winner     string `json:"winner" enum:"black,white,draw"`
	Ended      string `json:"ended,omitempty" enum:"time,resigned" doc:"how the loser lost a game whose board was not played to its end; score_black is that of a whole board then"`
}

type gameList struct {
	Schema string       `json:"schema" example:"kaeshi/games/1"`
	Games  []storedGame `json:"games" nullable:"false" doc:"the newest first"`
}

type listQuestion struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"how many games at most"`
	Before string `query:"before" maxLength:"40" doc:"only games stored before this time (RFC 3339): the time of the last game of the page before" example:"2026-01-02T15:04:05.678Z"`
}

type addedGame struct {
	Status int
	Body   storedGame
}

func (a *API) addGames(api huma.API) {
	add := operation(http.MethodPost, Path+"games", "add-game", "Store a finished game", http.StatusConflict)
	add.DefaultStatus = http.StatusCreated
	add.Description = "201 when it is new; 200 when the same game is stored already."
	huma.Register(api, add, a.storeGame)
	huma.Register(api, operation(http.MethodGet, Path+"games", "games", "Finished games"), a.listGames)
	huma.Register(api, operation(http.MethodGet, Path+"games/{id}", "stored-game", "One finished game",
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

// statusOfAdded returns the status of the answer to a game that was sent to the store: 201 for a new one, and 200 for
// one that is stored already. The error is a problem.
func (a *API) statusOfAdded(ctx context.Context, id string, added bool, err error) (int, error) {
	switch {
	case errors.Is(err, store.ErrConflict):
		return 0, problem(http.StatusConflict, "id "+id+" belongs to another game: give each game an id of its own")
	case err != nil:
		return 0, a.storeFault(ctx, err)
	case added:
		return http.StatusCreated, nil
	}
	return http.StatusOK, nil
}

// rowOf checks all that the store takes on trust.
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
	row.ID, row.Mixed, row.Ended = f.ID, f.Mixed, f.Ended
	if f.Ended != "" {
		row.ScoreBlack = int(g.Position().Size) * int(g.Position().Size)
		if f.Loser == othello.Black.String() {
			row.ScoreBlack = -row.ScoreBlack
		}
	}
	return row, nil
}

// checkEnd reports a problem unless the game ended in the position, by the rules or because someone lost it before.
func (f finishedGame) checkEnd(p othello.Position, moves int) error {
	switch {
	case (f.Ended == "") != (f.Loser == ""):
		return unprocessable("ended %q and loser %q: give both, or neither", f.Ended, f.Loser)
	case f.Ended != "" && p.Over():
		return unprocessable("ended %q: the board was played to its end at move %d, which decides", f.Ended, moves)
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

// side returns who played a colour: "human" or the specification of a player that exists. The error is a problem.
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

func (a *API) listGames(ctx context.Context, in *listQuestion) (*reply[gameList], error) {
	var before time.Time
	if in.Before != "" {
		var err error
		if before, err = time.Parse(time.RFC3339, in.Before); err != nil {
			return nil,
				unprocessable("before %q: expected a time such as 2026-01-02T15:04:05.678Z", work.Clip(in.Before))
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
		return nil, problem(http.StatusNotFound, "no game has the id "+work.Clip(in.ID))
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

// storeFault logs what the client need not know.
func (a *API) storeFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return problem(statusLeft, "the client left")
	}
	a.log.ErrorContext(ctx, "store", "err", err)
	return problem(http.StatusInternalServerError, "the games' database failed; the server's log says why")
}

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

func (a *API) addRecord(api huma.API) {
	show := operation(http.MethodGet, Path+"record", "record", "Results of people against each computer player")
	show.Description = "Counts games since the last reset, by opponent and board size; not those of mixed hands or " +
		"from a set-up position."
	huma.Register(api, show, a.showRecord)
	reset := operation(http.MethodDelete, Path+"record", "reset-record",
		"Let the record begin anew; the games are kept")
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
