package probcut

import (
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/chart"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// charts returns the plots of measured and fitted deviations by the names of their files, with texts in a language.
func (r Report) charts(l lang.Lang) map[string]chart.Lines {
	w, list := catalogue.In(l), map[string]chart.Lines{}
	if r.Middle != nil {
		list["middle.svg"] = r.Middle.middleChart(w)
	}
	if r.Ending != nil {
		list["ending.svg"] = r.Ending.endingChart(w)
	}
	return list
}

// middleChart plots three depths of the deep search: the least, one in between, and the greatest.
func (f *SpreadFit) middleChart(w lang.Texts) chart.Lines {
	c := chart.Lines{Title: w.Say("middle"), Across: w.Say("empties"), Up: w.Say("discs")}
	deepest := 0
	for _, x := range f.Cells {
		deepest = max(deepest, x.Deep)
	}
	for _, deep := range []int{4, (4 + deepest) / 2, deepest} {
		name := w.Say("pair", deep, shallowFor(deep))
		c.Lines = append(c.Lines, deviations(w, name, f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.From+x.To) / 2, x.Deep == deep && x.Shallow == shallowFor(deep)
		})...)
	}
	return c
}

// endingChart plots each band of empty squares.
func (f *SpreadFit) endingChart(w lang.Texts) chart.Lines {
	c := chart.Lines{Title: w.Say("ending"), Across: w.Say("shallow"), Up: w.Say("discs")}
	seen := map[int]bool{}
	for _, first := range f.Cells {
		if seen[first.From] {
			continue
		}
		seen[first.From] = true
		name := w.Say("band", first.From, first.To)
		c.Lines = append(c.Lines, deviations(w, name, f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.Shallow), x.From == first.From
		})...)
	}
	return c
}

// deviations returns the lines of measured and fitted deviations in the cells that at accepts, at the x that it
// returns.
func deviations(
	w lang.Texts, name string, cells []SpreadCell, at func(SpreadCell) (x float64, ok bool),
) []chart.Line {
	found, fitted := chart.Line{Name: name + ", " + w.Say("found")}, chart.Line{Name: name + ", " + w.Say("fitted")}
	for _, cell := range cells {
		if x, ok := at(cell); ok {
			found.Points = append(found.Points, chart.Point{x, cell.Deviation / eval.Disc})
			fitted.Points = append(fitted.Points, chart.Point{x, cell.Fitted / eval.Disc})
		}
	}
	return []chart.Line{found, fitted}
}
