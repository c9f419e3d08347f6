package match

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/internal/chart"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/newfile"
	"github.com/kaeshi/kaeshi/match/stats"
)

// WritePlots writes elo.svg, the ratings with their errors, and score.svg, the scores over the course of the
// tournament, to the folder, which it creates. The language is "en" or "ja". It fails if the files cannot be written.
func (e *Event) WritePlots(folder string, l lang.Lang) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	words := catalogue.In(l)
	s := e.Standings()
	drawings := []string{s.plotElo(words), e.plotScores(s, words)}
	for i, path := range PlotFiles(folder) {
		if err := newfile.WriteBytes(path, 0o666, []byte(drawings[i])); err != nil {
			return err
		}
	}
	return nil
}

// PlotFiles returns the files that [Event.WritePlots] writes.
func PlotFiles(folder string) []string {
	return []string{filepath.Join(folder, "elo.svg"), filepath.Join(folder, "score.svg")}
}

const (
	plotWidth  = 860
	labelWidth = 260
	rowHeight  = 22
)

func (s Standings) plotElo(words lang.Texts) string {
	height := float64(70 + rowHeight*len(s.Players))
	d := chart.New(plotWidth, height, words.Say("plot-elo"))
	x := chart.Between(labelWidth, plotWidth-30)
	for _, p := range s.Players {
		x.Include(p.EloLow)
		x.Include(p.EloHigh)
	}
	for _, t := range x.Ticks(10) {
		d.Grid(x.At(t), 35, x.At(t), height-30)
		d.Text(x.At(t), height-12, chart.Middle, fmt.Sprintf("%.0f", t))
	}
	for i, p := range s.Players {
		y := float64(50 + rowHeight*i)
		d.Text(labelWidth-10, y+4, chart.End, p.Player)
		d.Interval(x.At(p.EloLow), x.At(p.Elo), x.At(p.EloHigh), y,
			fmt.Sprintf("%s: %+.0f (%+.0f … %+.0f)", p.Player, p.Elo, p.EloLow, p.EloHigh))
	}
	return d.SVG()
}

// plotScores draws the share of the points of each player by number of games. In a match of two players, it draws only
// the first one, with its 95 % band.
func (e *Event) plotScores(s Standings, words lang.Texts) string {
	shown := s.Players
	if s.Head != nil {
		for _, p := range s.Players {
			if p.number == 0 {
				shown = []Standing{p}
			}
		}
	}
	height := math.Max(420, float64(60+14*len(shown)))
	d := chart.New(plotWidth, height, words.Say("plot-score"))
	x := chart.Scale{Low: 0, High: 1, From: 50, To: plotWidth - labelWidth}
	y := chart.Scale{Low: 0, High: 100, From: height - 40, To: 40}
	for _, p := range shown {
		x.Include(float64(p.Games))
	}
	d.Axes(chart.Axis{Scale: x, Name: words.Say("plot-games"), Ticks: 8, Format: "%.0f"},
		chart.Axis{Scale: y, Ticks: 10, Format: "%.0f"})
	places := []float64{}
	for i, p := range shown {
		values, band := e.scores(p.number)
		if len(values) == 0 {
			continue
		}
		if s.Head != nil {
			d.Band(x, y, band)
		}
		d.Line(chart.ByColor(i), x, y, values, p.Player)
		last := values[len(values)-1][1]
		place := freePlace(places, y.At(last))
		places = append(places, place)
		d.Key(chart.ByColor(i), x.To+6, place, fmt.Sprintf("%s %.1f", p.Player, last))
	}
	return d.SVG()
}

// freePlace returns the place nearest to y with the distance of a text line from the taken places.
func freePlace(taken []float64, y float64) float64 {
	for step := 0.0; ; step++ {
		for _, place := range []float64{y + step, y - step} {
			free := true
			for _, t := range taken {
				free = free && math.Abs(t-place) >= 13
			}
			if free {
				return place
			}
		}
	}
}

// scores returns the share of the points of a player in percent by number of games, thinned out for the plot, and the
// outline of its 95 % band.
func (e *Event) scores(number int) (values, outline []chart.Point) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var pairs stats.Pairs
	var back []chart.Point
	points, games, half := 0.0, 0, 0
	every := max(1, e.results.finished()/400)
	for i, score := range e.results.score {
		s := e.results.schedule[i]
		if score == nil || s.black != number && s.white != number {
			continue
		}
		mine := halfPoints(*score)
		if s.first != (s.black == number) {
			mine = 2 - mine
		}
		games++
		points += float64(mine) / 2
		if i%2 == 0 {
			half = mine
		} else if e.results.done(i - 1) {
			pairs[half+mine]++
		}
		if games%(2*every) == 0 || games == 2 {
			share := 100 * points / float64(games)
			values = append(values, chart.Point{float64(games), share})
			_, variance := pairs.Moments()
			width := 100 * stats.Z95 * math.Sqrt(variance/math.Max(float64(pairs.Count()), 1))
			outline = append(outline, chart.Point{float64(games), share - width})
			back = append([]chart.Point{{float64(games), share + width}}, back...)
		}
	}
	return values, append(outline, back...)
}
