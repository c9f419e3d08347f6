package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/tictactoe"
	"github.com/kaeshi/kaeshi/web/work"
)

type ticTacToeQuestion struct {
	Position string `query:"position" maxLength:"40" default:"--------- X" doc:"nine cells from a1 row by row, X, O and - for empty, a blank and the side to move" example:"O-XX-X-OO X"`
}

// ticTacToeState is all that there is to know of a position of tic-tac-toe.
type ticTacToeState struct {
	Schema   string            `json:"schema" example:"kaeshi/tictactoe/1"`
	Position string            `json:"position"`
	Turn     string            `json:"turn" enum:"x,o" doc:"the side to move; without meaning when the game is over"`
	Over     bool              `json:"over"`
	Winner   string            `json:"winner" enum:"x,o,draw," doc:"empty until the game is over"`
	Line     []int             `json:"line" nullable:"false" doc:"the squares of the winner's three in a row, from a1 = 0; empty when there are none. Of two rows that the last mark made, one"`
	Moves    []ticTacToeOption `json:"moves" nullable:"false" doc:"the empty squares; none when the game is over"`
	Program  *ticTacToeAnswer  `json:"program,omitempty" doc:"what classic/tictactoe plays; absent when the game is over"`
}

// ticTacToeOption is a legal move and what it leads to.
type ticTacToeOption struct {
	Move  string `json:"move" example:"b2"`
	Index int    `json:"index" minimum:"0" maximum:"8" doc:"the square from a1 = 0 row by row"`
	Value int    `json:"value" enum:"-1,0,1" doc:"minimax value for the side to move: 1 it wins, 0 a draw, -1 it loses"`
}

// ticTacToeAnswer is the move of a published program.
type ticTacToeAnswer struct {
	Move  string `json:"move" example:"b2"`
	Index int    `json:"index" minimum:"0" maximum:"8"`
	Score int    `json:"score" enum:"-10,0,10" doc:"for the side to move, on the program's own scale"`
}

func (a *API) addTicTacToe(api huma.API) {
	op := learnOperation("tictactoe", "tictactoe",
		"What each square of a tic-tac-toe position is worth, and what the published program plays")
	huma.Register(api, op, func(ctx context.Context, in *ticTacToeQuestion) (*reply[ticTacToeState], error) {
		p, err := parseTicTacToe(in.Position)
		if err != nil {
			return nil, err
		}
		var state ticTacToeState
		err = a.run(ctx, a.scheduler.Quick, func(ctx context.Context) error {
			state, err = judgeTicTacToe(ctx, p)
			return err
		})
		if err != nil {
			return nil, err
		}
		return &reply[ticTacToeState]{state}, nil
	})
}

// parseTicTacToe reads a position that a game can reach; the error is a problem.
func parseTicTacToe(text string) (tictactoe.Position, error) {
	p, err := tictactoe.Parse(text)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return p, unprocessable("position: %v", err)
	}
	return p, nil
}

func judgeTicTacToe(ctx context.Context, p tictactoe.Position) (ticTacToeState, error) {
	state := ticTacToeState{
		Schema: "kaeshi/tictactoe/1", Position: p.String(), Turn: strings.ToLower(p.Turn.String()), Over: p.Over(),
		Winner: ticTacToeWinner(p), Line: []int{}, Moves: []ticTacToeOption{},
	}
	if state.Over {
		state.Line = threeInRow(p)
		return state, nil
	}
	for _, m := range p.Moves() {
		r, err := gametree.AlphaBetaTable(ctx, p.Play(m), -1, nil, nil)
		if err != nil {
			return state, err
		}
		state.Moves = append(state.Moves, ticTacToeOption{m.String(), int(m), -r.Value})
	}
	choice, err := classic.TicTacToe{}.Choose(p)
	if err != nil {
		return state, err
	}
	state.Program = &ticTacToeAnswer{choice.Move.String(), int(choice.Move), choice.Value}
	return state, nil
}

// ticTacToeWinner is "x", "o" or "draw", and empty until the game is over.
func ticTacToeWinner(p tictactoe.Position) string {
	switch {
	case !p.Over():
		return ""
	case p.Score() > 0:
		return strings.ToLower(p.Turn.String())
	case p.Score() < 0:
		return strings.ToLower(p.Turn.Other().String())
	}
	return "draw"
}

// threeInRow lists the squares of the row that ended the game. In a game, the winner is the side that has just moved.
func threeInRow(p tictactoe.Position) []int {
	for _, row := range [8][]int{
		{0, 1, 2},
		{3, 4, 5},
		{6, 7, 8},
		{0, 3, 6},
		{1, 4, 7},
		{2, 5, 8},
		{0, 4, 8},
		{2, 4, 6},
	} {
		if won := uint16(1<<row[0] | 1<<row[1] | 1<<row[2]); p.Other&won == won {
			return row
		}
	}
	return []int{}
}

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

func (a *API) addTicTacToeGames(api huma.API) {
	add := operation(http.MethodPost, learnPath+"games", "add-tictactoe",
		"Store a finished game of tic-tac-toe against the computer", http.StatusConflict)
	add.DefaultStatus = http.StatusCreated
	add.Description = "201 when it is new; 200 when the same game is stored already."
	huma.Register(api, add, a.storeTicTacToe)
	show := operation(http.MethodGet, learnPath+"record", "tictactoe-record",
		"Results of people at tic-tac-toe since the last reset")
	huma.Register(api, show, a.showTicTacToeRecord)
	reset := operation(http.MethodDelete, learnPath+"record", "reset-tictactoe-record",
		"Let the record of tic-tac-toe begin anew; the games are kept")
	reset.DefaultStatus = http.StatusNoContent
	huma.Register(api, reset, a.resetTicTacToeRecord)
}

func (a *API) storeTicTacToe(ctx context.Context, in *struct{ Body finishedTicTacToe }) (*addedTicTacToe, error) {
	row, err := ticTacToeRow(in.Body)
	if err != nil {
		return nil, err
	}
	stored, added, err := a.store.AddTicTacToe(ctx, row)
	status, err := a.statusOfAdded(ctx, row.ID, added, err)
	if err != nil {
		return nil, err
	}
	return &addedTicTacToe{status, shownTicTacToe(stored)}, nil
}

// ticTacToeRow checks all that the store takes on trust.
func ticTacToeRow(f finishedTicTacToe) (store.TicTacToeGame, error) {
	p, moves, err := playTicTacToe(tictactoe.Position{}, f.Moves)
	if err != nil {
		return store.TicTacToeGame{}, err
	}
	if !p.Over() {
		return store.TicTacToeGame{},
			unprocessable("the game is not finished: %s is to move after move %d", p.Turn, len(moves)/2)
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

// playTicTacToe plays the moves of a text, two characters each with or without blanks and commas, and gives them in
// their usual form. The error is a problem.
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
			return p, "", unprocessable("move %d, %q (character %d): %v", number, work.Clip(word),
				len([]rune(text))-len(rest)+1, err)
		}
		p, rest = p.Play(m), rest[2:]
		moves.WriteString(m.String())
	}
}

func shownTicTacToe(g store.TicTacToeGame) storedTicTacToe {
	return storedTicTacToe{
		Schema: "kaeshi/stored-tictactoe/1", ID: g.ID, Played: g.Played.Format(time.RFC3339Nano), Moves: g.Moves,
		Human:  g.Human,
		Result: [...]string{"loss", "draw", "win"}[g.Result+1],
	}
}

func (a *API) showTicTacToeRecord(ctx context.Context, _ *struct{}) (*reply[ticTacToeRecord], error) {
	r, err := a.store.TicTacToeRecord(ctx)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	shown := ticTacToeRecord{Schema: "kaeshi/tictactoe-record/1", Wins: r.Wins, Losses: r.Losses, Draws: r.Draws}
	if !r.Since.IsZero() {
		shown.Since = r.Since.Format(time.RFC3339Nano)
	}
	return &reply[ticTacToeRecord]{shown}, nil
}

func (a *API) resetTicTacToeRecord(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := a.store.ResetTicTacToe(ctx); err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return nil, nil // 204 has no body
}
