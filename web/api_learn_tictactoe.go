package web

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/tictactoe"
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

func (s *Server) addTicTacToe(api huma.API) {
	op := learnOperation("tictactoe", "tictactoe", "What each square of a tic-tac-toe position is worth, and what the published program plays")
	huma.Register(api, op, func(ctx context.Context, in *ticTacToeQuestion) (*reply[ticTacToeState], error) {
		p, err := parseTicTacToe(in.Position)
		if err != nil {
			return nil, err
		}
		var state ticTacToeState
		err = s.think.study(ctx, s.think.light.gate, func(ctx context.Context) error {
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
	for _, row := range [8][]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if won := uint16(1<<row[0] | 1<<row[1] | 1<<row[2]); p.Other&won == won {
			return row
		}
	}
	return []int{}
}
