package stats

import (
	"math"
	"testing"
)

// TestPublishedLLR uses values of the test suites of fastchess (https://github.com/Disservin/fastchess,
// app/tests/sprt_test.cpp), whose counts are LL, LD, WL, DD, WD, WW, and of racetrack
// (https://github.com/MortenLohne/racetrack, src/tests/sprt_tests.rs).
func TestPublishedLLR(t *testing.T) {
	for _, c := range []struct {
		pairs      Pairs
		elo0, elo1 float64
		model      Model
		want       float64
	}{
		{Pairs{365, 16618, 36029 + 200, 16974, 390}, 0, 2, Normalized, 2.25},
		{Pairs{127, 4883, 10311 + 401, 5150, 104}, -1.75, 0.25, Normalized, 3.01},
		{Pairs{0, 0, 0, 0, 5550}, 0, 5, Normalized, 111.82},
		{Pairs{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, Logistic, -3.07},
		{Pairs{871, 26175, 55003 + 980, 26678, 821}, 0, 2, Logistic, -4.98},
		{Pairs{440, 2910, 5170, 2888, 455}, 0, 5, Normalized, -2.27},
		{Pairs{142, 620, 1122, 699, 188}, 0, 5, Normalized, 2.99},
		{Pairs{349, 1561, 3340, 1604, 359}, -5, 0, Normalized, 2.90},
		{Pairs{98, 382, 674, 369, 71}, -5, 0, Normalized, -1.11},
	} {
		s := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: 0.05, Beta: 0.05, Model: c.model}
		if got := s.LLR(c.pairs); math.Abs(got-c.want) > 0.01*math.Abs(c.want)+0.005 {
			t.Errorf("%v %v: %.4f, want %.2f", c.pairs, s, got, c.want)
		}
	}
}

// TestLLRByHand compares the ratio of matches in which all pairs are won with values computed by hand. Of the
// distributions with (mean−½)/deviation = t, the one with the most won pairs has only won and lost pairs.
func TestLLRByHand(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: Normalized}
	n := 300
	size := 20 * math.Ln10 / 800 * math.Sqrt2
	won := 0.5 + size/2/math.Sqrt(1+size*size)
	if got, want := s.LLR(Pairs{4: n}), float64(n)*math.Log(won/0.5); math.Abs(got-want) > 0.02*want {
		t.Errorf("normalised: LLR %f, want %f", got, want)
	}
	s.Model = Logistic
	if got, want := s.LLR(Pairs{4: n}), float64(n)*math.Log(ExpectedScore(20)/0.5); math.Abs(got-want) > 0.02*want {
		t.Errorf("logistic: LLR %f, want %f", got, want)
	}
	if s.LLR(Pairs{}) != 0 {
		t.Errorf("LLR without pairs = %v, want 0", s.LLR(Pairs{}))
	}
}

// TestLikeliest checks that the most likely distributions satisfy the condition, and that no neighbour that satisfies
// it is more likely.
func TestLikeliest(t *testing.T) {
	for _, seen := range []distribution{
		{0.05, 0.2, 0.5, 0.2, 0.05},
		{0.3, 0.01, 0.39, 0.1, 0.2},
		{1e-6, 1e-6, 0.1, 0.2, 0.7 - 2e-6},
	} {
		for _, elo := range []float64{-100, -3, 0, 5, 60, 200} {
			p := seen.withMean(ExpectedScore(elo))
			mean, _ := p.moments()
			checkDistribution(t, p)
			if math.Abs(mean-ExpectedScore(elo)) > 1e-9 {
				t.Errorf("%v at %v Elo: mean %v, want %v", seen, elo, mean, ExpectedScore(elo))
			}
			q := seen.withT(elo / nEloPerT)
			mean, variance := q.moments()
			checkDistribution(t, q)
			if got := (mean - 0.5) / math.Sqrt(variance); math.Abs(got-elo/nEloPerT) > 1e-7 {
				t.Errorf("%v at %v normalised Elo: %v, want %v", seen, elo, got, elo/nEloPerT)
			}
		}
	}
}

func checkDistribution(t *testing.T, p distribution) {
	t.Helper()
	sum := 0.0
	for _, x := range p {
		if sum += x; !(x > 0) {
			t.Errorf("probabilities %v, want all greater than 0", p)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the probabilities %v add up to %v, want 1", p, sum)
	}
}
