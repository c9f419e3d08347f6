package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/diagram"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/web/work"
)

// diagramQuestion is the query of GET /diagram.
type diagramQuestion struct {
	GameText
	Format      string `query:"format" enum:"svg,png" default:"svg"`
	Width       int    `query:"width" minimum:"64" maximum:"2048" default:"720" doc:"of a PNG, in pixels"`
	Last        string `query:"last" maxLength:"2" doc:"a square that gets a dot, as the move played last"`
	Marks       string `query:"marks" maxLength:"700" doc:"texts on squares, of at most four characters each" example:"d3:+2,c4:-1,b2:?!"`
	Arrows      string `query:"arrows" maxLength:"700" doc:"from the middle of a square to that of another" example:"c4d3,d3f5"`
	Circles     string `query:"circles" maxLength:"200" doc:"squares that get a ring" example:"a1,h8"`
	Flip        bool   `query:"flip" doc:"turned by half"`
	Coordinates bool   `query:"coordinates" default:"true"`
	Theme       string `query:"theme" enum:"light,dark,print" default:"light"`
}

// picture is an SVG or a PNG.
type picture struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (a *API) addDiagram(api huma.API) {
	op := operation(http.MethodGet, Path+"diagram", "diagram", "A picture of a board, with marks and arrows")
	op.Responses = map[string]*huma.Response{"200": {Description: "The picture", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
		"image/png":     {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
	huma.Register(api, op, func(_ context.Context, in *diagramQuestion) (*picture, error) {
		b, err := in.board()
		if err != nil {
			return nil, err
		}
		drawn := &picture{Type: "image/png"}
		if in.Format == "svg" {
			drawn.Type = "image/svg+xml"
			drawn.Body, err = b.SVG()
		} else {
			drawn.Body, err = b.PNG(in.Width)
		}
		if err != nil {
			return nil, unprocessable("%v", err)
		}
		return drawn, nil
	})
}

// board is what to draw; the error is a problem.
func (q *diagramQuestion) board() (b diagram.Board, err error) {
	g, err := q.game()
	if err != nil {
		return b, err
	}
	b = diagram.Board{Position: g.Position(), Last: diagram.None, Flip: q.Flip, Coordinates: q.Coordinates}
	if b.Theme, err = diagram.ParseTheme(q.Theme); err != nil {
		return b, unprocessable("%v", err)
	}
	n := b.Position.Size
	if q.Last != "" {
		if b.Last, err = squareIn(n, "last", q.Last); err != nil {
			return b, err
		}
	}
	for part := range parts(q.Circles) {
		s, err := squareIn(n, "circles", part)
		if err != nil {
			return b, err
		}
		b.Circles = append(b.Circles, s)
	}
	for part := range parts(q.Arrows) {
		if len(part) != 4 {
			return b, unprocessable("arrows: %q: expected two squares such as c4d3", work.Clip(part))
		}
		from, err := squareIn(n, "arrows", part[:2])
		if err != nil {
			return b, err
		}
		to, err := squareIn(n, "arrows", part[2:])
		if err != nil {
			return b, err
		}
		b.Arrows = append(b.Arrows, diagram.Arrow{From: from, To: to})
	}
	return b, q.mark(&b)
}

func (q *diagramQuestion) mark(b *diagram.Board) error {
	for part := range parts(q.Marks) {
		name, text, ok := strings.Cut(part, ":")
		if !ok {
			return unprocessable("marks: %q: expected a square and a text such as d3:+2", work.Clip(part))
		}
		s, err := squareIn(b.Position.Size, "marks", name)
		if err != nil {
			return err
		}
		b.Marks = append(b.Marks, diagram.Mark{Square: s, Text: text})
	}
	return nil
}

// parts are the parts of a list, which commas or blanks set apart.
func parts(list string) func(func(string) bool) {
	return strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// squareIn is a square by its name; the error is a problem.
func squareIn(n othello.Size, field, name string) (othello.Square, error) {
	s, err := n.Parse(name)
	if err == nil && s == othello.Pass {
		err = unprocessable("expected a square")
	}
	if err != nil {
		return s, unprocessable("%s: %v", field, err)
	}
	return s, nil
}
