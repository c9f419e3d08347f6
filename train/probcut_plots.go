package train

import (
	"fmt"

	"github.com/kaeshi/kaeshi/eval"
)

// probCutWords are what the plots of [Run.ProbCut] say in one language.
type probCutWords struct{ middle, ending, empties, shallow, discs, found, fitted, pair, band string }

func probCutWordsIn(japanese bool) probCutWords {
	if japanese {
		return probCutWords{
			"深い探索と浅い探索の差（標準偏差）", "終局までの結果と浅い探索の差（標準偏差）", "空きマス数", "浅い探索の手数", "石差",
			"実測", "当てはめ", "%d手と%d手", "空き%d–%d",
		}
	}
	return probCutWords{
		"Deep less shallow search: standard deviation", "Final result less shallow search: standard deviation", "empty squares", "plies of the shallow search", "discs",
		"found", "fitted", "%d less %d plies", "%d–%d empties",
	}
}

// charts are the plots by the names of their files: what was found beside what was fitted.
func (r ProbCutReport) charts(japanese bool) map[string]*chart {
	words, list := probCutWordsIn(japanese), map[string]*chart{}
	if r.Middle != nil {
		list["middle.svg"] = r.Middle.middleChart(words)
	}
	if r.Ending != nil {
		list["ending.svg"] = r.Ending.endingChart(words)
	}
	return list
}

// middleChart shows the least and the greatest deep search, and one between.
func (f *SpreadFit) middleChart(words probCutWords) *chart {
	c := &chart{title: words.middle, across: words.empties, up: words.discs}
	deepest := 0
	for _, x := range f.Cells {
		deepest = max(deepest, x.Deep)
	}
	for _, deep := range []int{4, (4 + deepest) / 2, deepest} {
		name := fmt.Sprintf(words.pair, deep, shallowFor(deep))
		c.pair(words, name, f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.From+x.To) / 2, x.Deep == deep && x.Shallow == shallowFor(deep)
		})
	}
	return c
}

// endingChart shows each band of empty squares.
func (f *SpreadFit) endingChart(words probCutWords) *chart {
	c := &chart{title: words.ending, across: words.shallow, up: words.discs}
	seen := map[int]bool{}
	for _, first := range f.Cells {
		if seen[first.From] {
			continue
		}
		seen[first.From] = true
		c.pair(words, fmt.Sprintf(words.band, first.From, first.To), f.Cells, func(x SpreadCell) (float64, bool) {
			return float64(x.Shallow), x.From == first.From
		})
	}
	return c
}

// pair adds the lines of what was found and fitted in the cells that at wants, each at its place.
func (c *chart) pair(words probCutWords, name string, cells []SpreadCell, at func(SpreadCell) (x float64, ok bool)) {
	found, fitted := chartLine{name: name + ", " + words.found}, chartLine{name: name + ", " + words.fitted}
	for _, cell := range cells {
		if x, ok := at(cell); ok {
			found.points = append(found.points, [2]float64{x, cell.Deviation / eval.Disc})
			fitted.points = append(fitted.points, [2]float64{x, cell.Fitted / eval.Disc})
		}
	}
	c.lines = append(c.lines, found, fitted)
}
