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

type ticTacToeQuery struct {
	Position string `query:"position" maxLength:"40" default:"--------- X" doc:"cells from a1, space, side to move"`
}

// ticTacToeState is a position of tic-tac-toe with the values of its moves.
type ticTacToeState struct {
	Schema   string            `json:"schema" example:"kaeshi/tictactoe/1"`
	Position string            `json:"position"`
	Turn     string            `json:"turn" enum:"x,o" doc:"the side to move; meaningless when the game is over"`
	Over     bool              `json:"over"`
	Winner   string            `json:"winner" enum:"x,o,draw," doc:"empty until the game is over"`
	Line     []int             `json:"line" nullable:"false" doc:"squares of a winning row, from a1 = 0; else empty"`
	Moves    []ticTacToeOption `json:"moves" nullable:"false" doc:"the legal moves; empty when the game is over"`
	Program  *ticTacToeAnswer  `json:"program,omitempty" doc:"choice of classic/tictactoe, unless the game is over"`
}

// ticTacToeOption is a legal move with its value.
type ticTacToeOption struct {
	Move  string `json:"move" example:"b2"`
	Index int    `json:"index" minimum:"0" maximum:"8" doc:"the square from a1 = 0 row by row"`
	Value int    `json:"value" enum:"-1,0,1" doc:"minimax value for the side to move: 1 win, 0 draw, -1 loss"`
}

// ticTacToeAnswer is the choice of the published program.
type ticTacToeAnswer struct {
	Move  string `json:"move" example:"b2"`
	Index int    `json:"index" minimum:"0" maximum:"8"`
	Score int    `json:"score" enum:"-10,0,10" doc:"score for the side to move on the scale of the program"`
}

func (a *API) addTicTacToe(api huma.API) {
	op := learnOperation("tictactoe", "tictactoe",
		"Values of the moves of a tic-tac-toe position, and the choice of the published program")
	huma.Register(api, op, func(ctx context.Context, in *ticTacToeQuery) (*reply[ticTacToeState], error) {
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

// parseTicTacToe parses and validates a position. The error is a problem.
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

// ticTacToeWinner returns "x", "o" or "draw", or "" until the game is over.
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

// threeInRow returns the squares of the winning row. The winner is the side that moved last.
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
	ID    newID  `json:"id"`
	Moves string `json:"moves" maxLength:"40" doc:"the squares in order, X first" example:"b2a1c3a3a2c2b1b3c1"`
	Human string `json:"human" enum:"x,o" doc:"the side of the human"`
}

// storedTicTacToe is a stored game.
type storedTicTacToe struct {
	Schema string `json:"schema" example:"kaeshi/stored-tictactoe/1"`
	ID     string `json:"id"`
	Played string `json:"played" format:"date-time" doc:"when it was stored"`
	Moves  string `json:"moves"`
	Human  string `json:"human" enum:"x,o"`
	Result string `json:"result" enum:"win,loss,draw" doc:"result of the human"`
}

// ticTacToeRecord is the answer to GET /learn/record.
type ticTacToeRecord struct {
	Schema string `json:"schema" example:"kaeshi/tictactoe-record/1"`
	Wins   int    `json:"wins" doc:"games that the human won"`
	Losses int    `json:"losses"`
	Draws  int    `json:"draws"`
	Since  string `json:"since" doc:"time of the last reset (RFC 3339); empty if there was none"`
}

type addedTicTacToe struct {
	Status int
	Body   storedTicTacToe
}

func (a *API) addTicTacToeGames(api huma.API) {
	add := operation(http.MethodPost, learnPath+"games", "add-tictactoe",
		"Store a finished game of tic-tac-toe against the computer", http.StatusConflict)
	add.DefaultStatus = http.StatusCreated
	add.Description = "The status is 201 for a new game and 200 if the same game is stored already."
	huma.Register(api, add, a.storeTicTacToe)
	show := operation(http.MethodGet, learnPath+"record", "tictactoe-record",
		"Results of people at tic-tac-toe")
	huma.Register(api, show, a.showTicTacToeRecord)
	reset := operation(http.MethodDelete, learnPath+"record", "reset-tictactoe-record",
		"Reset the record of tic-tac-toe; the games remain stored")
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

// ticTacToeRow validates a finished game and converts it for the store. The error is a problem.
func ticTacToeRow(f finishedTicTacToe) (store.TicTacToeGame, error) {
	p, moves, err := playTicTacToe(tictactoe.Position{}, f.Moves)
	if err != nil {
		return store.TicTacToeGame{}, err
	}
	if !p.Over() {
		return store.TicTacToeGame{},
			unprocessable("the game is not finished: %s is to move after move %d", p.Turn, len(moves)/2)
	}
	row := store.TicTacToeGame{ID: string(f.ID), Moves: moves, Human: f.Human, Result: -1}
	switch ticTacToeWinner(p) {
	case f.Human:
		row.Result = 1
	case "draw":
		row.Result = 0
	}
	return row, nil
}

// playTicTacToe plays the moves of a transcript: two characters each, optionally separated by spaces and commas. It
// returns the last position and the moves without separators. The error is a problem.
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
