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

// GameText is how a request tells a game: its start and the moves played.
type GameText struct {
	Size     int    `query:"size" json:"size,omitempty" minimum:"4" maximum:"8" multipleOf:"2" default:"8" doc:"rows and columns of the board: 4, 6 or 8"`
	Start    string `query:"start" json:"start,omitempty" enum:"usual,parallel" default:"usual" doc:"how the first four discs lie"`
	Position string `query:"position" json:"position,omitempty" maxLength:"100" doc:"a one-line set-up position to start from, in place of size and start" example:"---------------------------OX------XO--------------------------- X"`
	Moves    string `query:"moves" json:"moves,omitempty" maxLength:"400" doc:"a transcript; passes may be left out or written --" example:"f5d6c3"`
}

// game is the game that the text tells; the error is a problem.
func (t GameText) game() (*record.Game, error) {
	start, err := t.first()
	if err != nil {
		return nil, err
	}
	g, err := transcript.Parse(start, t.Moves)
	if err != nil {
		return nil, unprocessable("%v", err)
	}
	return g, nil
}

// first is the position before the first move.
func (t GameText) first() (othello.Position, error) {
	if t.Position != "" {
		p, err := othello.Parse(t.Position)
		if err != nil { // a FEN, a board in brackets, or a drawn one
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

// startName is "usual" or "parallel", and empty for a set-up position.
func (t GameText) startName() string {
	if t.Position != "" {
		return ""
	}
	return t.Start
}

// unfinished returns the game and its last position, in which there must be a move to choose.
func (t GameText) unfinished() (*record.Game, othello.Position, error) {
	g, err := t.game()
	if err != nil {
		return nil, othello.Position{}, err
	}
	p := g.Position()
	if p.Over() {
		return nil, p, unprocessable("the game is over: there is no move to choose")
	}
	return g, p, nil
}

// gameState is what can be known of a game without thinking.
type gameState struct {
	Schema     string   `json:"schema" example:"kaeshi/game/1"`
	Size       int      `json:"size"`
	Start      string   `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Moves      string   `json:"moves" doc:"the transcript in lower case, passes left out"`
	History    []ply    `json:"history" nullable:"false" doc:"every ply in order, passes included"`
	Initial    string   `json:"initial" doc:"the one-line position before the first move"`
	Position   string   `json:"position" doc:"the one-line position after the last move"`
	Turn       string   `json:"turn" enum:"black,white" doc:"the side to move; without meaning when the game is over"`
	Legal      []option `json:"legal" nullable:"false" doc:"the legal moves; empty when the side to move must pass and when the game is over"`
	Pass       bool     `json:"pass" doc:"the side to move has no legal move but the game goes on: add -- to the moves"`
	Over       bool     `json:"over"`
	Black      int      `json:"black" doc:"black discs on the board"`
	White      int      `json:"white" doc:"white discs on the board"`
	Winner     string   `json:"winner" enum:"black,white,draw," doc:"empty until the game is over"`
	ScoreBlack int      `json:"score_black" doc:"final disc difference from Black's view, empty squares counted to the winner; 0 until the game is over"`
}

// ply is one move as it was played, or a pass.
type ply struct {
	Turn  string   `json:"turn" enum:"black,white"`
	Move  string   `json:"move" doc:"a square, or pass"`
	Flips []string `json:"flips" nullable:"false" doc:"the squares whose discs turned over"`
}

// option is a legal move and what it would turn over.
type option struct {
	Move  string   `json:"move"`
	Flips []string `json:"flips" nullable:"false"`
}

func (a *API) addGame(api huma.API) {
	huma.Register(api, operation(http.MethodGet, Path+"game", "game", "The state of a game after its moves"),
		func(_ context.Context, in *struct{ GameText }) (*reply[gameState], error) {
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
