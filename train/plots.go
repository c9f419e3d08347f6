package train

import (
	"strings"

	"github.com/kaeshi/kaeshi/internal/chart"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// charts returns the plots by file name, with texts in a language.
func (r Report) charts(l lang.Lang) map[string]chart.Lines {
	w := catalogue.In(l)
	list := map[string]chart.Lines{"error.svg": r.errorChart(w), "calibration.svg": r.calibrationChart(w)}
	if len(r.Learning) > 0 {
		list["learning.svg"] = r.learningChart(w)
	}
	return list
}

func (r Report) errorChart(w lang.Texts) chart.Lines {
	var mae, rmse []chart.Point
	for _, e := range r.Empties {
		mae = append(mae, chart.Point{float64(e.Empties), e.MAE})
		rmse = append(rmse, chart.Point{float64(e.Empties), e.RMSE})
	}
	return chart.Lines{
		Title: w.Say("error"), Across: w.Say("empties"), Up: w.Say("discs"),
		Lines: []chart.Line{{Name: w.Say("mae"), Points: mae}, {Name: w.Say("rmse"), Points: rmse}},
	}
}

func (r Report) calibrationChart(w lang.Texts) chart.Lines {
	c := chart.Lines{Title: w.Say("calibration"), Across: w.Say("value"), Up: w.Say("result")}
	names := strings.Split(w.Say("stages"), "|")
	for i, stage := range stages() {
		line := chart.Line{Name: names[i]}
		for _, x := range r.Calibration {
			if x.Stage == stage {
				line.Points = append(line.Points, chart.Point{x.Value, x.Result})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

func (r Report) learningChart(w lang.Texts) chart.Lines {
	c := chart.Lines{Title: w.Say("learning"), Across: w.Say("games"), Up: w.Say("mae"), Log: true}
	names := strings.Split(w.Say("stages"), "|")
	for i, stage := range stages() {
		line := chart.Line{Name: names[i]}
		for _, x := range r.Learning {
			if x.Stage == stage {
				line.Points = append(line.Points, chart.Point{float64(x.Games), x.MAE})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}
