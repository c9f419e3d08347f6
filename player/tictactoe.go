package player

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// TicTacToe is a [Player] of tic-tac-toe. It has a player spec, and its Choose fails.
type TicTacToe interface {
	Player
	// ChooseTicTacToe returns a move in p, which is not over. It fails if the program does.
	ChooseTicTacToe(p tictactoe.Position) (classic.TicTacToeChoice, error)
}

// NewClassicTicTacToe makes the minimax program of article 002; see [classic.TicTacToe].
func NewClassicTicTacToe(a *Args) (Player, error) {
	return &ticTacToe{a.Spec().Text, classic.TicTacToe{Fixes: classicVersion(a)}}, nil
}

// NewClassicTicTacToeRules makes the earlier program that article 002 describes; see [classic.TicTacToeRules]. With
// seed=N its choices are repeatable.
func NewClassicTicTacToeRules(a *Args) (Player, error) {
	_ = classicVersion(a)
	return &ticTacToe{a.Spec().Text, classic.TicTacToeRules{Seed: a.Seed("seed", rand.Uint64)}}, nil
}

type ticTacToe struct {
	name    string
	program interface {
		Choose(p tictactoe.Position) (classic.TicTacToeChoice, error)
	}
}

func (t *ticTacToe) Name() string { return t.name }

func (t *ticTacToe) Close() error { return nil }

func (t *ticTacToe) Choose(context.Context, *record.Game, Clock) (Choice, error) {
	return Choice{},
		fmt.Errorf("%s plays tic-tac-toe, not Othello: give it nine cells and a side, such as \"O-XX-X-OO X\"", t.name)
}

func (t *ticTacToe) ChooseTicTacToe(p tictactoe.Position) (classic.TicTacToeChoice, error) {
	return t.program.Choose(p)
}

// TicTacToeAnswer is the JSON document of a choice in tic-tac-toe, with Schema "kaeshi/tictactoe-move/1". Player is the
// spec of the player and Position the board before Move. Score is the value of the program from the point of view of
// Pov, the side to move. Seconds is the time of the search.
type TicTacToeAnswer struct {
	Schema   string  `json:"schema" example:"kaeshi/tictactoe-move/1"`
	Player   string  `json:"player" example:"classic/tictactoe"`
	Position string  `json:"position" example:"O-XX-X-OO X"`
	Move     string  `json:"move" example:"b2" doc:"a square from a1 to c3; over when the game has ended"`
	Index    *int    `json:"index,omitempty" example:"4" doc:"the square counted from 0 at a1, row by row"`
	Score    *int    `json:"score,omitempty" example:"10" doc:"for pov: 10 won, 0 drawn, -10 lost; may be absent"`
	Pov      string  `json:"pov" enum:"X,O"`
	Nodes    uint64  `json:"nodes" doc:"nodes searched"`
	Seconds  float64 `json:"seconds"`
}

// AnswerTicTacToe writes the move of t in a position of tic-tac-toe on one line: the square, "over" or, with asJSON, a
// [TicTacToeAnswer]. An empty text is the empty board. The error is a [*BadTicTacToe] if the text is not a position
// that a game can reach.
func AnswerTicTacToe(out io.Writer, t TicTacToe, text string, asJSON bool) error {
	p, err := parseTicTacToe(text)
	if err != nil {
		return &BadTicTacToe{err}
	}
	answer := TicTacToeAnswer{
		Schema: "kaeshi/tictactoe-move/1", Player: t.Name(), Position: p.String(), Move: "over",
		Pov: p.Turn.String(),
	}
	if !p.Over() {
		if err := answer.choose(t, p); err != nil {
			return err
		}
	}
	if asJSON {
		return json.NewEncoder(out).Encode(answer)
	}
	_, err = fmt.Fprintln(out, answer.Move)
	return err
}

func (a *TicTacToeAnswer) choose(t TicTacToe, p tictactoe.Position) error {
	began := time.Now()
	c, err := t.ChooseTicTacToe(p)
	if err != nil {
		return err
	}
	index := int(c.Move)
	a.Move, a.Index, a.Nodes, a.Seconds = c.Move.String(), &index, c.Nodes, time.Since(began).Seconds()
	if c.HasValue {
		a.Score = &c.Value
	}
	return nil
}

// BadTicTacToe is the error of a text that is not a position of tic-tac-toe. Err is the reason.
type BadTicTacToe struct{ Err error }

// Error returns the reason as text.
func (e *BadTicTacToe) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *BadTicTacToe) Unwrap() error { return e.Err }

// parseTicTacToe parses a position that a game can reach. As in the article, either side may move first.
func parseTicTacToe(text string) (tictactoe.Position, error) {
	if strings.TrimSpace(text) == "" {
		return tictactoe.Position{}, nil
	}
	p, err := tictactoe.Parse(text)
	if err != nil {
		return p, err
	}
	exchanged := p
	exchanged.Turn = p.Turn.Other()
	if err := p.Validate(); err != nil && exchanged.Validate() != nil {
		return p, fmt.Errorf("position %s: %w", p, err)
	}
	return p, nil
}
