package stats

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Model is the unit of the hypotheses of a [SPRT].
type Model string

// The models.
const (
	// Logistic is ordinary Elo, which depends on the rate of draws and the balance of the openings.
	Logistic   Model = "logistic"
	Normalized Model = "normalized" // normalised Elo, a measure of the games needed to detect a difference
)

// SPRT is a sequential probability ratio test of the hypothesis H1 that the first player is stronger by Elo1 against H0
// that it is stronger by Elo0. It is the generalised test over pairs of games of M. Van den Bergh
// (http://hardy.uhasselt.be/Fishtest/GSPRT_approximation.pdf and
// http://hardy.uhasselt.be/Fishtest/normalized_elo_practical.pdf), as in fishtest and fastchess. The likelihood of a
// hypothesis is the maximum over all distributions of pair scores that satisfy it.
type SPRT struct {
	Elo0, Elo1  float64 // the differences of the hypotheses, from -300 to 300; Elo0 < Elo1
	Alpha, Beta float64 // probabilities of wrongly accepting H1 and H0, between 0 and 0.5
	Model       Model   // the unit of Elo0 and Elo1
}

// ParseSPRT parses a test such as "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized". elo0 and elo1 are required;
// the values of the others in the example are the defaults. The error names an unknown field or a number out of range.
func ParseSPRT(text string) (SPRT, error) {
	s := SPRT{Elo0: math.NaN(), Elo1: math.NaN(), Alpha: 0.05, Beta: 0.05, Model: Normalized}
	numbers := map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta}
	for field := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case numbers[key] != nil && err == nil:
			*numbers[key] = number
		case key == "model" && (value == string(Logistic) || value == string(Normalized)):
			s.Model = Model(value)
		default:
			return SPRT{}, fmt.Errorf(
				"sprt %q: %q is not one of elo0=N, elo1=N, alpha=P, beta=P, model=logistic|normalized", text, field)
		}
	}
	if err := s.check(); err != nil {
		return SPRT{}, fmt.Errorf("sprt %q: %w", text, err)
	}
	return s, nil
}

func (s SPRT) check() error {
	const most = 300
	switch {
	case !(s.Elo0 < s.Elo1):
		return errors.New("elo0 and elo1 must be given, elo0 the smaller")
	case s.Elo0 < -most || s.Elo1 > most:
		return fmt.Errorf("elo0 and elo1 must lie within ±%d", most)
	case !(s.Alpha > 0 && s.Alpha < 0.5 && s.Beta > 0 && s.Beta < 0.5):
		return errors.New("alpha and beta must lie between 0 and 0.5")
	}
	return nil
}

// String returns the test in the syntax of [ParseSPRT].
func (s SPRT) String() string {
	return fmt.Sprintf("elo0=%g,elo1=%g,alpha=%g,beta=%g,model=%s", s.Elo0, s.Elo1, s.Alpha, s.Beta, s.Model)
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict is the result of a test.
type Verdict string

// The verdicts.
const (
	Undecided  Verdict = ""   // more pairs are needed
	AcceptedH0 Verdict = "H0" // the first player is not stronger by Elo1
	AcceptedH1 Verdict = "H1" // the first player is stronger by more than Elo0
)

// Verdict returns the verdict for a log-likelihood ratio. The test ends with the first verdict other than [Undecided].
func (s SPRT) Verdict(llr float64) Verdict {
	lower, upper := s.Bounds()
	switch {
	case llr >= upper:
		return AcceptedH1
	case llr <= lower:
		return AcceptedH0
	}
	return Undecided
}

// LLR returns the generalised log-likelihood ratio of H1 against H0, or 0 without pairs. Pair scores that have not
// occurred count as a thousandth of a pair, as in fishtest, so that the ratio is defined if all pairs have the same
// score.
func (s SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	seen, n := distribution{}, 0.0
	for i, count := range p {
		seen[i] = math.Max(float64(count), 1e-3)
		n += seen[i]
	}
	for i := range seen {
		seen[i] /= n
	}
	h0, h1 := s.likeliest(seen, s.Elo0), s.likeliest(seen, s.Elo1)
	sum := 0.0
	for i, share := range seen {
		sum += share * math.Log(h1[i]/h0[i])
	}
	return n * sum
}

// likeliest returns the distribution with the Elo difference under which the observed one is most likely.
func (s SPRT) likeliest(seen distribution, elo float64) distribution {
	if s.Model == Logistic {
		return seen.withMean(ExpectedScore(elo))
	}
	return seen.withT(elo / nEloPerT * math.Sqrt2)
}
