// Package explorer stores the games of files and computes their statistics. For a position: the number of games that
// reached it, their results, the moves that were played next, and a list of the games. For players and tournaments:
// their games, and the results of a player by colour, year, opponent and opening. The command line and the HTTP API
// show the same documents.
package explorer

import (
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Schema identifies the form of [Explored].
const Schema = "kaeshi/explorer/2"

// Store finds imported games.
type Store interface {
	Find(ctx context.Context, q store.GameQuery) (store.Found, error)
}

// Explored holds the statistics of the imported games for a position or, without a position, of the selected games.
type Explored struct {
	Schema   string             `json:"schema" example:"kaeshi/explorer/2"`
	Position string             `json:"position,omitempty" doc:"in one line; absent when no position was given"`
	Opening  *opening.NamesText `json:"opening,omitempty"`

	Results

	Moves    []ExploredMove `json:"moves" nullable:"false" doc:"the next moves, the most frequent first"`
	Ended    *Results       `json:"ended,omitempty" doc:"the games whose record ends at the position"`
	Offset   int            `json:"offset" doc:"number of games skipped before the examples"`
	Examples []ExploredGame `json:"examples" nullable:"false" doc:"some of the games, the last year first"`
}

// Results counts games by result. A game with an unknown result counts only in Games.
type Results struct {
	Games int `json:"games" doc:"games with the position or one symmetric to it"`
	Black int `json:"black_wins" doc:"games that Black won"`
	Draws int `json:"draws"`
	White int `json:"white_wins" doc:"games that White won"`
	// Mean is nil when no score is known.
	Mean *float64 `json:"average_score_black,omitempty" doc:"mean final disc difference for Black, rounded to 0.01"`
}

// ExploredMove is a move and the results of the games in which it was played.
type ExploredMove struct {
	Move    string             `json:"move" doc:"a square, or pass"`
	Equal   []string           `json:"equal,omitempty" nullable:"false" doc:"symmetric moves, counted with it"`
	Opening *opening.NamesText `json:"opening,omitempty" doc:"names of the position after the move"`

	Results
}

// ExploredGame is an imported game. Unknown fields are absent.
type ExploredGame struct {
	Number int64  `json:"number" doc:"number of the game in the database"`
	Year   int    `json:"year,omitempty"`
	Date   string `json:"date,omitempty" doc:"in ISO 8601 as far as it is known"`
	Event  string `json:"event,omitempty" doc:"the tournament"`
	Place  string `json:"place,omitempty"`
	Round  string `json:"round,omitempty"`
	Black  string `json:"black,omitempty"`
	White  string `json:"white,omitempty"`
	Score  *int   `json:"score_black,omitempty" doc:"final disc difference from Black's view"`
	Winner string `json:"winner,omitempty" enum:"black,white,draw"`

	// Reason is absent when the game was played out.
	Reason string `json:"reason,omitempty" enum:"resign,time,mutual,fault,adjudicated,unfinished" doc:"why it ended early"`

	Size       int    `json:"size"`
	Start      string `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Position   string `json:"position,omitempty" doc:"the set-up position"`
	Transcript string `json:"transcript" doc:"the moves without passes"`
	Source     string `json:"source" doc:"the file that it was imported from"`

	Opening   *opening.NamesText `json:"opening,omitempty"`
	Annotated bool               `json:"annotated,omitempty" doc:"there are comments or variations"`
}

// Explore returns the statistics of the games that match a query. The names are those of the opening that leads to the
// position of the query. Errors are those of the store.
func Explore(ctx context.Context, games Store, q store.GameQuery, names opening.Names) (Explored, error) {
	found, err := games.Find(ctx, q)
	if err != nil {
		return Explored{}, err
	}
	e := Explored{
		Schema: Schema, Results: newResults(found.Results),
		Moves: []ExploredMove{}, Offset: q.Offset, Examples: []ExploredGame{},
	}
	e.Opening = textOf(names)
	if q.Position != nil {
		e.Position = q.Position.String()
		e.addMoves(*q.Position, found.Moves)
	}
	for _, g := range found.Games {
		e.Examples = append(e.Examples, newGame(g))
	}
	return e, nil
}

// textOf returns the names, or nil without any.
func textOf(names opening.Names) *opening.NamesText {
	text := names.Text()
	if text == (opening.NamesText{}) {
		return nil
	}
	return &text
}

func (e *Explored) addMoves(p othello.Position, moves []store.MoveResults) {
	for _, m := range moves {
		results := newResults(m.Results)
		if len(m.Moves) == 0 {
			e.Ended = &results
			continue
		}
		names := equalNames(p.Size, m.Moves)
		e.Moves = append(e.Moves, ExploredMove{names[0], names[1:], textOf(opening.At(p.Play(m.Moves[0]))), results})
	}
}

// equalNames returns the names of moves that are equal. It puts f5 first, as books of openings do.
func equalNames(n othello.Size, moves []othello.Square) []string {
	names := make([]string, 0, len(moves))
	for _, m := range moves {
		if name := n.Name(m); name == "f5" {
			names = slices.Insert(names, 0, name)
		} else {
			names = append(names, name)
		}
	}
	return names
}

func newResults(r store.Results) Results {
	counts := Results{Games: r.Games, Black: r.Black, Draws: r.Draws, White: r.White}
	if mean, ok := r.Mean(); ok {
		rounded := math.Round(mean*100)/100 + 0 // -0 becomes 0
		counts.Mean = &rounded
	}
	return counts
}

func newGame(a store.ArchivedGame) ExploredGame {
	g, outcome := a.Game, a.Game.Outcome()
	e := ExploredGame{
		Number: a.Number, Year: g.Year(), Date: g.Date, Event: g.Event, Place: g.Place, Round: g.Round,
		Black: g.Black, White: g.White, Winner: outcome.Winner(), Reason: outcome.Reason,
		Size: int(g.Start.Size), Transcript: g.Transcript(), Source: a.Source,
		Opening: textOf(opening.Find(g.Start, g.Moves)), Annotated: isAnnotated(g),
	}
	if hasScore(outcome) {
		e.Score = &outcome.ScoreBlack
	}
	if setup, ok := othello.SetupOf(g.Start); ok {
		e.Start = setup.String()
	} else {
		e.Position = g.Start.String()
	}
	return e
}

func isAnnotated(g *record.Game) bool {
	return g.Comment != "" || len(g.Variations) > 0 ||
		slices.ContainsFunc(g.Notes, func(n record.Note) bool { return n.Comment != "" || n.Mark != "" })
}

// hasScore reports whether more is known than who won.
func hasScore(r record.Result) bool { return r.Known && !r.OnlyWinner }
