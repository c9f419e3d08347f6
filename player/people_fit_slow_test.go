//go:build slow

package player

import "math"

// fit returns the most likely weights of some traits (McFadden's conditional logit, 1974), by Newton's method, and the
// mean log likelihood of the choices with these weights.
func fit(list []choice, of []trait) (draw traitValues, likelihood float64) {
	for range 20 {
		gradient, curvature, sum := make([]float64, len(of)), make([][]float64, len(of)), 0.0
		for i := range curvature {
			curvature[i] = make([]float64, len(of))
			curvature[i][i] = 1e-3
		}
		for _, c := range list {
			sum += c.addDerivatives(of, &draw, gradient, curvature)
		}
		likelihood = sum / float64(len(list))
		for i, step := range solveLinear(curvature, gradient) {
			draw[of[i]] += step
		}
	}
	return draw, likelihood
}

// addDerivatives returns the log likelihood of the choice. It adds the gradient to gradient and the negated second
// derivatives to curvature.
func (c choice) addDerivatives(of []trait, draw *traitValues, gradient []float64, curvature [][]float64) float64 {
	odds, all, mean := make([]float64, len(c.sights)), 0.0, make([]float64, len(of))
	for i, s := range c.sights {
		odds[i] = math.Exp((&skillModel{weights: *draw}).weigh(s))
		all += odds[i]
	}
	for i, s := range c.sights {
		odds[i] /= all
		for j, tr := range of {
			mean[j] += odds[i] * s[tr]
		}
	}
	for i, s := range c.sights {
		for j, tr := range of {
			if i == c.taken {
				gradient[j] += s[tr] - mean[j]
			}
			for k, other := range of {
				curvature[j][k] += odds[i] * (s[tr] - mean[j]) * (s[other] - mean[k])
			}
		}
	}
	return math.Log(odds[c.taken])
}

// solveLinear returns x with a·x = b by elimination. The matrix a is symmetric and positive definite. Both arguments
// are overwritten.
func solveLinear(a [][]float64, b []float64) []float64 {
	for i := range a {
		for r := i + 1; r < len(a); r++ {
			q := a[r][i] / a[i][i]
			for c := i; c < len(a); c++ {
				a[r][c] -= q * a[i][c]
			}
			b[r] -= q * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		for c := i + 1; c < len(a); c++ {
			b[i] -= a[i][c] * b[c]
		}
		b[i] /= a[i][i]
	}
	return b
}
