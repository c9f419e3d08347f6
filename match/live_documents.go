package match

import (
	"encoding/json"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// States of a tournament, as far as its database shows.
const (
	// StateRunning is the state of a tournament whose games are being stored.
	StateRunning = "running"
	// StateQuiet is the state of an unfinished tournament for which nothing was stored for two minutes.
	StateQuiet = "quiet"
	// StateFinished is that of one that has ended.
	StateFinished = "finished"
)

// quietTime is the time without a stored game or board after which a tournament is quiet: its games are long, or it was
// interrupted.
const quietTime = 2 * time.Minute

func stateAt(ended, heard time.Time) string {
	switch {
	case !ended.IsZero():
		return StateFinished
	case time.Since(heard) > quietTime:
		return StateQuiet
	}
	return StateRunning
}

// Heading holds the fields with which an element of the list of tournaments and the state of a tournament begin.
type Heading struct {
	// ID is the number of the tournament.
	ID int64 `json:"id"`
	// Name is the title, if it has one.
	Name string `json:"name,omitempty"`
	// State is one of the states of a tournament.
	State string `json:"state" enum:"running,quiet,finished" doc:"quiet: unfinished, nothing stored for 2 minutes"`
	// Began is when the tournament started (RFC 3339).
	Began string `json:"began" format:"date-time"`
	// Ended is when it ended; empty while it runs.
	Ended string `json:"ended,omitempty" format:"date-time"`
	// Heard is when something was last stored.
	Heard string `json:"heard" format:"date-time" doc:"when something was last stored"`
	// Run is the state of the run by a server; empty if the tournament was not started on the page.
	Run string `json:"run,omitempty" enum:"queued,running,paused,cancelled,failed,done" doc:"of a server; else absent"`
	// Problem is the reason of a failed run.
	Problem string `json:"problem,omitempty" doc:"reason of a failed run"`
}

// TournamentRow is a tournament in a list.
type TournamentRow struct {
	Heading
	// Format is the pairing system.
	Format string `json:"format" enum:"roundrobin,gauntlet,swiss,knockout"`
	// Time is the time control; empty when each specification has its own limit.
	Time string `json:"time,omitempty" doc:"the time control; absent when each specification has its own limit"`
	// Players holds specifications, as entered.
	Players []string `json:"players" nullable:"false" doc:"specifications, as entered"`
	// Played counts finished games.
	Played int `json:"played"`
	// Total counts the games of the rounds drawn so far.
	Total int `json:"total" doc:"games of the rounds drawn so far"`
	// Winner is the winner; empty until the end.
	Winner string `json:"winner,omitempty" doc:"the winner of a finished tournament"`
}

func headingOf(t store.Tournament, heard time.Time) Heading {
	return Heading{
		ID: t.ID, Name: t.Name, State: stateAt(t.Ended, heard),
		Began: formatted(t.Began), Ended: formatted(t.Ended), Heard: formatted(heard),
		Run: string(t.Run.State), Problem: t.Run.Problem,
	}
}

// NewTournamentRow describes a stored tournament.
func NewTournamentRow(t store.Tournament, n store.TournamentProgress) TournamentRow {
	var spec Tournament
	_ = json.Unmarshal([]byte(t.Spec), &spec) // another version may have stored it: what can be read is shown
	row := TournamentRow{
		Heading: headingOf(t, n.Heard),
		Format:  string(spec.Format), Time: spec.Time, Players: append([]string{}, spec.Players...), Played: n.Played,
		Total: n.Total,
	}
	if s, ok := outcomeOf(t); ok && len(s.Players) > 0 {
		row.Winner = s.Players[0].Player
	}
	return row
}

// outcomeOf returns the final table of a finished tournament.
func outcomeOf(t store.Tournament) (s Standings, ok bool) {
	ok = !t.Ended.IsZero() && json.Unmarshal([]byte(t.Outcome), &s) == nil && s.Schema == StandingsSchema
	return s, ok
}

// formatted returns a time as documents have it, and the empty string for the zero time.
func formatted(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// TournamentState is a tournament with its standings.
type TournamentState struct {
	// Schema names the kind and the version of the document.
	Schema string `json:"schema" example:"kaeshi/tournament-state/1"`
	Heading
	// Spec is the description, which kaeshi match --file reads.
	Spec Tournament `json:"spec" doc:"the description, which kaeshi match --file reads"`
	// Names holds the names of the players in tables, as entered.
	Names []string `json:"names" nullable:"false" doc:"names of the players in tables, as entered"`
	// Standings is the table.
	Standings Standings `json:"standings"`
}

// BoardList is the boards that viewers see.
type BoardList struct {
	// Schema names the kind and the version of the document.
	Schema string `json:"schema" example:"kaeshi/tournament-boards/1"`
	// Boards holds running games in the order of the schedule, then recently ended ones if fewer than four run.
	Boards []WatchBoard `json:"boards" nullable:"false" doc:"running games, then recent ones if fewer than 4 run"`
}

// WatchBoard is one board of a tournament.
type WatchBoard struct {
	// Game is its number in the schedule, from 0.
	Game int `json:"game" doc:"its number in the schedule, from 0"`
	// Black is the name of the player of the black discs.
	Black string `json:"black"`
	// White is the name of the player of the white discs.
	White string `json:"white"`
	// Position is the present position in one line.
	Position string `json:"position" doc:"in one line"`
	// Last is the move that led there.
	Last string `json:"last,omitempty" doc:"the move that led there"`
	// Moves counts the moves, passes and the opening included.
	Moves int `json:"moves" doc:"number of moves, with passes and the opening"`
	// Over reports that the game has ended.
	Over bool `json:"over"`
	// Score is the final disc difference from Black's view.
	Score int `json:"score" doc:"final disc difference from Black's view, when over"`
	// Reason says why the game ended early.
	Reason string `json:"reason,omitempty" enum:"fault,time,adjudicated" doc:"why the game ended early"`
}

// boardOf returns a game with its last position. ok is false for moves that cannot be played, which another version may
// have stored.
func boardOf(start, moves string, names []string, number, black, white int) (b WatchBoard, ok bool) {
	p, err := othello.Parse(start)
	if err != nil || black < 0 || white < 0 || max(black, white) >= len(names) {
		return b, false
	}
	g, err := transcript.Parse(p, moves)
	if err != nil {
		return b, false
	}
	now := g.Position()
	b = WatchBoard{Game: number, Black: names[black], White: names[white], Position: now.String(), Moves: len(g.Moves)}
	for _, m := range g.Moves {
		if m != othello.Pass {
			b.Last = p.Size.Name(m)
		}
	}
	return b, true
}
