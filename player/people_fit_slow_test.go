//go:build slow

package player

import "math"

// fit is the weights of some traits that make the choices likeliest (McFadden's conditional logit, 1974), by Newton's
// method, and the mean logarithm of their likelihood then.
func fit(list []choice, of []trait) (draw sight, likelihood float64) {
	for range 20 {
		slope, bend, sum := make([]float64, len(of)), make([][]float64, len(of)), 0.0
		for i := range bend {
			bend[i] = make([]float64, len(of))
			bend[i][i] = 1e-3
		}
		for _, c := range list {
			sum += c.lean(of, &draw, slope, bend)
		}
		likelihood = sum / float64(len(list))
		for i, step := range solved(bend, slope) {
			draw[of[i]] += step
		}
	}
	return draw, likelihood
}

// lean adds the choice's share to the slope and the bend of the logarithm of the likelihood, and returns that
// logarithm.
func (c choice) lean(of []trait, draw *sight, slope []float64, bend [][]float64) float64 {
	odds, all, mean := make([]float64, len(c.sights)), 0.0, make([]float64, len(of))
	for i, s := range c.sights {
		odds[i] = math.Exp((&habits{draw: *draw}).weigh(s))
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
				slope[j] += s[tr] - mean[j]
			}
			for k, other := range of {
				bend[j][k] += odds[i] * (s[tr] - mean[j]) * (s[other] - mean[k])
			}
		}
	}
	return math.Log(odds[c.taken])
}

// solved is x in a·x = b, by elimination; a is symmetric and positive. Both are used up.
func solved(a [][]float64, b []float64) []float64 {
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
