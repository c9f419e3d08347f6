package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
)

// invented returns positions with artificial parameters in blocks. Each value is the sum of the true weights plus
// noise.
func invented(r *rand.Rand, n, parameters int, noise float64, truth []float64) (list [blocks]samples) {
	for i := range n {
		s := &list[i*blocks/n]
		want := noise * r.NormFloat64()
		for range eval.Active {
			p := r.IntN(parameters)
			s.active = append(s.active, uint32(p))
			want += truth[p]
		}
		s.want = append(s.want, float32(want))
	}
	return list
}

// TestRegressionFindsTheLeastSquares compares the regression with Gauss-Jordan elimination.
func TestRegressionFindsTheLeastSquares(t *testing.T) {
	const n, parameters, ridge = 300, 12, 5.0
	r := rand.New(rand.NewPCG(1, 2))
	truth := make([]float64, parameters)
	for i := range truth {
		truth[i] = r.NormFloat64()
	}
	train, check := invented(r, n, parameters, 1, truth), invented(r, 100, parameters, 1, truth)
	matrix := make([][]float64, parameters) // with the right side as the last column
	for i := range matrix {
		matrix[i] = make([]float64, parameters+1)
		matrix[i][i] = ridge
	}
	for b := range train {
		for i, want := range train[b].want {
			for _, x := range train[b].at(i) {
				for _, y := range train[b].at(i) {
					matrix[x][y]++
				}
				matrix[x][parameters] += float64(want)
			}
		}
	}
	want := eliminate(matrix)
	solver := newRegression(3, ridge, train, check)
	errors, err := solver.solve(t.Context(), 200, 200)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range solver.seen {
		if got := float64(solver.delta[i]); math.Abs(got-want[n]) > 1e-3 {
			t.Errorf("weight %d = %.5f, want %.5f", n, got, want[n])
		}
	}
	if least := slices.Min(errors); least > 1.3 || errors[0] < 2*least {
		t.Errorf("errors %v, want a least error of at most 1.3 and half of the first", errors)
	}
}

// eliminate solves linear equations. The last column contains the right sides.
func eliminate(m [][]float64) (list []float64) {
	for i := range m {
		for j := range m {
			if factor := m[j][i] / m[i][i]; j != i {
				for k := range m[j] {
					m[j][k] -= factor * m[i][k]
				}
			}
		}
	}
	for i := range m {
		list = append(list, m[i][len(m)]/m[i][i])
	}
	return list
}

// TestRegressionDoesNotDependOnThreads checks that the weights are identical with any number of threads.
func TestRegressionDoesNotDependOnThreads(t *testing.T) {
	var first []float32
	for _, threads := range []int{1, 2, 5, 32} {
		r := rand.New(rand.NewPCG(3, 3))
		truth := make([]float64, 2000)
		for i := range truth {
			truth[i] = r.NormFloat64()
		}
		train, check := invented(r, 800, 2000, 2, truth), invented(r, 100, 2000, 2, truth)
		solver := newRegression(threads, 10, train, check)
		if _, err := solver.solve(t.Context(), 10, 3); err != nil {
			t.Fatal(err)
		}
		weights := solver.addTo(make([]float32, eval.Parameters()))
		if first == nil {
			first = weights
		}
		if !slices.Equal(first, weights) {
			t.Errorf("the weights with %d threads differ from those with one", threads)
		}
	}
}

// TestRegressionStopsEarly checks that noise does not change the prior.
func TestRegressionStopsEarly(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	truth := make([]float64, 20000)
	train, check := invented(r, 300, 20000, 10, truth), invented(r, 300, 20000, 10, truth)
	solver := newRegression(1, 1, train, check)
	errors, err := solver.solve(t.Context(), 50, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(errors) > 20 || slices.Max(solver.best) > 1 {
		t.Errorf("%d iterations on noise and a largest weight of %.2f, want at most 19 and 1", len(errors)-1,
			slices.Max(solver.best))
	}
}

func TestPhasesCoverTheGame(t *testing.T) {
	for _, s := range []FitSettings{
		{First: 54, Last: 8, Plies: 2},
		{First: 54, Last: 8, Plies: 4},
		{First: 50, Last: 10, Plies: 7},
		{First: 60, Last: 0, Plies: 60},
	} {
		phaseOf, count, err := eval.Phases(s.First, s.Last, s.Plies)
		if err != nil {
			t.Fatal(err)
		}
		for phase := range count {
			from, to := s.span(phase)
			for empties := range 61 {
				if got, want := empties >= to && empties <= from, int(phaseOf[empties]) == phase; got != want {
					t.Errorf("%+v: %d empty squares in phase %d: %t, want %t, as in package eval", s, empties, phase,
						got,
						want)
				}
			}
		}
	}
}

// someLines plays the first n games of the settings.
func someLines(t *testing.T, n int, s play.Settings) *data {
	t.Helper()
	m, d := play.New(s, nil), &data{}
	for number := range n {
		lines, err := m.Play(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range lines {
			d.games, d.labels = append(d.games, g), append(d.labels, nil)
			d.number, d.early = append(d.number, number), append(d.early, squaresLeft)
		}
	}
	return d
}

// TestJudgementsUseTheNextPhase checks the values of positions. Values of solved positions are exact. Other values are
// the weighted mean of two scores: that of a search with the phases fitted so far, and the result of the line.
func TestJudgementsUseTheNextPhase(t *testing.T) {
	d, w := someLines(t, 6, tinyGames()), learnedWeights(t)
	const from, to, trust, look = 6, 20, 0.5, 2
	train, _, err := d.collect(t.Context(), 2, selection{from: from, to: to, trust: trust, look: look, weights: w})
	if err != nil {
		t.Fatal(err)
	}
	var got, want []float32
	for b := range train {
		got = append(got, train[b].want...)
	}
	l, judged := &play.Lookahead{Weights: w}, 0
	for i := range d.games {
		g := &d.games[i]
		g.Between(max(g.Random, 60-to), 60-from+1, func(b games.Board, ply int) {
			result := float64(g.Score)
			if !b.Black {
				result = -result
			}
			if ply < g.Exact() {
				judged++
				deep, less := float64(l.Value(b.P, b.O, look)), float64(l.Value(b.P, b.O, look-1))
				result = (result + math.Trunc((deep+less)/2)/eval.Disc) / 2
			} else {
				result = float64(exact(t, b.Position()))
			}
			want = append(want, float32(result))
		})
	}
	if len(got) != len(want) || judged < 20 {
		t.Fatalf("%d positions, want %d; %d judged", len(got), len(want), judged)
	}
	for i := range got {
		if math.Abs(float64(got[i]-want[i])) > 1e-4 {
			t.Errorf("position %d has the value %g, want %g", i, got[i], want[i])
		}
	}
}

// TestMostLimitsPositions checks that the limit applies only to positions without an exact value.
func TestMostLimitsPositions(t *testing.T) {
	d := someLines(t, 6, tinyGames())
	all := selection{from: 6, to: 20}
	n, unsolved := d.countBetween(0, len(d.games), training, all)
	few := all
	few.most = unsolved / 4
	train, check, err := d.collect(t.Context(), 1, few)
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for b := range train {
		got += len(train[b].want)
		if len(check[b].want) > 0 {
			t.Error("the first six games have no validation games")
		}
	}
	solved := n - unsolved
	if solved < 50 {
		t.Errorf("%d positions have a value, want at least 50", solved)
	}
	if unsolved < 50 {
		t.Errorf("%d positions have no value, want at least 50", unsolved)
	}
	if least, most := solved+few.most/2, solved+few.most; got < least || got > most {
		t.Errorf("%d positions taken, want %d to %d", got, least, most)
	}
}

// TestEarlyPositionsAreLeftOut checks that a source can be limited to positions near the end.
func TestEarlyPositionsAreLeftOut(t *testing.T) {
	folders, limits, err := sources([]string{"one", "two:9", `C:\d`, `C:\d:12`})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "two", `C:\d`, `C:\d`}, folders); diff != "" {
		t.Errorf("folders (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{60, 9, 60, 12}, limits); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	for _, wrong := range []string{"one:", "one:0", "one:61", "one:x"} {
		if _, _, err := sources([]string{wrong}); err == nil {
			t.Errorf("the source %q is accepted, want an error", wrong)
		}
	}
	d := someLines(t, 6, tinyGames())
	all, _ := d.countBetween(0, len(d.games), training, selection{from: 6, to: 20})
	late, _ := d.countBetween(0, len(d.games), training, selection{from: 6, to: 9})
	for i := range d.early {
		d.early[i] = 9
	}
	limited, _ := d.countBetween(0, len(d.games), training, selection{from: 6, to: 20})
	if late == 0 || late >= all {
		t.Errorf("%d of %d positions are late, want some and not all", late, all)
	}
	if limited != late {
		t.Errorf("%d positions of sources limited to late ones, want %d", limited, late)
	}
	for i := range d.games {
		d.visit(i, 6, 20, 1, func(s sample) {
			if s.Empties() > 9 {
				t.Errorf("%v is used for training, want at most 9 empty squares", s.Position())
			}
		})
	}
}

// TestDeepJudgements checks that the positions of the second fit are solved, or searched with the weights.
func TestDeepJudgements(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	d, w := someLines(t, 6, tinyGames()), learnedWeights(t)
	j, solved, looked := newJudge(w), 0, 0
	for _, look := range []int{0, 3} {
		for i := range d.games {
			d.visit(i, 6, 15, 1, func(s sample) {
				got := j.judge(t.Context(), s, selection{deep: true, solve: 12, look: look, trust: 1})
				want := s.want
				switch {
				case s.Empties() <= 12:
					want = float32(exact(t, s.Position()))
					solved++
				case look > 0:
					want = float32(steady(&j.Lookahead, s.P, s.O, look)) / eval.Disc
					looked++
				}
				if math.Abs(float64(got-want)) > 1e-4 {
					t.Errorf("%v has the value %g, want %g", s.Position(), got, want)
				}
			})
		}
	}
	if solved < 100 || looked < 20 {
		t.Errorf("%d positions solved, want at least 100; %d searched, want at least 20", solved, looked)
	}
}

func TestPowerLawIsFound(t *testing.T) {
	var points [][2]float64
	for x := 1000.0; x < 20000; x *= 2 {
		points = append(points, [2]float64{x, 3 + 100*math.Pow(x, -0.5)})
	}
	a, b, c := powerLaw(points)
	if math.Abs(a-3) > 1e-6 {
		t.Errorf("constant %g, want 3", a)
	}
	if math.Abs(b-100) > 1e-3 {
		t.Errorf("factor %g, want 100", b)
	}
	if math.Abs(c+0.5) > 1e-9 {
		t.Errorf("exponent %g, want -0.5", c)
	}
}

func TestRoundedWeights(t *testing.T) {
	got := rounded([]float32{0, 1, -1, 0.019, 0.021, 1e6, -1e6}, 4)
	if want := []int16{0, 25, -25, 0, 1, 8191, -8191}; !slices.Equal(got, want) {
		t.Errorf("rounded weights %v, want %v", got, want)
	}
}

// exact returns the score from package solve.
func exact(t *testing.T, p othello.Position) othello.Score {
	t.Helper()
	score, err := solve.Score(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return score
}
