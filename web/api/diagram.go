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

// diagramQuery is the query of GET /diagram.
type diagramQuery struct {
	GameInput
	Format      string `query:"format" enum:"svg,png" default:"svg"`
	Width       int    `query:"width" minimum:"64" maximum:"2048" default:"720" doc:"width of a PNG in pixels"`
	Last        string `query:"last" maxLength:"2" doc:"square of the last move, marked with a dot"`
	Marks       string `query:"marks" maxLength:"700" doc:"labels, 1 to 4 characters each" example:"d3:+2,c4:-1,b2:?!"`
	Arrows      string `query:"arrows" maxLength:"700" doc:"arrows between two squares" example:"c4d3,d3f5"`
	Circles     string `query:"circles" maxLength:"200" doc:"squares to circle" example:"a1,h8"`
	Flip        bool   `query:"flip" doc:"rotate the board by 180 degrees"`
	Coordinates bool   `query:"coordinates" default:"true"`
	Theme       string `query:"theme" enum:"light,dark,print" default:"light"`
}

// picture is an SVG or a PNG.
type picture struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (a *API) addDiagram(api huma.API) {
	op := operation(http.MethodGet, Path+"diagram", "diagram", "Draw a board with marks and arrows")
	op.Responses = map[string]*huma.Response{"200": {Description: "The picture", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
		"image/png":     {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
	huma.Register(api, op, func(_ context.Context, in *diagramQuery) (*picture, error) {
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

// board returns the board to draw. The error is a problem.
func (q *diagramQuery) board() (b diagram.Board, err error) {
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
			return b, unprocessable("arrows: %q: want two squares such as c4d3", work.Clip(part))
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

func (q *diagramQuery) mark(b *diagram.Board) error {
	for part := range parts(q.Marks) {
		name, text, ok := strings.Cut(part, ":")
		if !ok {
			return unprocessable("marks: %q: want a square and a label such as d3:+2", work.Clip(part))
		}
		s, err := squareIn(b.Position.Size, "marks", name)
		if err != nil {
			return err
		}
		b.Marks = append(b.Marks, diagram.Mark{Square: s, Text: text})
	}
	return nil
}

// parts iterates over the parts of a list separated by commas or spaces.
func parts(list string) func(func(string) bool) {
	return strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// squareIn parses the name of a square in a field. The error is a problem.
func squareIn(n othello.Size, field, name string) (othello.Square, error) {
	s, err := n.Parse(name)
	if err == nil && s == othello.Pass {
		err = unprocessable("want a square, not a pass")
	}
	if err != nil {
		return s, unprocessable("%s: %v", field, err)
	}
	return s, nil
}
