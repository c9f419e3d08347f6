package stats

import (
	"math"
	"slices"
)

// distribution is a probability for each score of a pair: 0, ¼, ½, ¾ and 1.
type distribution [5]float64

func (d distribution) moments() (mean, variance float64) {
	for i, p := range d {
		mean += p * float64(i) / 4
	}
	for i, p := range d {
		variance += p * (float64(i)/4 - mean) * (float64(i)/4 - mean)
	}
	return mean, variance
}

// withMean returns the distribution with the mean, between 0 and 1, under which d is most likely.
func (d distribution) withMean(mean float64) distribution {
	var values distribution
	for i := range values {
		values[i] = float64(i)/4 - mean
	}
	return d.centred(values)
}

// withT returns the distribution whose mean exceeds ½ by t standard deviations under which d is most likely. Each
// iteration linearizes the condition at the last approximation; see tangent.
func (d distribution) withT(t float64) distribution {
	const (
		most    = 100
		settled = 1e-10
	)
	won := 0.5 + t/2/math.Sqrt(1+t*t)
	simple := distribution{0: 1 - won, 4: won} // satisfies the condition
	p := simple
	for range most {
		values := p.tangent(t)
		if slices.Min(values[:]) >= 0 || slices.Max(values[:]) <= 0 {
			p = p.between(simple) // the linear condition cannot be satisfied
			continue
		}
		next := d.centred(values)
		moved := 0.0
		for i := range next {
			moved = math.Max(moved, math.Abs(next[i]-p[i]))
		}
		if p = next; moved < settled {
			break
		}
	}
	return p
}

// tangent returns the values whose mean must be 0, near d, for the mean m to exceed ½ by t standard deviations s: a − ½
// − ts/2·(1+((a−m)/s)²) for the score a.
func (d distribution) tangent(t float64) (values distribution) {
	mean, variance := d.moments()
	deviation := math.Sqrt(variance)
	for i := range values {
		a := float64(i) / 4
		z := (a - mean) / deviation
		values[i] = a - 0.5 - t*deviation/2*(1+z*z)
	}
	return values
}

func (d distribution) between(e distribution) distribution {
	for i := range d {
		d[i] = (d[i] + e[i]) / 2
	}
	return d
}

// centred returns the distribution with an expected value of 0 under which d is most likely. Values of both signs must
// occur. By the method of Lagrange multipliers it is p = d/(1+x·value), where x is the root of the sum of
// d·value/(1+x·value), which decreases between the poles (A. Owen, Empirical Likelihood, 2001).
func (d distribution) centred(values distribution) distribution {
	x := root(func(x float64) (f, slope float64) {
		for i, v := range values {
			q := v / (1 + x*v)
			f += d[i] * q
			slope -= d[i] * q * q
		}
		return f, slope
	}, -1/slices.Max(values[:]), -1/slices.Min(values[:]))
	var p distribution
	for i, v := range values {
		p[i] = d[i] / (1 + x*v)
	}
	return p
}

// root returns the zero of a decreasing function between its poles low < 0 < high, by Newton's method with bisection as
// the fallback.
func root(f func(float64) (value, slope float64), low, high float64) float64 {
	const most = 100
	x := 0.0
	for range most {
		value, slope := f(x)
		if value > 0 {
			low = x
		} else {
			high = x
		}
		next := x - value/slope
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-x) <= 1e-15*math.Abs(x) {
			return next
		}
		x = next
	}
	return x
}
