package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func FuzzParseSPRT(f *testing.F) {
	for _, text := range []string{
		"elo0=0,elo1=5", "elo0=-3, elo1=3,alpha=0.1,beta=0.01,model=logistic",
		"elo0=NaN,elo1=5", "elo0=0,elo1=1e300", "alpha=1", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSPRT(text)
		if err != nil {
			return
		}
		if again, err := ParseSPRT(s.String()); err != nil || again != s {
			t.Errorf("%q is read as %v, and its text as %v, error %v", text, s, again, err)
		}
		if llr := s.LLR(Pairs{1, 2, 3, 2, 1}); math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("%v: LLR %v, want a finite number", s, llr)
		}
	})
}

// TestLikeliestOfAnyResults checks that the most likely distributions are found for any observed results.
func TestLikeliestOfAnyResults(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		seen, sum := distribution{}, 0.0
		for i := range seen {
			seen[i] = math.Max(math.Floor(math.Exp(12*r.Float64()-5)), 1e-3)
			sum += seen[i]
		}
		for i := range seen {
			seen[i] /= sum
		}
		size := (600*r.Float64() - 300) / nEloPerT * math.Sqrt2
		p := seen.withT(size)
		mean, variance := p.moments()
		if got := (mean - 0.5) / math.Sqrt(variance); !(math.Abs(got-size) < 1e-6) {
			t.Errorf("results %v: strength %v, want %v", seen, got, size)
		}
		checkDistribution(t, p)
	}
}
