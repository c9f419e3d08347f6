package match

import (
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/match/stats"
)

// plotWords are what plots say in one language.
type plotWords struct{ elo, score, games string }

func plotWordsIn(japanese bool) plotWords {
	if japanese {
		return plotWords{"Elo（平均を0とする）と95%区間", "得点率の推移（%）", "対局数"}
	}
	return plotWords{"Elo above the mean, with 95 % intervals", "Score over the games (%)", "games"}
}

// WritePlots writes elo.svg, every player's rating with its error, and score.svg, the score as the games went, into the folder, which it makes.
func (e *Event) WritePlots(folder string, japanese bool) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	words := plotWordsIn(japanese)
	s := e.Standings()
	for name, drawing := range map[string]string{"elo.svg": s.plotElo(words), "score.svg": e.plotScores(s, words)} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(drawing), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const (
	plotWidth  = 860
	labelWidth = 260
	rowHeight  = 22
)

func (s Standings) plotElo(words plotWords) string {
	height := float64(70 + rowHeight*len(s.Players))
	d := newDrawing(plotWidth, height, words.elo)
	x := scale{math.Inf(1), math.Inf(-1), labelWidth, plotWidth - 30}
	for _, p := range s.Players {
		x.low, x.high = math.Min(x.low, p.EloLow), math.Max(x.high, p.EloHigh)
	}
	for _, t := range x.ticks(10) {
		d.segment("grid", x.at(t), 35, x.at(t), height-30)
		d.text(x.at(t), height-12, "middle", fmt.Sprintf("%.0f", t))
	}
	for i, p := range s.Players {
		y := float64(50 + rowHeight*i)
		d.text(labelWidth-10, y+4, "end", p.Player)
		d.add(`<g><title>%s: %+.0f (%+.0f … %+.0f)</title>`, html.EscapeString(p.Player), p.Elo, p.EloLow, p.EloHigh)
		d.segment("bar", x.at(p.EloLow), y, x.at(p.EloHigh), y)
		d.segment("bar", x.at(p.EloLow), y-4, x.at(p.EloLow), y+4)
		d.segment("bar", x.at(p.EloHigh), y-4, x.at(p.EloHigh), y+4)
		d.add(`<circle class="dot" cx="%.1f" cy="%.1f" r="4"/></g>`, x.at(p.Elo), y)
	}
	return d.end()
}

// plotScores draws each player's share of the points after each of its games, of two players the first one's alone, with the band in
// which 95 % of true scores lie.
func (e *Event) plotScores(s Standings, words plotWords) string {
	shown := s.Players
	if s.Head != nil {
		for _, p := range s.Players {
			if p.number == 0 {
				shown = []Standing{p}
			}
		}
	}
	height := math.Max(420, float64(60+14*len(shown)))
	d := newDrawing(plotWidth, height, words.score)
	x, y := scale{0, 1, 50, plotWidth - labelWidth}, scale{0, 100, height - 40, 40}
	for _, p := range shown {
		x.high = math.Max(x.high, float64(p.Games))
	}
	axes(d, x, y, words.games)
	places := []float64{}
	for i, p := range shown {
		values, band := e.scores(p.number)
		if len(values) == 0 {
			continue
		}
		if s.Head != nil {
			d.add(`<polygon class="band" points="%s"/>`, points(x, y, band))
		}
		color := palette()[i%len(palette())]
		d.add(`<polyline class="line" stroke="%s" stroke-dasharray="%s" points="%s"><title>%s</title></polyline>`,
			color, dashes(i/len(palette())), points(x, y, values), html.EscapeString(p.Player))
		last := values[len(values)-1]
		place := apart(places, y.at(last[1]))
		places = append(places, place)
		d.add(`<line class="line" stroke="%s" stroke-dasharray="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`,
			color, dashes(i/len(palette())), x.to+6, place, x.to+26, place)
		d.text(x.to+30, place+4, "start", fmt.Sprintf("%s %.1f", p.Player, last[1]))
	}
	return d.end()
}

func axes(d *drawing, x, y scale, along string) {
	for _, t := range y.ticks(10) {
		d.segment("grid", x.from, y.at(t), x.to, y.at(t))
		d.text(x.from-8, y.at(t)+4, "end", fmt.Sprintf("%.0f", t))
	}
	for _, t := range x.ticks(8) {
		d.segment("axis", x.at(t), y.from, x.at(t), y.from+5)
		d.text(x.at(t), y.from+20, "middle", fmt.Sprintf("%.0f", t))
	}
	d.segment("axis", x.from, y.from, x.to, y.from)
	d.text((x.from+x.to)/2, y.from+36, "middle", along)
}

func dashes(i int) string { return []string{"none", "6 3", "2 3", "8 3 2 3"}[i%4] }

// apart is the place nearest to y that keeps a line's distance from those taken.
func apart(taken []float64, y float64) float64 {
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

// scores is a player's share of the points in percent after each of its games, thinned out to what a plot can show, and the outline of the
// band of 95 % about it.
func (e *Event) scores(number int) (values, outline [][2]float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var pairs stats.Pairs
	var back [][2]float64
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
			values = append(values, [2]float64{float64(games), share})
			_, variance := pairs.Moments()
			width := 100 * stats.Z95 * math.Sqrt(variance/math.Max(float64(pairs.Count()), 1))
			outline = append(outline, [2]float64{float64(games), share - width})
			back = append([][2]float64{{float64(games), share + width}}, back...)
		}
	}
	return values, append(outline, back...)
}
