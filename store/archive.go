package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// ArchivedGame is an imported game.
type ArchivedGame struct {
	Number int64  // from 1 on, in the order of import
	Source string // the file it came from
	Game   *record.Game
}

// archiveRow is a row of archive_games, with names in place of their numbers.
type archiveRow struct {
	content             [16]byte
	size                othello.Size
	start               string
	moves               []byte
	black, white, event string
	source              string
	round, date         string
	year                int
	score               sql.NullInt64
	sign                bool
	reason              string
	tags                []record.Tag
	rest                sql.NullString
}

// archiveRest holds the parts of a game that have no column. It is stored as JSON.
type archiveRest struct {
	Place      string             `json:"place,omitempty"`
	Clock      string             `json:"clock,omitempty"`
	Detail     string             `json:"detail,omitempty"`
	Comment    string             `json:"comment,omitempty"`
	Notes      []record.Note      `json:"notes,omitempty"`
	Variations []record.Variation `json:"variations,omitempty"`
}

// A Refusal is the error for a game that cannot be stored.
type Refusal struct{ Err error }

// Error returns the text of the reason.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Err }

// newArchiveRow checks a game and converts it to a row. The error is a [*Refusal].
func newArchiveRow(source string, g *record.Game) (archiveRow, error) {
	end, err := playThrough(g)
	if err != nil {
		return archiveRow{}, &Refusal{err}
	}
	r := archiveRow{
		size: g.Start.Size, moves: make([]byte, len(g.Moves)), black: g.Black, white: g.White, event: g.Event,
		source: source,
		round:  g.Round, date: g.Date, year: g.Year(), reason: g.Result.Reason, tags: g.Tags,
	}
	for i, m := range g.Moves {
		r.moves[i] = byte(m)
	}
	if g.Start != othello.Start(g.Start.Size, othello.Usual) {
		r.start = g.Start.String()
	}
	r.setResult(g.Outcome())
	if r.reason == record.PlayedOut && !end.Over() {
		r.reason = record.Unfinished
	}
	rest := archiveRest{g.Place, g.Clock, g.Result.Detail, g.Comment, g.Notes, g.Variations}
	if text, err := json.Marshal(rest); err != nil {
		return archiveRow{}, &Refusal{err} // JSON has no NaN
	} else if len(text) > len("{}") {
		r.rest = sql.NullString{String: string(text), Valid: true}
	}
	r.content = r.hash()
	return r, nil
}

// playThrough returns the last position of a game, or an error if the start or a move is illegal.
func playThrough(g *record.Game) (othello.Position, error) {
	p := g.Start
	if err := p.Validate(); err != nil {
		return p, err
	}
	for i, m := range g.Moves {
		if !p.Legal().Has(int(m)) {
			if err := p.Check(m); err != nil {
				return p, fmt.Errorf("ply %d: %w", i+1, err)
			}
		}
		p = p.Play(m)
	}
	return p, nil
}

// setResult sets the result, as far as it is known. If only the winner is known, the score is 1, 0 or -1.
func (r *archiveRow) setResult(known record.Result) {
	r.score = sql.NullInt64{Int64: int64(known.ScoreBlack), Valid: known.Known}
	r.sign = known.OnlyWinner
	if r.sign {
		r.score.Int64 = int64(cmp.Compare(known.ScoreBlack, 0))
	}
}

// game converts the row back to a game.
func (r *archiveRow) game() (*record.Game, error) {
	start, err := r.position()
	if err != nil {
		return nil, err
	}
	var rest archiveRest
	if r.rest.Valid {
		if err := json.Unmarshal([]byte(r.rest.String), &rest); err != nil {
			return nil, err
		}
	}
	g := &record.Game{
		Start: start, Moves: make([]othello.Square, len(r.moves)), Black: r.black, White: r.white,
		Event: r.event, Place: rest.Place, Round: r.round, Date: r.date, Clock: rest.Clock,
		Result: record.Result{
			Known: r.score.Valid, ScoreBlack: int(r.score.Int64), OnlyWinner: r.sign,
			Reason: r.reason, Detail: rest.Detail,
		},
		Notes: rest.Notes, Variations: rest.Variations, Tags: r.tags, Comment: rest.Comment,
	}
	for i, m := range r.moves {
		g.Moves[i] = othello.Square(m)
	}
	return g, nil
}

// position returns the start position of the game.
func (r *archiveRow) position() (othello.Position, error) {
	if r.start == "" {
		return othello.Start(r.size, othello.Usual), nil
	}
	return othello.Parse(r.start)
}
