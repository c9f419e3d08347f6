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

// Played is the JSON document of a finished game.
type Played struct {
	Schema     string  `json:"schema"`           // [GameSchema]
	Game       int     `json:"game"`             // number in the schedule, from 0
	Black      string  `json:"black"`            // player spec
	White      string  `json:"white"`            // player spec
	Opening    int     `json:"opening"`          // number of the opening, from 0
	Start      string  `json:"position"`         // start position of the opening in one line
	Transcript string  `json:"transcript"`       // moves from that position, without passes
	Score      int     `json:"score"`            // final disc difference from the view of Pov
	Pov        string  `json:"pov"`              // "black"
	Reason     string  `json:"reason,omitempty"` // fault, time or adjudicated
	Detail     string  `json:"detail,omitempty"` // explanation of the reason
	Seconds    float64 `json:"seconds"`          // duration of the game
}

// Played returns the document of a game of the tournament.
func (e *Event) Played(g store.TournamentGame) Played {
	names := e.Names()
	return Played{
		Schema: GameSchema, Game: g.Number, Black: names[g.Black], White: names[g.White], Opening: g.Opening,
		Start: e.openings[g.Opening].Start.String(), Transcript: g.Moves, Score: g.ScoreBlack, Pov: "black",
		Reason: g.Reason, Detail: g.Detail, Seconds: g.Ended.Sub(g.Began).Seconds(),
	}
}

// String returns the game in one line.
func (p Played) String() string {
	text := fmt.Sprintf("game %d: %s v %s %+d", p.Game, p.Black, p.White, p.Score)
	if p.Reason != "" {
		text += " (" + strings.TrimSuffix(p.Reason+": "+p.Detail, ": ") + ")"
	}
	return text
}

// Record returns the record of a stored game with its result and times. It fails if the stored moves are illegal.
func (e *Event) Record(g store.TournamentGame) (*record.Game, error) {
	opening := e.openings[g.Opening]
	game, err := transcript.Parse(opening.Start, g.Moves)
	if err != nil {
		return nil, err
	}
	names := e.Names()
	game.Black, game.White, game.Event = names[g.Black], names[g.White], e.Name
	game.Date, game.Clock = g.Began.UTC().Format("2006-01-02T15:04:05Z"), e.control.String()
	game.Result = record.Result{Known: true, ScoreBlack: g.ScoreBlack, Reason: g.Reason, Detail: g.Detail}
	game.Notes = make([]record.Note, len(game.Moves))
	for i, spent := range g.Times {
		if ply := len(opening.Moves) + i; ply < len(game.Notes) {
			game.Notes[ply].Spent = spent
		}
	}
	return game, nil
}
