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

// withMean is the distribution with that mean, between 0 and 1, under which d is most likely to be seen.
func (d distribution) withMean(mean float64) distribution {
	var values distribution
	for i := range values {
		values[i] = float64(i)/4 - mean
	}
	return d.centred(values)
}

// withT is the distribution under which d is most likely to be seen, of those whose mean exceeds ½ by t standard
// deviations. The condition is made linear about the last approximation each time, at which it then holds exactly; see
// tangent.
func (d distribution) withT(t float64) distribution {
	const (
		most    = 100
		settled = 1e-10
	)
	won := 0.5 + t/2/math.Sqrt(1+t*t)
	simple := distribution{0: 1 - won, 4: won} // has what is asked for
	p := simple
	for range most {
		values := p.tangent(t)
		if slices.Min(values[:]) >= 0 || slices.Max(values[:]) <= 0 {
			p = p.between(simple) // so far out that the linear condition cannot be met
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

// tangent is what must be 0 in the mean, near p, for the mean m to exceed ½ by t deviations s: a − ½ −
// ts/2·(1+((a−m)/s)²).
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

// centred is the distribution under which d is most likely to be seen, of those under which the expected value is 0.
// Values of either sign must occur. By Lagrange's rule it is p = d/(1+x·value), x being the root of the sum of
// d·value/(1+x·value), which falls between the poles where a probability would be infinite (A. Owen, Empirical
// Likelihood, 2001).
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

// root is where a falling function is 0 between its poles low < 0 < high: Newton's method, kept within what is known by
// halving.
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
