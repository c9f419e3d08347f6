package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// GameInput describes a game in a request by its start and its moves.
type GameInput struct {
	Size int `query:"size" json:"size,omitempty" minimum:"4" maximum:"8" multipleOf:"2" default:"8" doc:"4, 6 or 8"`

	Start    string `query:"start" json:"start,omitempty" enum:"usual,parallel" default:"usual" doc:"first four discs"`
	Position string `query:"position" json:"position,omitempty" maxLength:"100" doc:"one-line position to start from"`
	Moves    string `query:"moves" json:"moves,omitempty" maxLength:"400" doc:"transcript; pass is --" example:"f5d6c3"`
}

// game parses the game. The error is a problem.
func (t GameInput) game() (*record.Game, error) {
	start, err := t.startPosition()
	if err != nil {
		return nil, err
	}
	g, err := transcript.Parse(start, t.Moves)
	if err != nil {
		return nil, unprocessable("%v", err)
	}
	return g, nil
}

// startPosition returns the position before the first move. The error is a problem.
func (t GameInput) startPosition() (othello.Position, error) {
	if t.Position != "" {
		p, err := othello.Parse(t.Position)
		if err != nil { // a FEN, a bracketed board or a diagram
			g, other := paste.Text(p, t.Position)
			if other == nil && len(g.Moves) == 0 {
				p, err = g.Start, nil
			}
		}
		if err == nil {
			err = p.Validate()
		}
		if err != nil {
			return p, unprocessable("position: %v", err)
		}
		return p, nil
	}
	size, err := othello.ParseSize(t.Size)
	if err != nil {
		return othello.Position{}, unprocessable("%v", err)
	}
	setup, err := othello.ParseSetup(t.Start)
	if err != nil {
		return othello.Position{}, unprocessable("%v", err)
	}
	return othello.Start(size, setup), nil
}

// startName returns "usual" or "parallel", or "" for a set-up position.
func (t GameInput) startName() string {
	if t.Position != "" {
		return ""
	}
	return t.Start
}

// unfinished returns the game and its last position. The error is a problem, also when the game is over.
func (t GameInput) unfinished() (*record.Game, othello.Position, error) {
	g, err := t.game()
	if err != nil {
		return nil, othello.Position{}, err
	}
	p := g.Position()
	if p.Over() {
		return nil, p, unprocessable("the game is over; there is no move to choose")
	}
	return g, p, nil
}

// gameState is the state of a game by the rules alone, without a search.
type gameState struct {
	Schema     string   `json:"schema" example:"kaeshi/game/1"`
	Size       int      `json:"size"`
	Start      string   `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Moves      string   `json:"moves" doc:"the transcript in lower case, without passes"`
	History    []ply    `json:"history" nullable:"false" doc:"every ply in order, passes included"`
	Initial    string   `json:"initial" doc:"the one-line position before the first move"`
	Position   string   `json:"position" doc:"the one-line position after the last move"`
	Turn       string   `json:"turn" enum:"black,white" doc:"the side to move; meaningless when the game is over"`
	Legal      []option `json:"legal" nullable:"false" doc:"legal moves; empty for a pass and at the end of the game"`
	Pass       bool     `json:"pass" doc:"the side to move must pass: append -- to the moves"`
	Over       bool     `json:"over"`
	Black      int      `json:"black" doc:"black discs on the board"`
	White      int      `json:"white" doc:"white discs on the board"`
	Winner     string   `json:"winner" enum:"black,white,draw," doc:"empty until the game is over"`
	ScoreBlack int      `json:"score_black" doc:"Black's final disc difference, empty squares to the winner; or 0"`
}

// GameState is the state of a game, for operations of other packages.
type GameState = gameState

// StateOf returns the state of a game. start is "usual", "parallel", or empty for a set-up position.
func StateOf(g *record.Game, start string) GameState { return stateOf(g, start) }

// Parse parses the game. The error is a problem.
func (t GameInput) Parse() (*record.Game, error) { return t.game() }

// ply is a move that was played, or a pass.
type ply struct {
	Turn  string   `json:"turn" enum:"black,white"`
	Move  string   `json:"move" doc:"a square, or pass"`
	Flips []string `json:"flips" nullable:"false" doc:"the squares of the flipped discs"`
}

// option is a legal move with the discs that it flips.
type option struct {
	Move  string   `json:"move"`
	Flips []string `json:"flips" nullable:"false" doc:"the squares of the flipped discs"`
}

func (a *API) addGame(api huma.API) {
	huma.Register(api, operation(http.MethodGet, Path+"game", "game", "The state of a game after its moves"),
		func(_ context.Context, in *struct{ GameInput }) (*reply[gameState], error) {
			g, err := in.game()
			if err != nil {
				return nil, err
			}
			return &reply[gameState]{stateOf(g, in.startName())}, nil
		})
}

func stateOf(g *record.Game, start string) gameState {
	p := g.Position()
	return gameState{
		Schema: "kaeshi/game/1", Size: int(p.Size), Start: start, Moves: g.Transcript(), History: historyOf(g),
		Initial: g.Start.String(), Position: p.String(), Turn: p.Turn.String(), Legal: optionsOf(p),
		Pass: p.MustPass(), Over: p.Over(), Black: p.Count(othello.Black), White: p.Count(othello.White),
		Winner: winnerOf(g), ScoreBlack: finalScore(p),
	}
}

func historyOf(g *record.Game) []ply {
	list := make([]ply, len(g.Moves))
	p := g.Start
	for i, m := range g.Moves {
		list[i] = ply{p.Turn.String(), p.Size.Name(m), p.Size.Names(p.Flips(m))}
		p = p.Play(m)
	}
	return list
}

func optionsOf(p othello.Position) []option {
	list := []option{}
	for _, m := range p.Moves() {
		if m != othello.Pass {
			list = append(list, option{p.Size.Name(m), p.Size.Names(p.Flips(m))})
		}
	}
	return list
}

func winnerOf(g *record.Game) string {
	if !g.Position().Over() {
		return ""
	}
	if c, decided := g.Winner(); decided {
		return c.String()
	}
	return "draw"
}

func finalScore(p othello.Position) int {
	if !p.Over() {
		return 0
	}
	return p.ScoreBlack()
}
