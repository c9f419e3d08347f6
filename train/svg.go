package train

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// chart is lines over two axes, as SVG. Text stays text, in the reader's own fonts, every line can be told from the others without colour, and colours
// follow the reader's preference for light or dark.
type chart struct {
	title, across, up string
	log               bool // the axis across is logarithmic
	lines             []chartLine
}

type chartLine struct {
	name   string
	points [][2]float64
}

const (
	chartWidth, chartHeight = 860.0, 440.0
	chartLeft, chartRight   = 60.0, 640.0
	chartTop, chartBottom   = 40.0, 390.0

	chartStyle = `text{font:12px system-ui,sans-serif;fill:#222}.grid{stroke:#ddd}.axis{stroke:#888}.line{fill:none;stroke-width:2}.back{fill:#fff}` +
		`@media (prefers-color-scheme:dark){text{fill:#eee}.grid{stroke:#444}.axis{stroke:#999}.back{fill:#181818}}`
)

// chartColors tell lines apart also for the colour-blind (M. Okabe and K. Ito, Color Universal Design, 2002).
func chartColors() []string {
	return []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}
}

func chartDashes() []string { return []string{"none", "6 3", "2 3", "8 3 2 3"} }

// axis turns values into places.
type axis struct {
	low, high, from, to float64
	log                 bool
}

func (a axis) at(x float64) float64 {
	low, high := a.low, a.high
	if a.log {
		x, low, high = math.Log(x), math.Log(low), math.Log(high)
	}
	return a.from + (a.to-a.from)*(x-low)/(high-low)
}

// ticks are round values, at most about n of them; on a logarithmic axis powers of two from the lowest on.
func (a axis) ticks(n int) (list []float64) {
	if a.log {
		for x := a.low; x <= a.high*1.001; x *= 2 {
			list = append(list, x)
		}
		return list
	}
	step := math.Pow(10, math.Floor(math.Log10((a.high-a.low)/float64(n))))
	for _, f := range []float64{2, 2.5, 2} {
		if (a.high-a.low)/step > float64(n) {
			step *= f
		}
	}
	for x := math.Ceil(a.low/step) * step; x <= a.high+step/1e6; x += step {
		list = append(list, x)
	}
	return list
}

// axes fit the points. A chart without points is as good as empty.
func (c *chart) axes() (x, y axis) {
	x = axis{math.Inf(1), math.Inf(-1), chartLeft, chartRight, c.log}
	y = axis{math.Inf(1), math.Inf(-1), chartBottom, chartTop, false}
	for _, line := range c.lines {
		for _, p := range line.points {
			x.low, x.high = math.Min(x.low, p[0]), math.Max(x.high, p[0])
			y.low, y.high = math.Min(y.low, p[1]), math.Max(y.high, p[1])
		}
	}
	for _, a := range []*axis{&x, &y} {
		switch {
		case a.low > a.high:
			a.low, a.high = 1, 2
		case a.low == a.high:
			a.high = a.low + 1
		}
	}
	return x, y
}

// svg draws the chart.
func (c *chart) svg() string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	text := func(x, y float64, anchor, text string) {
		add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(text))
	}
	add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`, chartWidth, chartHeight, chartWidth, chartHeight)
	add(`<title>%s</title><style>%s</style><rect class="back" width="100%%" height="100%%"/>`, html.EscapeString(c.title), chartStyle)
	text(chartWidth/2, 20, "middle", c.title)
	x, y := c.axes()
	for _, t := range y.ticks(8) {
		add(`<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, x.from, y.at(t), x.to, y.at(t))
		text(x.from-8, y.at(t)+4, "end", fmt.Sprintf("%.4g", t))
	}
	for _, t := range x.ticks(10) {
		add(`<line class="axis" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, x.at(t), y.from, x.at(t), y.from+5)
		text(x.at(t), y.from+20, "middle", fmt.Sprintf("%.6g", t))
	}
	add(`<line class="axis" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, x.from, y.from, x.to, y.from)
	text((x.from+x.to)/2, y.from+40, "middle", c.across)
	text(x.from-50, chartTop-8, "start", c.up)
	for i, line := range c.lines {
		color, dash := chartColors()[i%len(chartColors())], chartDashes()[i%len(chartDashes())]
		var places []string
		for _, p := range line.points {
			places = append(places, fmt.Sprintf("%.1f,%.1f", x.at(p[0]), y.at(p[1])))
		}
		add(`<polyline class="line" stroke="%s" stroke-dasharray="%s" points="%s"><title>%s</title></polyline>`,
			color, dash, strings.Join(places, " "), html.EscapeString(line.name))
		at := chartTop + 10 + 20*float64(i)
		add(`<line class="line" stroke="%s" stroke-dasharray="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, color, dash, chartRight+14, at, chartRight+40, at)
		text(chartRight+46, at+4, "start", line.name)
	}
	add(`</svg>`)
	return b.String()
}
