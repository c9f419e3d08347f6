package probcut

import (
	"errors"
	"fmt"
	"math"
)

// difference is the value of a deep search minus that of a shallow one of the same position, in hundredths of a disc.
type difference struct {
	empties, deep, shallow int // deep is 0 for a search to the end of the game
	value                  float64
}

// toEnd is the number of plies of a search to the end of the game.
const toEnd = 0

// spreadTerm is a term of the logarithm of a standard deviation.
type spreadTerm struct {
	of   func(empties, deep, shallow float64) float64
	code string // the term as a Go expression; empty for a constant
}

// middleTerms returns the terms for the middle game. The deviation grows with the distance of the two depths and
// shrinks with the depth of the shallow search. It is larger near the end of the game.
func middleTerms() []spreadTerm {
	return []spreadTerm{
		{func(_, _, _ float64) float64 { return 1 }, ""},
		{func(empties, _, _ float64) float64 { return empties }, "empties"},
		{func(_, deep, _ float64) float64 { return math.Log(deep) }, "math.Log(deep)"},
		{func(_, _, shallow float64) float64 { return math.Log(shallow + 1) }, "math.Log(shallow+1)"},
		{
			func(_, deep, shallow float64) float64 { return math.Log(max(deep-shallow, 1)) },
			"math.Log(max(deep-shallow, 1))",
		},
	}
}

// endingTerms returns the terms for deep searches to the end of the game. Logarithms keep extrapolations plausible far
// beyond the depths that can be searched: the deviation grows slowly and does not shrink to 0.
func endingTerms() []spreadTerm {
	return []spreadTerm{
		{func(_, _, _ float64) float64 { return 1 }, ""},
		{func(empties, _, _ float64) float64 { return math.Log(max(empties, 1)) }, "math.Log(max(empties, 1))"},
		{func(_, _, shallow float64) float64 { return math.Log(shallow + 1) }, "math.Log(shallow+1)"},
		{
			func(empties, _, shallow float64) float64 { return math.Log(max(empties-shallow, 1)) },
			"math.Log(max(empties-shallow, 1))",
		},
	}
}

// spreadFit is a fit: the logarithm of a standard deviation as a sum of terms.
type spreadFit struct {
	terms        []spreadTerm
	coefficients []float64
}

// at returns the standard deviation in hundredths of a disc.
func (f *spreadFit) at(empties, deep, shallow int) float64 {
	sum := 0.0
	for i, t := range f.terms {
		sum += float64(f.coefficients[i] * t.of(float64(empties), float64(deep), float64(shallow)))
	}
	return math.Exp(sum)
}

// fitSpread returns the coefficients of maximum likelihood by Fisher scoring. It assumes that the differences are
// normally distributed about 0 (A. Harvey, "Estimating regression models with multiplicative heteroscedasticity",
// 1976). All differences have the same weight. It fails if there are too few differences, if they are all 0, or if they
// do not determine the coefficients.
func fitSpread(terms []spreadTerm, list []difference) (*spreadFit, error) {
	const (
		few        = 10 // minimum number of differences per term
		iterations = 200
		settled    = 1e-9
	)
	if len(list) < few*len(terms) {
		return nil, fmt.Errorf("too few differences, %d, for %d coefficients; search more positions", len(list),
			len(terms))
	}
	square := 0.0
	for _, d := range list {
		square += float64(d.value * d.value)
	}
	if square == 0 {
		return nil, errors.New("deep and shallow searches never differ")
	}
	f := &spreadFit{terms, make([]float64, len(terms))}
	f.coefficients[0] = math.Log(square/float64(len(list))) / 2
	for range iterations {
		step, err := solveLinear(f.scoring(list))
		if err != nil {
			return nil, err
		}
		largest := 0.0
		for i := range step {
			f.coefficients[i] += step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < settled {
			return f, nil
		}
	}
	return nil, fmt.Errorf("the coefficients do not converge in %d iterations; search more positions", iterations)
}

// scoring returns the linear equations of the next step.
func (f *spreadFit) scoring(list []difference) (matrix [][]float64, score []float64) {
	n := len(f.terms)
	matrix, score = make([][]float64, n), make([]float64, n)
	for i := range matrix {
		matrix[i] = make([]float64, n)
	}
	row := make([]float64, n)
	for _, d := range list {
		z := d.value / f.at(d.empties, d.deep, d.shallow)
		for i, t := range f.terms {
			row[i] = t.of(float64(d.empties), float64(d.deep), float64(d.shallow))
		}
		for i := range row {
			score[i] += float64(row[i] * (float64(z*z) - 1) / 2)
			for j := range row {
				matrix[i][j] += float64(row[i] * row[j])
			}
		}
	}
	return matrix, score
}

// solveLinear solves linear equations by Gaussian elimination with partial pivoting. It overwrites its arguments.
func solveLinear(matrix [][]float64, right []float64) ([]float64, error) {
	n := len(right)
	for col := range n {
		pivot := col
		for i := col + 1; i < n; i++ {
			if math.Abs(matrix[i][col]) > math.Abs(matrix[pivot][col]) {
				pivot = i
			}
		}
		if math.Abs(matrix[pivot][col]) < 1e-9 {
			return nil, errors.New("the positions do not determine the coefficients; vary depths and empty squares")
		}
		matrix[col], matrix[pivot], right[col], right[pivot] = matrix[pivot], matrix[col], right[pivot], right[col]
		for i := col + 1; i < n; i++ {
			factor := matrix[i][col] / matrix[col][col]
			for j := col; j < n; j++ {
				matrix[i][j] -= float64(factor * matrix[col][j])
			}
			right[i] -= float64(factor * right[col])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			right[i] -= float64(matrix[i][j] * right[j])
		}
		right[i] /= matrix[i][i]
	}
	return right, nil
}
