package kjson

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// board is the start of a game in documents.
type board struct {
	Size     int    `json:"size"`
	Start    string `json:"start"`    // usual or parallel
	Position string `json:"position"` // a set-up position, which replaces size and start
}

// first returns the position before the first move.
func (b board) first() (othello.Position, error) {
	if b.Position != "" {
		return startOf(b.Position)
	}
	size, err := othello.ParseSize(cmp.Or(b.Size, int(othello.Size8)))
	if err != nil {
		return othello.Position{}, err
	}
	setup, err := othello.ParseSetup(cmp.Or(b.Start, othello.Usual.String()))
	if err != nil {
		return othello.Position{}, err
	}
	return othello.Start(size, setup), nil
}

// listedGame is a game in documents that store the moves as one string. Each schema has some of the members.
type listedGame struct {
	board

	Moves      string `json:"moves"`
	Transcript string `json:"transcript"` // another name of Moves
	Black      string `json:"black"`
	White      string `json:"white"`
	Event      string `json:"event"`
	Name       string `json:"name"` // the tournament, the round and the date, which may also have members
	Place      string `json:"place"`
	Round      string `json:"round"`
	Date       string `json:"date"`
	Played     string `json:"played"` // time at which it was stored
	Comment    string `json:"comment"`

	Details []tagDocument `json:"details"` // see [SetDetails]
	listedResult
}

// listedResult is the result of a listedGame.
type listedResult struct {
	Score      *int   `json:"score"` // from the point of view of pov
	POV        string `json:"pov"`
	ScoreBlack *int   `json:"score_black"`
	Text       string `json:"result"` // such as "+6"
	Winner     string `json:"winner"` // black, white or draw
	Reason     string `json:"reason"`
	Ended      string `json:"ended"` // time or resigned
	Detail     string `json:"detail"`
}

// readListed reads a document that is one game.
func readListed(text string) ([]*record.Game, error) {
	var d listedGame
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	g, err := d.game()
	if err != nil {
		return nil, err
	}
	return []*record.Game{g}, nil
}

// readLists reads a document that contains a list of games.
func readLists(text string) ([]*record.Game, error) {
	var d struct {
		Games    json.RawMessage `json:"games"` // the number of games if the list is in examples
		Examples []listedGame    `json:"examples"`
	}
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	list := d.Examples
	if list == nil {
		if err := decode(string(d.Games), &list, false); err != nil {
			return nil, fmt.Errorf("games: %w", err)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("the list of games is empty")
	}
	games := make([]*record.Game, len(list))
	for i, entry := range list {
		g, err := entry.game()
		if err != nil {
			return games[:i], fmt.Errorf("entry %d of the list: %w", i+1, err)
		}
		games[i] = g
	}
	return games, nil
}

// readState reads the state of a game from the server.
func readState(text string) ([]*record.Game, error) {
	var d struct {
		Initial string `json:"initial"`
		Moves   string `json:"moves"`
	}
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	g, err := listedGame{board: board{Position: d.Initial}, Moves: d.Moves}.game()
	if err != nil {
		return nil, err
	}
	return []*record.Game{g}, nil
}

func (d listedGame) game() (*record.Game, error) {
	start, err := d.first()
	if err != nil {
		return nil, err
	}
	g, err := transcript.Parse(start, cmp.Or(d.Transcript, d.Moves))
	if err != nil {
		return nil, err
	}
	g.Black, g.White, g.Event, g.Place, g.Round, g.Comment = d.Black, d.White, d.Event, d.Place, d.Round, d.Comment
	g.Date = cmp.Or(d.Date, d.Played)
	if d.Event == "" && d.Round == "" && d.Date == "" {
		g.Event = d.Name
	}
	if g.Result, err = d.result(); err != nil {
		return nil, err
	}
	SetDetails(g, tagsOf(d.Details))
	return g, nil
}

// Names of the fields of a game in the details of a document. All other details are tags.
const (
	PlaceDetail  = "Place"  // [record.Game.Place]
	ClockDetail  = "Clock"  // [record.Game.Clock]
	ResultDetail = "Result" // [record.Result.Detail]
)

// SetDetails stores the details of a game in a document: the fields without a separate member, and the tags of the
// file. The first detail with the name of an empty field is the value of the field.
func SetDetails(g *record.Game, details []record.Tag) {
	fields := map[string]*string{PlaceDetail: &g.Place, ClockDetail: &g.Clock, ResultDetail: &g.Result.Detail}
	for _, d := range details {
		if field, ok := fields[d.Name]; ok && *field == "" {
			*field = d.Value
			continue
		}
		g.Tags = append(g.Tags, d)
	}
}

func (d listedResult) result() (r record.Result, err error) {
	known := d.ScoreBlack
	if d.Score != nil {
		known = d.Score
	}
	switch {
	case known != nil:
		r = record.Result{Known: true, ScoreBlack: *known}
	case d.Text != "":
		var ok bool
		if r, ok = record.ParseResult(d.Text); !ok {
			return r, fmt.Errorf("result %q: want a difference of discs such as +6", scan.Clip(d.Text))
		}
	case d.Winner != "":
		sign, ok := map[string]int{"black": 1, "white": -1, "draw": 0}[d.Winner]
		if !ok {
			return r, fmt.Errorf("winner %q: want black, white or draw", scan.Clip(d.Winner))
		}
		r = record.Result{Known: true, ScoreBlack: sign, OnlyWinner: sign != 0}
	}
	if d.Score != nil && d.POV == othello.White.String() {
		r.ScoreBlack = -r.ScoreBlack
	}
	r.Reason, r.Detail = cmp.Or(d.Reason, d.Ended), d.Detail
	if r.Reason == "resigned" {
		r.Reason = record.Resigned
	}
	return r, nil
}
