// Package chart draws charts as SVG: axes with round ticks, lines, bands, intervals and legends. Text is drawn with the
// reader's fonts, marks have titles for screen readers, and colours follow the reader's light or dark colour scheme.
package chart

import (
	"fmt"
	"html"
	"strings"
)

const style = `text{font:12px system-ui,sans-serif;fill:#222}.grid{stroke:#ddd}.axis{stroke:#888}` +
	`.band{fill:#0072b2;opacity:.15}.bar{stroke:#0072b2;stroke-width:2}.dot{fill:#0072b2}` +
	`.line{fill:none;stroke-width:2}.back{fill:#fff}` +
	`@media (prefers-color-scheme:dark){text{fill:#eee}.grid{stroke:#444}.axis{stroke:#999}.back{fill:#181818}` +
	`.bar{stroke:#56b4e9}.dot,.band{fill:#56b4e9}}`

// Drawing is an SVG document. Positions are in pixels from the top left corner.
type Drawing struct{ text strings.Builder }

// Point is a pair of values on the x and y axes.
type Point [2]float64

// Anchor is the part of a text that lies at its position.
type Anchor string

// The anchors.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// New returns a drawing with a title at the top. The sizes are in pixels.
func New(width, height float64, title string) *Drawing {
	d := &Drawing{}
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`,
		width, height, width, height)
	d.add(`<title>%s</title><style>%s</style>`, html.EscapeString(title), style)
	d.add(`<rect class="back" width="100%%" height="100%%"/>`)
	d.Text(width/2, 20, Middle, title)
	return d
}

func (d *Drawing) add(format string, args ...any) { fmt.Fprintf(&d.text, format+"\n", args...) }

// SVG returns the document. Nothing may be drawn after it.
func (d *Drawing) SVG() string {
	d.add(`</svg>`)
	return d.text.String()
}

// Text draws a text with its anchor at a position on the base line.
func (d *Drawing) Text(x, y float64, anchor Anchor, text string) {
	d.add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(text))
}

// Grid draws a thin line between two positions.
func (d *Drawing) Grid(x1, y1, x2, y2 float64) { d.segment("grid", x1, y1, x2, y2) }

func (d *Drawing) segment(class string, x1, y1, x2, y2 float64) {
	d.add(`<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

// Interval draws a value as a dot and its confidence interval as a bar with end marks, at the height y. The title
// describes them.
func (d *Drawing) Interval(low, at, high, y float64, title string) {
	d.add(`<g><title>%s</title>`, html.EscapeString(title))
	d.segment("bar", low, y, high, y)
	d.segment("bar", low, y-4, low, y+4)
	d.segment("bar", high, y-4, high, y+4)
	d.add(`<circle class="dot" cx="%.1f" cy="%.1f" r="4"/></g>`, at, y)
}

// Band fills a polygon.
func (d *Drawing) Band(x, y Scale, outline []Point) {
	d.add(`<polygon class="band" points="%s"/>`, places(x, y, outline))
}

// Line draws a line through points. The title is its name.
func (d *Drawing) Line(s Stroke, x, y Scale, points []Point, title string) {
	d.add(`<polyline class="line" stroke="%s" stroke-dasharray="%s" points="%s"><title>%s</title></polyline>`,
		s.color, s.dashes, places(x, y, points), html.EscapeString(title))
}

// Key draws an entry of the legend at a position.
func (d *Drawing) Key(s Stroke, x, y float64, text string) {
	d.add(`<line class="line" stroke="%s" stroke-dasharray="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`,
		s.color, s.dashes, x, y, x+20, y)
	d.Text(x+24, y+4, Start, text)
}

func places(x, y Scale, points []Point) string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = fmt.Sprintf("%.1f,%.1f", x.At(p[0]), y.At(p[1]))
	}
	return strings.Join(list, " ")
}

// Stroke is the style of a line.
type Stroke struct{ color, dashes string }

// colors returns colours that colour-blind readers can distinguish (M. Okabe and K. Ito, Color Universal Design, 2002).
func colors() []string {
	return []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#b8860b"}
}

func dashes() []string { return []string{"none", "6 3", "2 3", "8 3 2 3"} }

// ByColor returns the stroke of line i, from 0, of a chart with many lines: colours alternate, and dashes change when
// all colours are used.
func ByColor(i int) Stroke {
	return Stroke{colors()[i%len(colors())], dashes()[i/len(colors())%len(dashes())]}
}

// ByDash returns the stroke of line i, from 0, of a chart with few lines: neighbours differ in colour and in dashes, so
// that the chart is readable without colour.
func ByDash(i int) Stroke {
	return Stroke{colors()[i%len(colors())], dashes()[i%len(dashes())]}
}
