package match

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// drawing is an SVG being written. Text stays text, in the reader's own fonts and in any language, and every mark can carry a title that
// is read aloud. Colours follow the reader's preference for light or dark.
type drawing struct {
	strings.Builder

	width, height float64
}

const style = `text{font:12px system-ui,sans-serif;fill:#222}.grid{stroke:#ddd}.axis{stroke:#888}.band{fill:#0072b2;opacity:.15}` +
	`.bar{stroke:#0072b2;stroke-width:2}.dot{fill:#0072b2}.line{fill:none;stroke-width:2}.back{fill:#fff}` +
	`@media (prefers-color-scheme:dark){text{fill:#eee}.grid{stroke:#444}.axis{stroke:#999}.back{fill:#181818}.bar{stroke:#56b4e9}.dot,.band{fill:#56b4e9}}`

// palette tells lines apart also for the colour-blind (M. Okabe and K. Ito, Color Universal Design, 2002).
func palette() []string {
	return []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#b8860b"}
}

func newDrawing(width, height float64, title string) *drawing {
	d := &drawing{width: width, height: height}
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`, width, height, width, height)
	d.add(`<title>%s</title><style>%s</style>`, html.EscapeString(title), style)
	d.add(`<rect class="back" width="100%%" height="100%%"/>`)
	d.text(width/2, 20, "middle", title)
	return d
}

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *drawing) text(x, y float64, anchor, text string) {
	d.add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(text))
}

func (d *drawing) segment(class string, x1, y1, x2, y2 float64) {
	d.add(`<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

func (d *drawing) end() string {
	d.add(`</svg>`)
	return d.String()
}

// scale turns values into places along an axis.
type scale struct{ low, high, from, to float64 }

func (s scale) at(x float64) float64 {
	return s.from + (s.to-s.from)*(math.Max(s.low, math.Min(s.high, x))-s.low)/(s.high-s.low)
}

// ticks are round values, some n of them.
func (s scale) ticks(n int) (list []float64) {
	step := math.Pow(10, math.Floor(math.Log10((s.high-s.low)/float64(n))))
	for _, f := range []float64{2, 5, 10} {
		if (s.high-s.low)/step > float64(n) {
			step *= f
			if (s.high-s.low)/step > float64(n) {
				step /= f
			}
		}
	}
	for x := math.Ceil(s.low/step) * step; x <= s.high+step/1e6; x += step {
		list = append(list, x)
	}
	return list
}

// points is the places of a line.
func points(x, y scale, values [][2]float64) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "%.1f,%.1f ", x.at(v[0]), y.at(v[1]))
	}
	return strings.TrimSpace(b.String())
}
