package web

import (
	"encoding/json"
	"time"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// What a tournament is doing, as far as the database tells.
const (
	stateRunning  = "running"
	stateQuiet    = "quiet"
	stateFinished = "finished"
)

// quietTime is how long nothing is stored before a tournament counts as quiet: its games may be long, or it was broken off.
const quietTime = 2 * time.Minute

func stateAt(ended, heard time.Time) string {
	switch {
	case !ended.IsZero():
		return stateFinished
	case time.Since(heard) > quietTime:
		return stateQuiet
	}
	return stateRunning
}

// tournamentRow is a tournament in the list of all.
type tournamentRow struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name,omitempty"`
	State   string   `json:"state" enum:"running,quiet,finished" doc:"quiet: not finished, and nothing was heard of it for two minutes"`
	Began   string   `json:"began" format:"date-time"`
	Ended   string   `json:"ended,omitempty" format:"date-time"`
	Heard   string   `json:"heard" format:"date-time" doc:"when something was last stored"`
	Format  string   `json:"format" enum:"roundrobin,gauntlet,swiss,knockout"`
	Time    string   `json:"time,omitempty" doc:"the time control; absent when everyone thinks as its specification says"`
	Players []string `json:"players" nullable:"false" doc:"specifications, as entered"`
	Played  int      `json:"played"`
	Total   int      `json:"total" doc:"games of the rounds drawn so far"`
	Winner  string   `json:"winner,omitempty" doc:"who came first, once finished"`
}

func shownTournament(t store.Tournament, n store.TournamentNews) tournamentRow {
	var spec match.Tournament
	_ = json.Unmarshal([]byte(t.Spec), &spec) // of another version of the program: what can be read is shown
	row := tournamentRow{
		ID: t.ID, Name: t.Name, State: stateAt(t.Ended, n.Heard), Began: written(t.Began), Ended: written(t.Ended), Heard: written(n.Heard),
		Format: string(spec.Format), Time: spec.Time, Players: append([]string{}, spec.Players...), Played: n.Played, Total: n.Total,
	}
	if s, ok := outcomeOf(t); ok && len(s.Players) > 0 {
		row.Winner = s.Players[0].Player
	}
	return row
}

// outcomeOf is the final table of a finished tournament.
func outcomeOf(t store.Tournament) (s match.Standings, ok bool) {
	ok = !t.Ended.IsZero() && json.Unmarshal([]byte(t.Outcome), &s) == nil && s.Schema == match.StandingsSchema
	return s, ok
}

func written(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// tournamentState is how a tournament stands.
type tournamentState struct {
	Schema    string           `json:"schema" example:"kaeshi/tournament-state/1"`
	ID        int64            `json:"id"`
	Name      string           `json:"name,omitempty"`
	State     string           `json:"state" enum:"running,quiet,finished" doc:"quiet: not finished, and nothing was heard of it for two minutes"`
	Began     string           `json:"began" format:"date-time"`
	Ended     string           `json:"ended,omitempty" format:"date-time"`
	Heard     string           `json:"heard" format:"date-time" doc:"when something was last stored"`
	Spec      match.Tournament `json:"spec" doc:"the description, which kaeshi match --file takes"`
	Names     []string         `json:"names" nullable:"false" doc:"the players as tables call them, as entered"`
	Standings match.Standings  `json:"standings"`
}

// boardList is the boards that onlookers see.
type boardList struct {
	Schema string       `json:"schema" example:"kaeshi/tournament-boards/1"`
	Boards []watchBoard `json:"boards" nullable:"false" doc:"games that are being played, in the order of the schedule; then the last that ended, where fewer than four are; none of a tournament that had ended when it was first asked for"`
}

// watchBoard is one of them.
type watchBoard struct {
	Game     int    `json:"game" doc:"its number in the schedule, from 0"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Position string `json:"position" doc:"in one line"`
	Last     string `json:"last,omitempty" doc:"the move that led there"`
	Moves    int    `json:"moves" doc:"moves played, passes and the opening's included"`
	Over     bool   `json:"over"`
	Score    int    `json:"score" doc:"final disc difference from Black's view, when over"`
	Reason   string `json:"reason,omitempty" enum:"fault,time,adjudicated" doc:"why it ended before its end"`
}

// boardOf shows a game in a position of its own. It is false for what cannot be played through, which another version may have stored.
func boardOf(start, moves string, names []string, number, black, white int) (b watchBoard, ok bool) {
	p, err := othello.Parse(start)
	if err != nil || black < 0 || white < 0 || max(black, white) >= len(names) {
		return b, false
	}
	g, err := transcript.Parse(p, moves)
	if err != nil {
		return b, false
	}
	now := g.Position()
	b = watchBoard{Game: number, Black: names[black], White: names[white], Position: now.String(), Moves: len(g.Moves)}
	for _, m := range g.Moves {
		if m != othello.Pass {
			b.Last = p.Size.Name(m)
		}
	}
	return b, true
}
