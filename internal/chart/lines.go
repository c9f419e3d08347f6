package chart

// Lines is a line chart with a legend at the right. Its axes fit the points.
type Lines struct {
	Title      string
	Across, Up string // names of the axes
	Log        bool   // the x axis is logarithmic
	Lines      []Line
}

// Line is a line of a chart.
type Line struct {
	Name   string
	Points []Point
}

const (
	linesWidth, linesHeight = 860, 440
	linesLeft, linesRight   = 60, 640
	linesTop, linesBottom   = 40, 390
)

// scales returns scales that fit the points. A chart without points has arbitrary limits.
func (l Lines) scales() (x, y Scale) {
	x, y = Between(linesLeft, linesRight), Between(linesBottom, linesTop)
	x.Log = l.Log
	for _, line := range l.Lines {
		for _, p := range line.Points {
			x.Include(p[0])
			y.Include(p[1])
		}
	}
	for _, s := range []*Scale{&x, &y} {
		switch {
		case s.Low > s.High:
			s.Low, s.High = 1, 2
		case s.Low == s.High:
			s.High = s.Low + 1
		}
	}
	return x, y
}

// SVG draws the chart.
func (l Lines) SVG() string {
	d := New(linesWidth, linesHeight, l.Title)
	x, y := l.scales()
	d.Axes(Axis{x, l.Across, 10, "%.6g"}, Axis{y, l.Up, 8, "%.4g"})
	for i, line := range l.Lines {
		d.Line(ByDash(i), x, y, line.Points, line.Name)
		d.Key(ByDash(i), linesRight+14, linesTop+10+20*float64(i), line.Name)
	}
	return d.SVG()
}
