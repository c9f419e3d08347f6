package match

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// GameSchema names the JSON of a [Played].
const GameSchema = "kaeshi/match-game/1"

// Played is a finished game as JSON shows it.
type Played struct {
	Schema     string  `json:"schema"`           // [GameSchema]
	Game       int     `json:"game"`             // in the schedule, from 0
	Black      string  `json:"black"`            // the player's specification
	White      string  `json:"white"`            // the player's specification
	Opening    int     `json:"opening"`          // from 0
	Start      string  `json:"position"`         // where the opening begins, on one line
	Transcript string  `json:"transcript"`       // from that position on, passes left out
	Score      int     `json:"score"`            // final disc difference, empty squares counted to the winner
	Pov        string  `json:"pov"`              // whose view Score is in: "black"
	Reason     string  `json:"reason,omitempty"` // fault, time or adjudicated
	Detail     string  `json:"detail,omitempty"` // more about the reason, in words
	Seconds    float64 `json:"seconds"`          // from its first move to its last
}

// Played shows a game of the tournament.
func (e *Event) Played(g store.TournamentGame) Played {
	names := e.Names()
	return Played{
		Schema: GameSchema, Game: g.Number, Black: names[g.Black], White: names[g.White], Opening: g.Opening,
		Start: e.openings[g.Opening].Start.String(), Transcript: g.Moves, Score: g.ScoreBlack, Pov: "black",
		Reason: g.Reason, Detail: g.Detail, Seconds: g.Ended.Sub(g.Began).Seconds(),
	}
}

// String is the game in a line.
func (p Played) String() string {
	text := fmt.Sprintf("game %d: %s v %s %+d", p.Game, p.Black, p.White, p.Score)
	if p.Reason != "" {
		text += " (" + strings.TrimSuffix(p.Reason+": "+p.Detail, ": ") + ")"
	}
	return text
}

// Record is a stored game as a record with its result and times. It fails when the stored moves are not legal.
func (e *Event) Record(g store.TournamentGame) (*record.Game, error) {
	opening := e.openings[g.Opening]
	game, err := transcript.Parse(opening.Start, g.Moves)
	if err != nil {
		return nil, err
	}
	names := e.Names()
	game.Black, game.White, game.Event = names[g.Black], names[g.White], e.Name
	game.Date, game.Clock = g.Began.Format("2006-01-02T15:04:05Z"), e.control.String()
	game.Result = record.Result{Known: true, ScoreBlack: g.ScoreBlack, Reason: g.Reason, Detail: g.Detail}
	game.Notes = make([]record.Note, len(game.Moves))
	for i, spent := range g.Times {
		if ply := len(opening.Moves) + i; ply < len(game.Notes) {
			game.Notes[ply].Spent = spent
		}
	}
	return game, nil
}
