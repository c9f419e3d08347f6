package api

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
)

// explored is what stored games say about a position.
type explored struct {
	Schema   string         `json:"schema" example:"kaeshi/explorer/1"`
	Position string         `json:"position"`
	Games    int            `json:"games" doc:"that went through the position or one symmetric to it"`
	Black    int            `json:"black" doc:"of them, won by Black"`
	White    int            `json:"white"`
	Draws    int            `json:"draws"`
	Average  float64        `json:"average_score_black" doc:"mean final disc difference from Black's view"`
	Moves    []exploredMove `json:"moves" nullable:"false" doc:"how they went on, the most frequent first"`
	Opening  *openingName   `json:"opening,omitempty"`
	Examples []exampleGame  `json:"examples" nullable:"false" doc:"the newest"`
}

// exploredMove is a move and how games ended that went on with it.
type exploredMove struct {
	Move    string   `json:"move"`
	Equal   []string `json:"equal,omitempty" doc:"other moves that a symmetry of the position makes equal to it, counted with it"`
	Games   int      `json:"games"`
	Black   int      `json:"black"`
	White   int      `json:"white"`
	Draws   int      `json:"draws"`
	Average float64  `json:"average_score_black"`
}

// exampleGame is one of the games.
type exampleGame struct {
	ID       int64  `json:"id"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Year     int    `json:"year,omitempty"`
	Event    string `json:"event,omitempty"`
	Score    *int   `json:"score_black,omitempty"`
	Size     int    `json:"size"`
	Start    string `json:"start,omitempty" enum:"usual,parallel"`
	Position string `json:"position,omitempty" doc:"the set-up position"`
	Moves    string `json:"moves"`
}

func (a *API) addExplorer(api huma.API) {
	op := operation(http.MethodGet, Path+"explorer", "explorer", "What imported games say about a position")
	op.Description = "Games are imported by kaeshi import. Symmetric positions count together, by whatever moves they were reached."
	huma.Register(api, op, a.explore)
}

func (a *API) explore(ctx context.Context, in *struct {
	GameText
	Limit int `query:"limit" minimum:"0" maximum:"100" default:"10" doc:"how many games to show"`
},
) (*reply[explored], error) {
	g, err := in.game()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	found, err := a.store.Find(ctx, store.Question{Position: &p, Limit: in.Limit})
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	e := explored{
		Schema: "kaeshi/explorer/1", Position: p.String(), Games: found.Results.Games, Black: found.Black, White: found.White, Draws: found.Draws, Average: meanOf(found.Results),
		Moves: []exploredMove{}, Opening: openingOf(g), Examples: []exampleGame{},
	}
	for _, m := range found.Moves {
		if names := moveNames(p.Size, m.Moves); len(names) > 0 {
			e.Moves = append(e.Moves, exploredMove{names[0], names[1:], m.Games, m.Black, m.White, m.Draws, meanOf(m.Results)})
		}
	}
	for _, a := range found.Games {
		e.Examples = append(e.Examples, newExample(a))
	}
	return &reply[explored]{e}, nil
}

// meanOf is the mean score, 0 when none is known.
func meanOf(r store.Results) float64 {
	mean, _ := r.Mean()
	return math.Round(mean*100) / 100
}

func moveNames(n othello.Size, moves []othello.Square) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = n.Name(m)
	}
	return list
}

func newExample(a store.ArchivedGame) exampleGame {
	g := a.Game
	row := newRow(g)
	e := exampleGame{ID: a.Number, Black: g.Black, White: g.White, Event: g.Event, Year: g.Year(), Size: row.Size, Start: row.Start, Position: row.Position, Moves: row.Moves}
	if r := g.Outcome(); r.Known && !r.OnlyWinner {
		e.Score = &r.ScoreBlack
	}
	return e
}
