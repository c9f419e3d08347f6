package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
)

const (
	openPath = Path + "open"
	// Limits of an opened file.
	maxOpenBytes   = 4 << 20
	maxOpenedGames = 500
	openBodyBytes  = maxOpenBytes*4/3 + 4<<10 // as base64 in JSON
)

// openRequest is the body of POST /open.
type openRequest struct {
	Text   string `json:"text,omitempty" doc:"text: games or positions in any format that Kaeshi reads"`
	Base64 string `json:"base64,omitempty" doc:"a binary file in base64"`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"name, if the format is ambiguous" example:"WTH_2001.wtb"`
}

// opened is the content of an opened file.
type opened struct {
	Schema  string       `json:"schema" example:"kaeshi/opened/1"`
	Format  string       `json:"format" doc:"as in kaeshi convert; diagram: a board drawn on several lines"`
	Games   []openedGame `json:"games" nullable:"false" doc:"the first 500; a position is a game without moves"`
	More    int          `json:"more" doc:"number of further games"`
	Damaged int          `json:"damaged" doc:"number of games that could not be read"`
	Problem string       `json:"problem,omitempty" doc:"the error of the first damaged game"`
}

// openedGame is a game of an opened file, in the form of GameInput, with its players and its result.
type openedGame struct {
	Size     int    `json:"size"`
	Start    string `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Position string `json:"position,omitempty" doc:"the set-up position"`
	Moves    string `json:"moves" doc:"the transcript without passes"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Result   string `json:"result" doc:"Black's disc difference such as +6; 1-0 or 0-1 if only the winner is known"`
	Reason   string `json:"reason,omitempty" doc:"why the game ended, unless the board decided" example:"resign"`
	Name     string `json:"name" doc:"tournament, round and date, as far as known"`
	Event    string `json:"event,omitempty"`
	Round    string `json:"round,omitempty"`
	Date     string `json:"date,omitempty" doc:"in ISO 8601 as far as known; otherwise as in the file"`
	Comment  string `json:"comment,omitempty"`

	Tree    string          `json:"tree,omitempty" doc:"with variations in brackets, if any" example:"f5d6c3(c4e3)d3"`
	Notes   []openedNote    `json:"notes,omitempty" nullable:"false" doc:"comments, marks, scores and times of moves"`
	Details []openedDetail  `json:"details,omitempty" nullable:"false" doc:"other fields of the file"`
	Remarks []lang.Sentence `json:"remarks,omitempty" nullable:"false" doc:"assumptions made about the text"`
}

func (a *API) addOpen(api huma.API) {
	op := operation(http.MethodPost, openPath, "open", "Read the games and positions of a file",
		http.StatusRequestEntityTooLarge)
	op.Description = "Nothing is stored. Damaged games are counted. If no game could be read, the response is a " +
		"problem with the first error."
	op.MaxBodyBytes = openBodyBytes
	huma.Register(api, op, func(_ context.Context, in *struct{ Body openRequest }) (*reply[opened], error) {
		data, err := in.Body.content()
		if err != nil {
			return nil, err
		}
		found, err := openedFrom(data, in.Body.Name)
		if err != nil {
			return nil, err
		}
		return &reply[opened]{found}, nil
	})
}

// content returns the content of the file. The error is a problem.
func (q openRequest) content() ([]byte, error) {
	data := []byte(q.Text)
	switch {
	case q.Text != "" && q.Base64 != "":
		return nil, unprocessable("text and base64 exclude each other; give one of them")
	case q.Base64 != "":
		var err error
		if data, err = base64.StdEncoding.DecodeString(q.Base64); err != nil {
			return nil, unprocessable("base64: %v", err)
		}
	}
	if len(data) > maxOpenBytes {
		return nil,
			problem(http.StatusRequestEntityTooLarge, "the file is larger than 4 MiB; import it with kaeshi import")
	}
	return data, nil
}

// openedFrom reads the content of a file. The error is a problem.
func openedFrom(data []byte, name string) (opened, error) {
	f, err := files.Sniff(data[:min(len(data), 64<<10)], name)
	if err != nil {
		return opened{}, unprocessable("%v", err)
	}
	found, fault := collect(files.ReadAs(bytes.NewReader(data), f, name))
	found.Format = f.String()
	if f == files.Transcript && paste.IsDrawing(string(data)) {
		found.Format = "diagram"
	}
	if len(found.Games) == 0 {
		if fault == nil {
			fault = errors.New("no game found")
		}
		return found, unprocessable("%s: %v", f, fault)
	}
	return found, nil
}

// collect returns the first games and counts the others. fault is the error of the first damaged game.
func collect(games iter.Seq2[*record.Game, error]) (found opened, fault error) {
	found = opened{Schema: "kaeshi/opened/1", Games: []openedGame{}}
	for g, err := range games {
		switch {
		case err != nil:
			if found.Damaged++; fault == nil {
				fault, found.Problem = err, sentence(err.Error())
			}
		case len(found.Games) < maxOpenedGames:
			found.Games = append(found.Games, newOpened(g))
		default:
			found.More++
		}
	}
	return found, fault
}

// Opened is the content of an opened file, for operations of other packages.
type Opened = opened

// OpenedGame returns the document of a single game.
func OpenedGame(format string, g *record.Game) Opened {
	return Opened{Schema: "kaeshi/opened/1", Format: format, Games: []openedGame{newOpened(g)}}
}

func newOpened(g *record.Game) openedGame {
	row := newRow(g)
	o := openedGame{
		Size: row.Size, Start: row.Start, Position: row.Position, Moves: row.Moves, Black: g.Black,
		White: g.White, Name: nameOf(g), Event: g.Event, Round: g.Round, Date: g.Date, Comment: g.Comment,
		Reason: g.Result.Reason,
	}
	tree := newOpenedTree(g)
	if o.Notes = tree.notes; tree.branches() {
		o.Tree = tree.String()
	}
	o.Details = tree.details(g)
	o.Remarks = tree.omitted()
	for _, remark := range paste.Remarks(g) {
		o.Remarks = append(o.Remarks, lang.Sentence{En: remark.In(lang.English), Ja: remark.In(lang.Japanese)})
	}
	switch r := g.Outcome(); {
	case r.Known && r.OnlyWinner && r.ScoreBlack != 0:
		o.Result = map[bool]string{true: "1-0", false: "0-1"}[r.ScoreBlack > 0]
	case r.Known:
		o.Result = fmt.Sprintf("%+d", r.ScoreBlack)
	}
	return o
}

// nameOf returns the event, round and date of a game, separated by commas.
func nameOf(g *record.Game) string {
	var parts []string
	for _, part := range []string{g.Event, g.Round, g.Date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
