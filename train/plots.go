package train

import "github.com/kaeshi/kaeshi/internal/chart"

// plotWords are what plots say in one language.
type plotWords struct {
	stages                                               []string
	error, empties, discs, mae, rmse, calibration, value string
	result, learning, games                              string
}

func plotWordsIn(japanese bool) plotWords {
	if japanese {
		return plotWords{
			[]string{"序盤", "中盤", "終盤の入口", "終盤"},
			"評価値の誤差（学習に使っていない対局）", "空きマス数", "石差", "平均絶対誤差", "二乗平均平方根誤差", "評価値ごとの真の値の平均", "評価値",
			"真の値の平均", "学習曲線：対局数と誤差", "学習した対局数",
		}
	}
	return plotWords{
		stages(), "Error of the value on games never seen", "empty squares", "discs", "mean absolute", "root mean square",
		"Calibration: what positions of a value came to", "value", "mean truth",
		"Learning curve: error after so many games", "training games",
	}
}

// charts are the plots by the names of their files.
func (r Report) charts(japanese bool) map[string]chart.Lines {
	words := plotWordsIn(japanese)
	list := map[string]chart.Lines{"error.svg": r.errorChart(words), "calibration.svg": r.calibrationChart(words)}
	if len(r.Learning) > 0 {
		list["learning.svg"] = r.learningChart(words)
	}
	return list
}

func (r Report) errorChart(words plotWords) chart.Lines {
	var mae, rmse []chart.Point
	for _, e := range r.Empties {
		mae = append(mae, chart.Point{float64(e.Empties), e.MAE})
		rmse = append(rmse, chart.Point{float64(e.Empties), e.RMSE})
	}
	return chart.Lines{
		Title: words.error, Across: words.empties, Up: words.discs,
		Lines: []chart.Line{{Name: words.mae, Points: mae}, {Name: words.rmse, Points: rmse}},
	}
}

func (r Report) calibrationChart(words plotWords) chart.Lines {
	c := chart.Lines{Title: words.calibration, Across: words.value, Up: words.result}
	for i, stage := range stages() {
		line := chart.Line{Name: words.stages[i]}
		for _, x := range r.Calibration {
			if x.Stage == stage {
				line.Points = append(line.Points, chart.Point{x.Value, x.Result})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

func (r Report) learningChart(words plotWords) chart.Lines {
	c := chart.Lines{Title: words.learning, Across: words.games, Up: words.mae, Log: true}
	for i, stage := range stages() {
		line := chart.Line{Name: words.stages[i]}
		for _, x := range r.Learning {
			if x.Stage == stage {
				line.Points = append(line.Points, chart.Point{float64(x.Games), x.MAE})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}
