package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// finishedTicTacToe is the body of POST /learn/games.
type finishedTicTacToe struct {
	ID    string `json:"id" minLength:"8" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" patternDescription:"letters, digits, _ and -" doc:"made by the client, so that sending a game twice stores it once"`
	Moves string `json:"moves" maxLength:"40" doc:"the squares in the order in which they were marked, X first" example:"b2a1c3a3a2c2b1b3c1"`
	Human string `json:"human" enum:"x,o" doc:"the person's side"`
}

// storedTicTacToe is a game as it was stored.
type storedTicTacToe struct {
	Schema string `json:"schema" example:"kaeshi/stored-tictactoe/1"`
	ID     string `json:"id"`
	Played string `json:"played" format:"date-time" doc:"when it was stored"`
	Moves  string `json:"moves"`
	Human  string `json:"human" enum:"x,o"`
	Result string `json:"result" enum:"win,loss,draw" doc:"of the person"`
}

// ticTacToeRecord is the answer to GET /learn/record.
type ticTacToeRecord struct {
	Schema string `json:"schema" example:"kaeshi/tictactoe-record/1"`
	Wins   int    `json:"wins" doc:"of the person"`
	Losses int    `json:"losses"`
	Draws  int    `json:"draws"`
	Since  string `json:"since" doc:"when the record was last reset (RFC 3339); empty when it never was"`
}

type addedTicTacToe struct {
	Status int
	Body   storedTicTacToe
}

func (s *Server) addTicTacToeGames(api huma.API) {
	add := operation(http.MethodPost, learnPath+"games", "add-tictactoe", "Store a finished game of tic-tac-toe against the computer", http.StatusConflict)
	add.DefaultStatus = http.StatusCreated
	add.Description = "201 when it is new; 200 when the same game is stored already."
	huma.Register(api, add, s.storeTicTacToe)
	show := operation(http.MethodGet, learnPath+"record", "tictactoe-record", "Results of people at tic-tac-toe since the last reset")
	huma.Register(api, show, s.showTicTacToeRecord)
	reset := operation(http.MethodDelete, learnPath+"record", "reset-tictactoe-record", "Let the record of tic-tac-toe begin anew; the games are kept")
	reset.DefaultStatus = http.StatusNoContent
	huma.Register(api, reset, s.resetTicTacToeRecord)
}

func (s *Server) storeTicTacToe(ctx context.Context, in *struct{ Body finishedTicTacToe }) (*addedTicTacToe, error) {
	row, err := ticTacToeRow(in.Body)
	if err != nil {
		return nil, err
	}
	stored, added, err := s.options.Store.AddTicTacToe(ctx, row)
	switch {
	case errors.Is(err, store.ErrConflict):
		return nil, problem(http.StatusConflict, "id "+row.ID+" belongs to another game: give each game an id of its own")
	case err != nil:
		return nil, s.storeFault(ctx, err)
	case added:
		return &addedTicTacToe{http.StatusCreated, shownTicTacToe(stored)}, nil
	}
	return &addedTicTacToe{http.StatusOK, shownTicTacToe(stored)}, nil
}

// ticTacToeRow checks all that the store takes on trust.
func ticTacToeRow(f finishedTicTacToe) (store.TicTacToeGame, error) {
	p, moves, err := playTicTacToe(tictactoe.Position{}, f.Moves)
	if err != nil {
		return store.TicTacToeGame{}, err
	}
	if !p.Over() {
		return store.TicTacToeGame{}, unprocessable("the game is not finished: %s is to move after %d moves", p.Turn, len(moves)/2)
	}
	row := store.TicTacToeGame{ID: f.ID, Moves: moves, Human: f.Human, Result: -1}
	switch ticTacToeWinner(p) {
	case f.Human:
		row.Result = 1
	case "draw":
		row.Result = 0
	}
	return row, nil
}

// playTicTacToe plays the moves of a text, two characters each with or without blanks and commas, and gives them in their usual
// form. The error is a problem.
func playTicTacToe(p tictactoe.Position, text string) (tictactoe.Position, string, error) {
	var moves strings.Builder
	rest := []rune(text)
	for number := 1; ; number++ {
		for len(rest) > 0 && strings.ContainsRune(" ,", rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return p, moves.String(), nil
		}
		word := string(rest[:min(2, len(rest))])
		m, err := tictactoe.ParseSquare(word)
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			return p, "", unprocessable("move %d, %q (character %d): %v", number, clip(word), len([]rune(text))-len(rest)+1, err)
		}
		p, rest = p.Play(m), rest[2:]
		moves.WriteString(m.String())
	}
}

func shownTicTacToe(g store.TicTacToeGame) storedTicTacToe {
	return storedTicTacToe{
		Schema: "kaeshi/stored-tictactoe/1", ID: g.ID, Played: g.Played.Format(time.RFC3339Nano), Moves: g.Moves, Human: g.Human,
		Result: [...]string{"loss", "draw", "win"}[g.Result+1],
	}
}

func (s *Server) showTicTacToeRecord(ctx context.Context, _ *struct{}) (*reply[ticTacToeRecord], error) {
	r, err := s.options.Store.TicTacToeRecord(ctx)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	shown := ticTacToeRecord{Schema: "kaeshi/tictactoe-record/1", Wins: r.Wins, Losses: r.Losses, Draws: r.Draws}
	if !r.Since.IsZero() {
		shown.Since = r.Since.Format(time.RFC3339Nano)
	}
	return &reply[ticTacToeRecord]{shown}, nil
}

func (s *Server) resetTicTacToeRecord(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := s.options.Store.ResetTicTacToe(ctx); err != nil {
		return nil, s.storeFault(ctx, err)
	}
	return nil, nil //nolint:nilnil // 204 has no body
}
