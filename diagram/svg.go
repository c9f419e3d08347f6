package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// SVG returns the picture as an SVG file. It fails as Check does.
func (b Board) SVG() ([]byte, error) {
	return b.svg(` xmlns="http://www.w3.org/2000/svg"`, true)
}

// Element returns the picture as an SVG element for an HTML page. Its parts have classes, so that the page can set
// their colours: paper, felt, grid, point, coordinate, black, white, outline, ring, last, mark, arrow, arrow-head. It
// fails as Check does.
func (b Board) Element() ([]byte, error) { return b.svg("", false) }

func (b Board) svg(space string, titled bool) ([]byte, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	s := b.scene()
	var out, title bytes.Buffer
	_ = xml.EscapeText(&title, []byte(b.title())) // writing to a buffer does not fail
	side := number(s.side)
	fmt.Fprintf(&out,
		`<svg%s viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s" `+
			`font-family="sans-serif" font-weight="600" text-anchor="middle">`+"\n",
		space, side, side, side, side, title.String())
	if titled {
		fmt.Fprintf(&out, "<title>%s</title>\n", title.String())
	}
	for _, shape := range s.shapes {
		shape.svg(&out)
	}
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

func number(x float64) string { return strconv.FormatFloat(float64(int(x*100+0.5))/100, 'f', -1, 64) }

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// svg writes the shape as an element.
func (s shape) svg(out *bytes.Buffer) {
	paint := fmt.Sprintf(`class="%s" fill="%s"`, s.class, hex(s.colour))
	if s.stroke > 0 {
		paint = fmt.Sprintf(`class="%s" fill="none" stroke="%s" stroke-width="%s"`, s.class, hex(s.colour),
			number(s.stroke))
	}
	a := s.points[0]
	switch s.kind {
	case circle:
		fmt.Fprintf(out, `<circle cx="%s" cy="%s" r="%s" %s/>`, number(a.x), number(a.y), number(s.radius), paint)
	case rectangle:
		b := s.points[1]
		fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s" %s/>`, number(a.x), number(a.y), number(b.x-a.x),
			number(b.y-a.y), paint)
	case segment:
		b := s.points[1]
		fmt.Fprintf(out, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke-linecap="round" %s/>`, number(a.x), number(a.y),
			number(b.x), number(b.y), paint)
	case polygon:
		var corners []string
		for _, c := range s.points {
			corners = append(corners, number(c.x)+","+number(c.y))
		}
		fmt.Fprintf(out, `<polygon points="%s" %s/>`, strings.Join(corners, " "), paint)
	case letters:
		var text bytes.Buffer
		_ = xml.EscapeText(&text, []byte(strings.ReplaceAll(s.text, "-", "−")))
		fmt.Fprintf(out, `<text x="%s" y="%s" font-size="%s" %s>%s</text>`, number(a.x), number(a.y+0.36*s.size),
			number(s.size), paint, text.String())
	}
	out.WriteByte('\n')
}
