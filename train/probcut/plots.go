package probcut

import (
	"fmt"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/chart"
)

// words are the texts of the plots in one language.
type words struct{ middle, ending, empties, shallow, discs, found, fitted, pair, band string }

func wordsIn(japanese bool) words {
	if japanese {
		return words{
			"深い探索と浅い探索の差（標準偏差）", "終局までの結果と浅い探索の差（標準偏差）", "空きマス数", "浅い探索の手数", "石差",
			"実測", "当てはめ", "%d手と%d手", "空き%d–%d",
		}
	}
	return words{
		"Deep less shallow search: standard deviation", "Final result less shallow search: standard deviation", "empty squares", "plies of the shallow search", "discs",
		"found", "fitted", "%d less %d plies", "%d–%d empties",
	}
}

// charts returns the plots of measured and fitted deviations by the names of their files.
func (r Report) charts(japanese bool) map[string]chart.Lines {
	words, list := wordsIn(japanese), map[string]chart.Lines{}
	if r.Middle != nil {
		list["middle.svg"] = r.Middle.middleChart(words)
	}
	if r.Ending != nil {
		list["ending.svg"] = r.Ending.endingChart(words)
	}
	return list
}

// middleChart plots three depths of the deep search: the least, one in between, and the greatest.
func (f *SpreadFit) middleChart(w words) chart.Lines {
	c := chart.Lines{Title: w.middle, Across: w.empties, Up: w.discs}
	deepest := 0
	for _, x := range f.Cells {
		deepest = max(deepest, x.Deep)
	}
	for _, deep := range []int{4, (4 + deepest) / 2, deepest} {
		name := fmt.Sprintf(w.pair, deep, shallowFor(deep))
		c.Lines = append(c.Lines, w.lines(name, f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.From+x.To) / 2, x.Deep == deep && x.Shallow == shallowFor(deep)
		})...)
	}
	return c
}

// endingChart plots each band of empty squares.
func (f *SpreadFit) endingChart(w words) chart.Lines {
	c := chart.Lines{Title: w.ending, Across: w.shallow, Up: w.discs}
	seen := map[int]bool{}
	for _, first := range f.Cells {
		if seen[first.From] {
			continue
		}
		seen[first.From] = true
		name := fmt.Sprintf(w.band, first.From, first.To)
		c.Lines = append(c.Lines, w.lines(name, f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.Shallow), x.From == first.From
		})...)
	}
	return c
}

// lines returns the lines of what was found and fitted in the cells that at accepts, each at its place.
func (w words) lines(name string, cells []SpreadCell, at func(SpreadCell) (x float64, ok bool)) []chart.Line {
	found, fitted := chart.Line{Name: name + ", " + w.found}, chart.Line{Name: name + ", " + w.fitted}
	for _, cell := range cells {
		if x, ok := at(cell); ok {
			found.Points = append(found.Points, chart.Point{x, cell.Deviation / eval.Disc})
			fitted.Points = append(fitted.Points, chart.Point{x, cell.Fitted / eval.Disc})
		}
	}
	return []chart.Line{found, fitted}
}
