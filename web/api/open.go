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
	// Of a file that is opened, and of what is told of it.
	mostOpenBytes   = 4 << 20
	mostOpenedGames = 500
	openBodyBytes   = mostOpenBytes*4/3 + 4<<10 // as base64 in JSON
)

// openQuestion is the body of POST /open.
type openQuestion struct {
	Text   string `json:"text,omitempty" doc:"a file or anything pasted: games or positions in any format that Kaeshi reads"`
	Base64 string `json:"base64,omitempty" doc:"a file that is no text, in base64"`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"of the file: it decides where the content leaves the format open" example:"WTH_2001.wtb"`
}

// opened is what was found in a file.
type opened struct {
	Schema  string       `json:"schema" example:"kaeshi/opened/1"`
	Format  string       `json:"format" doc:"as kaeshi convert names it; diagram: a board drawn over several lines"`
	Games   []openedGame `json:"games" nullable:"false" doc:"the first 500; a position is a game without moves"`
	More    int          `json:"more" doc:"how many games there are beyond these"`
	Damaged int          `json:"damaged" doc:"how many could not be read"`
	Problem string       `json:"problem,omitempty" doc:"what is wrong with the first of those"`
}

// openedGame is a game as requests tell it, and who played.
type openedGame struct {
	Size     int    `json:"size"`
	Start    string `json:"start,omitempty" enum:"usual,parallel" doc:"absent for a game from a set-up position"`
	Position string `json:"position,omitempty" doc:"the set-up position"`
	Moves    string `json:"moves" doc:"the transcript, passes left out"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Result   string `json:"result" doc:"such as +6: Black's final disc difference; empty when it is not known"`
	Name     string `json:"name" doc:"the tournament, the round and the date, as far as they are known"`
	Comment  string `json:"comment,omitempty"`

	Remarks []lang.Sentence `json:"remarks,omitempty" nullable:"false" doc:"what was concluded because the text does not say it, in English and Japanese"`
}

func (a *API) addOpen(api huma.API) {
	op := operation(http.MethodPost, openPath, "open", "The games and positions of a file",
		http.StatusRequestEntityTooLarge)
	op.Description = "Nothing is stored. Games that could not be read are counted; when none could, the problem " +
		"says why."
	op.MaxBodyBytes = openBodyBytes
	huma.Register(api, op, func(_ context.Context, in *struct{ Body openQuestion }) (*reply[opened], error) {
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

// content is the file; the error is a problem.
func (q openQuestion) content() ([]byte, error) {
	data := []byte(q.Text)
	switch {
	case q.Text != "" && q.Base64 != "":
		return nil, unprocessable("text and base64 are both given: one of them is the file")
	case q.Base64 != "":
		var err error
		if data, err = base64.StdEncoding.DecodeString(q.Base64); err != nil {
			return nil, unprocessable("base64: %v", err)
		}
	}
	if len(data) > mostOpenBytes {
		return nil,
			problem(http.StatusRequestEntityTooLarge, "the file is larger than 4 MiB: import it on the command line")
	}
	return data, nil
}

// openedFrom reads a file; the error is a problem.
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
			fault = errors.New("there is no game in it")
		}
		return found, unprocessable("%s: %v", f, fault)
	}
	return found, nil
}

// collect takes the first games and counts the others; the error is that of the first that could not be read.
func collect(games iter.Seq2[*record.Game, error]) (found opened, fault error) {
	found = opened{Schema: "kaeshi/opened/1", Games: []openedGame{}}
	for g, err := range games {
		switch {
		case err != nil:
			if found.Damaged++; fault == nil {
				fault, found.Problem = err, sentence(err.Error())
			}
		case len(found.Games) < mostOpenedGames:
			found.Games = append(found.Games, newOpened(g))
		default:
			found.More++
		}
	}
	return found, fault
}

func newOpened(g *record.Game) openedGame {
	row := newRow(g)
	o := openedGame{
		Size: row.Size, Start: row.Start, Position: row.Position, Moves: row.Moves, Black: g.Black,
		White: g.White, Name: nameOf(g), Comment: g.Comment,
	}
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

// nameOf is where and when a game was played.
func nameOf(g *record.Game) string {
	var parts []string
	for _, part := range []string{g.Event, g.Round, g.Date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
