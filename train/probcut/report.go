package probcut

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/eval"
)

// Report is the result of a measurement. Deviations are in hundredths of a disc.
type Report struct {
	Schema    string     `json:"schema"`
	Weights   string     `json:"weights_values_sha256"` // of the values of the weights in fixed positions
	Positions int        `json:"positions"`             // searched positions
	Used      int        `json:"used"`                  // undecided positions
	Missing   int        `json:"missing"`               // samples for which no position was found
	Middle    *SpreadFit `json:"middle,omitempty"`      // for the middle game; nil after an error
	Ending    *SpreadFit `json:"ending,omitempty"`      // for deep searches to the end of the game; may be nil
}

// SpreadFit is the fitted standard deviation of deep minus shallow values, and the quality of the fit.
type SpreadFit struct {
	Terms       []Term  `json:"terms"` // their sum is the logarithm of the deviation
	Differences int     `json:"differences"`
	Likelihood  float64 `json:"mean_log_likelihood"`
	Constant    float64 `json:"mean_log_likelihood_of_a_constant"` // the same for the best constant deviation
	Mean        float64 `json:"mean"`                              // mean of the differences, in deviations
	// root mean square of ln(measured/fitted) over the cells, weighted by their differences
	Residual float64 `json:"residual"`
	// minimum and maximum deviation over all arguments that package search uses
	Least    float64      `json:"least"`
	Greatest float64      `json:"greatest"`
	Coverage []Covered    `json:"coverage"`
	Cells    []SpreadCell `json:"cells"`
}

// Term is a coefficient and its factor, a Go expression.
type Term struct {
	Of          string  `json:"of"`
	Coefficient float64 `json:"coefficient"`
}

// Covered is the share of differences within a number of deviations, and that of a normal distribution.
type Covered struct {
	Deviations float64 `json:"deviations"`
	Share      float64 `json:"share"`
	Normal     float64 `json:"normal"`
	Above      float64 `json:"above"` // share of greater differences
	Below      float64 `json:"below"`
}

// SpreadCell summarises the differences of one kind.
type SpreadCell struct {
	From        int     `json:"from"` // minimum number of empty squares
	To          int     `json:"to"`
	Deep        int     `json:"deep"` // 0 for a search to the end
	Shallow     int     `json:"shallow"`
	Differences int     `json:"differences"`
	Mean        float64 `json:"mean"`
	Deviation   float64 `json:"deviation"` // about 0
	Robust      float64 `json:"robust"`    // 1.4826 times the median of the absolute differences
	Fitted      float64 `json:"fitted"`    // root mean square of the fitted deviations
}

// band is the number of counts of empty squares that share a cell.
const band = 6

// confidences returns the numbers of deviations at which package search prunes.
func confidences() []float64 { return []float64{1.1, 1.5, 2, 2.6, 3.3} }

// fitAndJudge fits the differences and measures the quality of the fit.
func fitAndJudge(terms []spreadTerm, list []difference) (*SpreadFit, error) {
	f, err := fitSpread(terms, list)
	if err != nil {
		return nil, err
	}
	return judgeFit(f, list), nil
}

// judgeFit measures the quality of a fit.
func judgeFit(f *spreadFit, list []difference) *SpreadFit {
	r := &SpreadFit{Differences: len(list)}
	for i, t := range f.terms {
		r.Terms = append(r.Terms, Term{t.code, f.coefficients[i]})
	}
	n, square := float64(len(list)), 0.0
	z := make([]float64, len(list))
	for i, d := range list {
		spread := f.at(d.empties, d.deep, d.shallow)
		z[i] = d.value / spread
		r.Mean += z[i] / n
		r.Likelihood -= (math.Log(spread) + float64(z[i]*z[i])/2) / n
		square += float64(d.value*d.value) / n
	}
	r.Constant = -math.Log(square)/2 - 0.5
	for _, t := range confidences() {
		c := Covered{Deviations: t, Normal: math.Erf(t / math.Sqrt2)}
		for _, x := range z {
			switch {
			case x > t:
				c.Above += 1 / n
			case x < -t:
				c.Below += 1 / n
			}
		}
		c.Share = 1 - c.Above - c.Below
		r.Coverage = append(r.Coverage, c)
	}
	r.Cells = cellsOf(f, list)
	for _, c := range r.Cells {
		off := math.Log(c.Deviation / c.Fitted)
		r.Residual += float64(off*off) * float64(c.Differences) / n
	}
	r.Residual = math.Sqrt(r.Residual)
	r.Least, r.Greatest = f.extremes(list[0].deep == toEnd)
	return r
}

// The arguments that package search uses.
const (
	deepest       = 40
	shallowest    = 20 // maximum depth of a shallow search
	leastToEnd    = 13 // minimum number of empty squares for pruning in an ending
	mostEmpties   = 60
	leastMidEmpty = 4
)

// extremes returns the minimum and maximum deviation over the arguments that package search uses.
func (f *spreadFit) extremes(ending bool) (least, greatest float64) {
	least = math.Inf(1)
	visit := func(empties, deep, plies int) {
		for shallow := 0; shallow <= shallowest && shallow < plies; shallow++ {
			x := f.at(empties, deep, shallow)
			least, greatest = min(least, x), max(greatest, x)
		}
	}
	for empties := leastMidEmpty; empties <= mostEmpties; empties++ {
		if ending && empties >= leastToEnd {
			visit(empties, toEnd, empties)
		}
		for deep := leastDeep; !ending && deep <= deepest && deep < empties; deep++ {
			visit(empties, deep, deep)
		}
	}
	return least, greatest
}

// cellsOf groups the differences by empty squares and depths.
func cellsOf(f *spreadFit, list []difference) (cells []SpreadCell) {
	kinds := map[[3]int][]difference{}
	for _, d := range list {
		key := [3]int{d.empties / band, d.deep, d.shallow}
		kinds[key] = append(kinds[key], d)
	}
	keys := make([][3]int, 0, len(kinds))
	for key := range kinds {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		c := SpreadCell{
			From: key[0] * band, To: key[0]*band + band - 1, Deep: key[1], Shallow: key[2],
			Differences: len(kinds[key]),
		}
		n, away := float64(c.Differences), []float64{}
		for _, d := range kinds[key] {
			fitted := f.at(d.empties, d.deep, d.shallow)
			c.Mean += d.value / n
			c.Deviation += float64(d.value*d.value) / n
			c.Fitted += float64(fitted*fitted) / n
			away = append(away, math.Abs(d.value))
		}
		slices.Sort(away)
		c.Deviation, c.Fitted, c.Robust = math.Sqrt(c.Deviation), math.Sqrt(c.Fitted), 1.4826*away[len(away)/2]
		if c.Deviation > 0 { // false for a single difference of 0
			cells = append(cells, c)
		}
	}
	return cells
}

// shallowFor returns the depth of the shallow search with which package search decides to prune a deep one.
func shallowFor(deep int) int { return deep/4*2 + deep&1 }

// String returns the report in a few lines, and the coefficients as code for package search.
func (r Report) String() string {
	lines := []string{fmt.Sprintf("positions: %d, undecided: %d, not found: %d", r.Positions, r.Used, r.Missing)}
	for _, part := range []struct {
		name string
		fit  *SpreadFit
	}{{"middle", r.Middle}, {"ending", r.Ending}} {
		if part.fit != nil {
			lines = append(lines, part.fit.lines(part.name)...)
		}
	}
	return strings.Join(append(lines, r.code()...), "\n")
}

func (f *SpreadFit) lines(name string) []string {
	lines := []string{fmt.Sprintf("%s: differences: %d, mean %+.3f deviations, mean log likelihood %.4f (a constant: "+
		"%.4f), cells off by %.1f %%; over all arguments of a search, %.2f to %.2f discs",
		name, f.Differences, f.Mean, f.Likelihood, f.Constant, 100*f.Residual, f.Least/eval.Disc, f.Greatest/eval.Disc)}
	for _, c := range f.Coverage {
		lines = append(lines,
			fmt.Sprintf("  within %.1f deviations: %5.2f %%, normal %5.2f %%; %5.2f %% above, %5.2f %% below",
				c.Deviations, 100*c.Share, 100*c.Normal, 100*c.Above, 100*c.Below))
	}
	for _, c := range f.Cells {
		deep := strconv.Itoa(c.Deep)
		if c.Deep == toEnd {
			deep = "end"
		}
		if c.Deep == toEnd || c.Deep%3 == 1 && c.Shallow == shallowFor(c.Deep) { // the JSON report has the others
			lines = append(lines, fmt.Sprintf(
				"  %2d–%2d empties, %3s less %2d plies: %5.2f discs, fitted %5.2f, robust %5.2f, mean %+5.2f, of %d",
				c.From, c.To, deep, c.Shallow, c.Deviation/eval.Disc, c.Fitted/eval.Disc, c.Robust/eval.Disc,
				c.Mean/eval.Disc, c.Differences))
		}
	}
	return lines
}

// code returns the function for package search.
func (r Report) code() []string {
	lines := []string{
		"", "// spread is the logarithm of the standard deviation.",
		"func spread(empties, deep, shallow float64) float64 {",
	}
	if r.Ending != nil {
		lines = append(lines, "\tif deep == 0 {", "\t\treturn "+r.Ending.sum(), "\t}")
	}
	if r.Middle != nil {
		lines = append(lines, "\treturn "+r.Middle.sum())
	}
	return append(lines, "}")
}

// sum returns the terms as an expression that has the same value on every machine.
func (f *SpreadFit) sum() string {
	var b strings.Builder
	for i, t := range f.Terms {
		number := strconv.FormatFloat(math.Abs(t.Coefficient), 'g', 5, 64)
		switch {
		case i == 0 && t.Coefficient < 0:
			b.WriteString("-")
		case i > 0 && t.Coefficient < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if t.Of == "" {
			b.WriteString(number)
		} else {
			b.WriteString("float64(" + number + "*" + t.Of + ")")
		}
	}
	return b.String()
}
