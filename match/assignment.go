package match

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// Assignment holds everything that a game of a tournament depends on. It can be played on another machine.
type Assignment struct {
	Black      string `json:"black"`                // player spec
	White      string `json:"white"`                // player spec
	BlackSeed  uint64 `json:"black_seed"`           // of Black's random choices
	WhiteSeed  uint64 `json:"white_seed"`           // of White's random choices
	Start      string `json:"start"`                // position
	Opening    string `json:"opening"`              // moves from Start, without passes
	Time       string `json:"time,omitempty"`       // as in [Tournament]
	Margin     string `json:"margin,omitempty"`     // as in [Tournament]
	Adjudicate string `json:"adjudicate,omitempty"` // as in [Tournament]
}

// Finished is the result of an [Assignment].
type Finished struct {
	Moves  string          `json:"moves"`            // from the start, without passes
	Score  int             `json:"score"`            // final disc difference from Black's view
	Reason string          `json:"reason,omitempty"` // as in a record.Result
	Detail string          `json:"detail,omitempty"` // explanation of the reason
	Times  []time.Duration `json:"times"`            // of the moves after the opening
}

// Play plays the game between players of its specs. A fault of a player loses the game and is not an error.
func (a Assignment) Play(ctx context.Context, black, white player.Player) (f Finished, err error) {
	p, err := Tournament{
		Players: []string{a.Black, a.White}, Time: a.Time, Margin: a.Margin, Adjudicate: a.Adjudicate,
	}.plan()
	if err != nil {
		return f, err
	}
	start, err := othello.Parse(a.Start)
	if err != nil {
		return f, fmt.Errorf("start: %w", err)
	}
	game, err := transcript.Parse(start, a.Opening)
	if err != nil {
		return f, fmt.Errorf("opening: %w", err)
	}
	game.Black, game.White = a.Black, a.White
	for _, side := range []struct {
		player.Player
		seed uint64
	}{{black, a.BlackSeed}, {white, a.WhiteSeed}} {
		if p, ok := side.Player.(player.Seeder); ok {
			p.Seed(side.seed)
		}
	}
	referee := player.Referee{Black: black, White: white, Control: p.control, Adjudicate: p.judge.referee()}
	result, err := referee.Play(ctx, game)
	if err != nil {
		return f, err
	}
	f = Finished{Moves: game.Transcript(), Score: result.ScoreBlack, Times: micros(result.Spent)}
	f.Reason, f.Detail = reasonOf(result)
	return f, nil
}

// assignment returns the assignment of a game of the schedule.
func (e *Event) assignment(s slot) Assignment {
	opening := e.openings[s.opening%len(e.openings)]
	return Assignment{
		Black: e.Players[s.black], White: e.Players[s.white],
		BlackSeed: e.seed(s.number, s.black), WhiteSeed: e.seed(s.number, s.white),
		Start: opening.Start.String(), Opening: opening.Transcript(),
		Time: e.Time, Margin: e.Margin, Adjudicate: e.Adjudicate,
	}
}

// Check returns an error unless f is a result of the assignment: its moves begin with the opening and, without a
// Reason, end the game with the score.
func (a Assignment) Check(f Finished) error {
	start, err := othello.Parse(a.Start)
	if err != nil {
		return err
	}
	game, err := transcript.Parse(start, f.Moves)
	if err != nil {
		return fmt.Errorf("moves: %w", err)
	}
	opening, err := transcript.Parse(start, a.Opening)
	if err != nil {
		return err
	}
	if len(game.Moves) < len(opening.Moves) || !slices.Equal(game.Moves[:len(opening.Moves)], opening.Moves) {
		return fmt.Errorf("the moves %s do not begin with the opening %s", f.Moves, a.Opening)
	}
	if p := game.Position(); f.Reason == "" && (!p.Over() || p.ScoreBlack() != f.Score) {
		return fmt.Errorf("the moves %s do not end with the score %+d", f.Moves, f.Score)
	}
	return nil
}
