package stats

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// generator returns a distribution of pairs with the given strength. It is an exponential tilt of a plausible
// distribution, found by bisection and thus independently of the code under test.
func generator(base distribution, s SPRT, elo float64) distribution {
	low, high := -8.0, 8.0
	var p distribution
	for range 200 {
		tilt, sum := (low+high)/2, 0.0
		for i := range p {
			p[i] = base[i] * math.Exp(tilt*float64(i)/4)
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		mean, square := 0.0, 0.0
		for i, x := range p {
			mean += x * float64(i) / 4
			square += x * float64(i*i) / 16
		}
		reached := 400 * math.Log10(mean/(1-mean))
		if s.Model == Normalized {
			reached = 800 / math.Ln10 * (mean - 0.5) / math.Sqrt(2*(square-mean*mean))
		}
		if reached < elo {
			low = tilt
		} else {
			high = tilt
		}
	}
	return p
}

func (d distribution) draw(r *rand.Rand) int {
	x := r.Float64()
	for i, p := range d {
		if x -= p; x < 0 {
			return i
		}
	}
	return 2
}

// simulate plays a match of pairs under p until the test ends.
func simulate(s SPRT, p distribution, r *rand.Rand) (Verdict, int) {
	var pairs Pairs
	for n := 1; ; n++ {
		pairs[p.draw(r)]++
		if v := s.Verdict(s.LLR(pairs)); v != Undecided {
			return v, n
		}
	}
}

// wander is an independent simulation, for comparison: Wald's test of two normal distributions with the means and the
// deviation of pairs under the hypotheses. Its log-likelihood ratio has a closed form that does not use the code under
// test.
func wander(s SPRT, p0, p1 distribution, underH1 bool, r *rand.Rand) (Verdict, int) {
	m0, v := normal(p0)
	m1, _ := normal(p1)
	mean := m0
	if underH1 {
		mean = m1
	}
	upper, lower := math.Log((1-s.Beta)/s.Alpha), math.Log(s.Beta/(1-s.Alpha))
	ratio := 0.0
	for n := 1; ; n++ {
		x := mean + math.Sqrt(v)*r.NormFloat64()
		ratio += (m1 - m0) / v * (x - (m0+m1)/2)
		switch {
		case ratio >= upper:
			return AcceptedH1, n
		case ratio <= lower:
			return AcceptedH0, n
		}
	}
}

func normal(p distribution) (mean, variance float64) {
	for i, x := range p {
		mean += x * float64(i)
	}
	for i, x := range p {
		variance += x * (float64(i) - mean) * (float64(i) - mean)
	}
	return mean, variance
}

// simulated checks, in simulated matches under each hypothesis, that the error rates of a test equal the stated ones
// within the sampling error, and that the mean length differs from that of the independent simulation by at most 15 %.
func simulated(t *testing.T, s SPRT, matches int) {
	base := distribution{0.08, 0.17, 0.45, 0.21, 0.09}
	p0, p1 := generator(base, s, s.Elo0), generator(base, s, s.Elo1)
	for _, c := range []struct {
		name    string
		p       distribution
		underH1 bool
		wrong   Verdict
		rate    float64
	}{{"H0", p0, false, AcceptedH1, s.Alpha}, {"H1", p1, true, AcceptedH0, s.Beta}} {
		r := rand.New(rand.NewPCG(2026, seedOf(s.String()+c.name)))
		errors, length, expected := 0, 0, 0
		for range matches {
			verdict, n := simulate(s, c.p, r)
			if length += n; verdict == c.wrong {
				errors++
			}
		}
		for range matches {
			_, n := wander(s, p0, p1, c.underH1, r)
			expected += n
		}
		rate := float64(errors) / float64(matches)
		deviation := math.Sqrt(c.rate * (1 - c.rate) / float64(matches))
		mean, independent := float64(length)/float64(matches), float64(expected)/float64(matches)
		t.Logf(
			"%v under %s: %.2f %% wrong (stated %.0f %% ± %.2f), %.1f pairs on average, independently %.1f (%+.1f %%)",
			s, c.name, 100*rate, 100*c.rate, 100*deviation, mean, independent, 100*(mean/independent-1))
		if math.Abs(rate-c.rate) > z99*deviation {
			t.Errorf("%v under %s: %d of %d verdicts are wrong, want a rate of %g", s, c.name, errors, matches, c.rate)
		}
		if math.Abs(mean/independent-1) > 0.15 {
			t.Errorf("%v under %s: %.1f pairs on average, want %.1f within 15 %%", s, c.name, mean, independent)
		}
	}
}

// z99 is the quantile for the allowed sampling error. With 95 %, one of the tests would sometimes fail.
const z99 = 2.576

// seedOf returns a different seed for every simulation.
func seedOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

func TestSPRTSimulated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for _, model := range []Model{Normalized, Logistic} {
		simulated(t, SPRT{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05, Model: model}, 1000)
	}
}
