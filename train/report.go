package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// ReportSettings contains the settings of [Run.Report].
type ReportSettings struct {
	Positions int       `json:"positions"` // approximate number for each number of empty squares; 0 for 300
	Solve     int       `json:"solve"`     // maximum number of empty squares of positions to solve
	Look      int       `json:"look"`      // depth in plies to judge other positions; 0 for 4
	Halvings  int       `json:"halvings"`  // number of fits with ½, ¼ … of the training games for the learning curve
	Lang      lang.Lang `json:"lang"`      // language of the plots; empty for English
}

// orDefaults replaces zero settings with their defaults and returns an error if a setting is wrong.
func (s ReportSettings) orDefaults() (ReportSettings, error) {
	if s.Positions == 0 {
		s.Positions = 300
	}
	if s.Look == 0 {
		s.Look = 4
	}
	switch {
	case s.Halvings < 0 || s.Halvings > 10:
		return s, fmt.Errorf("%d halvings of the data: expected 0 to 10", s.Halvings)
	case s.Positions < 0:
		return s, fmt.Errorf("%d positions: expected 1 or more", s.Positions)
	case s.Solve < 0 || s.Solve > 30:
		return s, fmt.Errorf("solving from %d empty squares: expected 0 to 30", s.Solve)
	case s.Look < 1 || s.Look > play.MaxDepth:
		return s, fmt.Errorf("looking %d plies ahead: expected 1 to %d", s.Look, play.MaxDepth)
	}
	return s, nil
}

// Report contains the errors of weights on held-out games. The true values are exact near the end of games. Earlier
// ones come from a search with the same weights.
type Report struct {
	Schema      string       `json:"schema"`
	Weights     string       `json:"weights_sha256"`
	Games       int          `json:"held_out_games"`
	Empties     []ErrorAt    `json:"by_empties"`
	Calibration []Calibrated `json:"calibration"`
	Learning    []Learned    `json:"learning,omitempty"`
	Tenfold     []Forecast   `json:"ten_times_the_data,omitempty"`
}

// ErrorAt contains the errors at a number of empty squares, in discs.
type ErrorAt struct {
	Empties   int     `json:"empties"`
	Solved    bool    `json:"solved"` // the true values are exact
	Positions int     `json:"positions"`
	MAE       float64 `json:"mae"`
	RMSE      float64 `json:"rmse"`
	Bias      float64 `json:"bias"` // mean of value minus true value
}

// Calibrated contains the mean true value of positions with similar values.
type Calibrated struct {
	Stage     string  `json:"stage"`
	Positions int     `json:"positions"`
	Value     float64 `json:"value"` // mean in discs
	Result    float64 `json:"truth"` // mean in discs
}

// Learned is the error after training with a number of games.
type Learned struct {
	Stage string  `json:"stage"`
	Games int     `json:"training_games"`
	MAE   float64 `json:"mae"`
}

// Forecast is the extrapolation of the learning curve to ten times the games, for an error of a + b·gamesᶜ.
type Forecast struct {
	Stage string  `json:"stage"`
	Now   float64 `json:"mae_now"`
	Then  float64 `json:"mae_then"`
	Power float64 `json:"power"` // c
}

// stages returns the parts of a game in a report.
func stages() []string { return []string{"opening", "middle game", "late middle game", "ending"} }

// stageOf returns the index of the stage for a number of empty squares.
func stageOf(empties int) int {
	switch {
	case empties > 40:
		return 0
	case empties > 26:
		return 1
	case empties > 14:
		return 2
	}
	return 3
}

// Report measures dir/weights.bin on positions of the held-out games in the folders from, and writes report.json and
// plots to dir/report.
func (r Run) Report(ctx context.Context, dir string, from []string, s ReportSettings) (report Report, err error) {
	if s, err = s.orDefaults(); err != nil {
		return report, &steps.SettingsError{Err: err}
	}
	path := filepath.Join(dir, WeightsName)
	w, err := steps.LoadWeights(path)
	if err != nil {
		return report, err
	}
	d, err := load(dir, from)
	if err != nil {
		return report, err
	}
	sum, err := steps.SumOf(path)
	if err != nil {
		return report, err
	}
	t, err := r.truths(ctx, d, w, s)
	if err != nil {
		return report, err
	}
	measured := t.measure(w)
	report = Report{
		Schema: "kaeshi/train-report/2", Weights: sum, Games: t.games, Empties: measured.byEmpties(s.Solve),
		Calibration: measured.calibration(),
	}
	if s.Halvings > 0 {
		if report.Learning, err = r.learningCurve(ctx, dir, d, s.Halvings, t, measured); err != nil {
			return report, err
		}
		report.Tenfold = extrapolate(report.Learning)
	}
	return report, r.writeReport(filepath.Join(dir, "report"), path, report, s)
}

func (r Run) writeReport(folder, weights string, report Report, s ReportSettings) error {
	if err := steps.WriteJSON(filepath.Join(folder, "report.json"), report); err != nil {
		return err
	}
	files := []string{filepath.Join(folder, "report.json")}
	for name, c := range report.charts(s.Lang) {
		if err := steps.WriteWhole(filepath.Join(folder, name), []byte(c.SVG())); err != nil {
			return err
		}
	}
	for _, name := range []string{"calibration.svg", "error.svg", "learning.svg"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			files = append(files, filepath.Join(folder, name))
		}
	}
	return r.WriteManifest(folder, "manifest", s, map[string]int{"held_out_games": report.Games}, []string{weights},
		files)
}

// tally sums errors.
type tally struct {
	n                 int
	bias, abs, square float64
}

func (t *tally) add(e float64) {
	t.n++
	t.bias += e
	t.abs += math.Abs(e)
	t.square += float64(e * e)
}

func (t *tally) merge(o tally) {
	t.n, t.bias, t.abs, t.square = t.n+o.n, t.bias+o.bias, t.abs+o.abs, t.square+o.square
}

func (t *tally) mae() float64 { return t.abs / float64(max(t.n, 1)) }

// measured contains the errors of weights on held-out positions.
type measured struct {
	empties [squaresLeft + 1]tally
	values  [4][33]struct{ n, value, result float64 } // by stage, and by the value rounded to a multiple of four discs
}

func (t *truths) measure(w *eval.Weights) *measured {
	m := &measured{}
	for empties, list := range t.known {
		stage := stageOf(empties)
		for _, s := range list {
			value, want := float64(w.Evaluate(s.P, s.O))/eval.Disc, float64(s.want)
			m.empties[empties].add(value - want)
			v := &m.values[stage][int(math.Round(value/4))+16]
			v.n, v.value, v.result = v.n+1, v.value+value, v.result+want
		}
	}
	return m
}

func (m *measured) byEmpties(solved int) (list []ErrorAt) {
	for empties, t := range m.empties {
		if t.n > 0 {
			n := float64(t.n)
			list = append(list, ErrorAt{empties, empties <= solved, t.n, t.mae(), math.Sqrt(t.square / n), t.bias / n})
		}
	}
	return list
}

func (m *measured) calibration() (list []Calibrated) {
	const few = 20
	for stage, values := range m.values {
		for _, v := range values {
			if v.n >= few {
				list = append(list, Calibrated{stages()[stage], int(v.n), v.value / v.n, v.result / v.n})
			}
		}
	}
	return list
}

// byStage returns the mean absolute error of each stage.
func (m *measured) byStage() (list [4]float64) {
	var sums [4]tally
	for empties, t := range m.empties {
		sums[stageOf(empties)].merge(t)
	}
	for i := range sums {
		list[i] = sums[i].mae()
	}
	return list
}

// learningCurve fits weights with fewer games.
func (r Run) learningCurve(
	ctx context.Context, dir string, d *data, halvings int, t *truths, all *measured,
) (list []Learned, err error) {
	f, err := readFit(dir)
	if err != nil {
		return nil, err
	}
	if f.settings.Every > 1 {
		return nil, errors.New("a learning curve requires a fit to all games, but this one used one in " +
			strconv.Itoa(f.settings.Every))
	}
	for i := halvings; i > 0; i-- {
		s, part := f.settings, filepath.Join(dir, "curve", strconv.Itoa(1<<i))
		s.Every, s.Most = 1<<i, thinned(s.Most, i)
		s.Deep.Positions, s.Deep.Least = thinned(s.Deep.Positions, i), thinned(s.Deep.positions(squaresLeft), i)
		if err := r.fit(ctx, part, d, s); err != nil {
			return nil, err
		}
		less, err := readFit(part)
		if err != nil {
			return nil, err
		}
		w, err := less.model(4).Weights()
		if err != nil {
			return nil, err
		}
		list = t.measure(w).learned(list, d.trained()>>i)
	}
	return all.learned(list, d.trained()), nil
}

// thinned halves n repeatedly, to at least 1. 0 stands for no limit and remains 0.
func thinned(n, halvings int) int {
	if n == 0 {
		return 0
	}
	return max(1, n>>halvings)
}

// learned appends the errors by stage after training with a number of games.
func (m *measured) learned(list []Learned, games int) []Learned {
	for stage, mae := range m.byStage() {
		list = append(list, Learned{stages()[stage], games, mae})
	}
	return list
}

// extrapolate extrapolates the learning curve of each stage to ten times the games.
func extrapolate(list []Learned) (forecast []Forecast) {
	for _, stage := range stages() {
		var points [][2]float64
		for _, l := range list {
			if l.Stage == stage {
				points = append(points, [2]float64{float64(l.Games), l.MAE})
			}
		}
		if len(points) < 3 {
			continue
		}
		last := points[len(points)-1]
		a, b, c := powerLaw(points)
		forecast = append(forecast, Forecast{stage, last[1], a + b*math.Pow(10*last[0], c), c})
	}
	return forecast
}

// powerLaw returns the least-squares fit of a + b·xᶜ with -2 ≤ c ≤ -0.05.
func powerLaw(points [][2]float64) (a, b, c float64) {
	best := math.Inf(1)
	for i := 5; i <= 200; i++ {
		power := -float64(i) / 100
		var n, sx, sy, sxx, sxy float64
		for _, p := range points {
			x := math.Pow(p[0], power)
			n, sx, sy, sxx, sxy = n+1, sx+x, sy+p[1], sxx+x*x, sxy+x*p[1]
		}
		slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
		base, square := (sy-slope*sx)/n, 0.0
		for _, p := range points {
			e := base + slope*math.Pow(p[0], power) - p[1]
			square += e * e
		}
		if square < best {
			best, a, b, c = square, base, slope, power
		}
	}
	return a, b, c
}

// String returns the report in a few lines.
func (r Report) String() string {
	var lines []string
	for _, e := range r.Empties {
		if e.Empties%4 == 0 {
			lines = append(lines, fmt.Sprintf(
				"%2d empties: mean absolute error %5.2f, root mean square %5.2f, bias %+.2f", e.Empties, e.MAE, e.RMSE,
				e.Bias))
		}
	}
	for _, t := range r.Tenfold {
		lines = append(lines, fmt.Sprintf("%s: mean absolute error %.2f now, %.2f expected for ten times the games",
			t.Stage, t.Now, t.Then))
	}
	return strings.Join(lines, "\n")
}
