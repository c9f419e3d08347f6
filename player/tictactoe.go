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

// TicTacToe is a [Player] of tic-tac-toe. It shares the grammar of players, and refuses games of Othello.
type TicTacToe interface {
	Player
	// ChooseTicTacToe is the player's move in p, which is not over.
	ChooseTicTacToe(p tictactoe.Position) (classic.TicTacToeChoice, error)
}

// NewClassicTicTacToe makes the minimax program of article 002; see [classic.TicTacToe].
func NewClassicTicTacToe(a *Args) (Player, error) {
	return &ticTacToe{a.Spec().Text, classic.TicTacToe{Mends: classicVersion(a)}}, nil
}

// NewClassicTicTacToeRules makes the earlier program that article 002 tells of; see [classic.TicTacToeRules]. With seed=N its choices repeat.
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
	return Choice{}, fmt.Errorf("%s plays tic-tac-toe, not Othello: give it nine cells and a side, such as \"O-XX-X-OO X\"", t.name)
}

func (t *ticTacToe) ChooseTicTacToe(p tictactoe.Position) (classic.TicTacToeChoice, error) {
	return t.program.Choose(p)
}

// TicTacToeAnswer is a choice in tic-tac-toe as JSON shows it. The score is the program's own, from the view of Pov, the side to move.
type TicTacToeAnswer struct {
	Schema   string  `json:"schema" example:"kaeshi/move/1"`
	Player   string  `json:"player" example:"classic/tictactoe"`
	Position string  `json:"position" example:"O-XX-X-OO X"`
	Move     string  `json:"move" example:"b2" doc:"a square from a1 to c3; over when the game has ended"`
	Index    *int    `json:"index,omitempty" example:"4" doc:"the square counted from 0 at a1, row by row"`
	Score    *int    `json:"score,omitempty" example:"10" doc:"10 won, 0 drawn, -10 lost with best play, from the view of pov; absent when the player has none"`
	Pov      string  `json:"pov" enum:"X,O"`
	Nodes    uint64  `json:"nodes" doc:"positions entered"`
	Seconds  float64 `json:"seconds"`
}

// AnswerTicTacToe reads a position of tic-tac-toe, the empty board when the text is empty, and writes what t plays there in one line: the square, "over", or with
// asJSON a [TicTacToeAnswer]. An error of type [*BadTicTacToe] says that the text is no position of a game.
func AnswerTicTacToe(out io.Writer, t TicTacToe, text string, asJSON bool) error {
	p, err := parseTicTacToe(text)
	if err != nil {
		return &BadTicTacToe{err}
	}
	answer := TicTacToeAnswer{Schema: "kaeshi/move/1", Player: t.Name(), Position: p.String(), Move: "over", Pov: p.Turn.String()}
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

// BadTicTacToe says why a text is no position of tic-tac-toe.
type BadTicTacToe struct{ Err error }

// Error is the reason.
func (e *BadTicTacToe) Error() string { return e.Err.Error() }

// Unwrap is the reason as an error.
func (e *BadTicTacToe) Unwrap() error { return e.Err }

// parseTicTacToe reads a position that a game can reach; the article lets either side begin.
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
