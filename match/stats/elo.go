package stats

import "math"

// EloPerLogit converts natural logits to Elo: a score of s corresponds to 400·log10(s/(1−s)).
const EloPerLogit = 400 / math.Ln10

// nEloPerT turns a difference in units of the standard deviation of a game's result into normalised Elo, which is Elo
// where all games are won or lost and the players are equal (M. Van den Bergh, Normalized Elo,
// http://hardy.uhasselt.be/Fishtest/normalized_elo.pdf).
const nEloPerT = 2 * EloPerLogit

// Z95 is the normal quantile of a two-sided interval of 95 %.
const Z95 = 1.959963984540054

// Estimate is how much stronger one player is than another, with the bounds between which the truth lies in 95 % of
// matches. An estimate that is infinite is so because every game was won or lost.
type Estimate struct {
	Score             float64 // share of the points, 0 to 1
	Elo, Low, High    float64 // the difference in Elo and its bounds; above 0 the first player is the stronger one
	NElo, NLow, NHigh float64 // the same in normalised Elo, see [Normalized]
	LOS               float64 // likelihood of superiority: how probable it is that the first player is the stronger one
	Pairs             int     // on which this rests
}

// Estimate is what the pairs say; ok is false when there is none. The interval follows from the variance between pairs
// by the normal approximation, and from the binomial distribution where every pair ended alike at 0 or 1.
func (p Pairs) Estimate() (e Estimate, ok bool) {
	n := float64(p.Count())
	if n == 0 {
		return e, false
	}
	mean, variance := p.Moments()
	e = Estimate{Score: mean, Pairs: p.Count(), Elo: eloOf(mean)}
	deviation := math.Sqrt(variance / n)
	low, high := mean-Z95*deviation, mean+Z95*deviation
	e.LOS = 0.5 * (1 + math.Erf(ratio(mean-0.5, deviation)/math.Sqrt2))
	if variance == 0 {
		low, high = extremes(mean, n)
		e.LOS = unanimous(mean, n)
	}
	e.Low, e.High = eloOf(low), eloOf(high)
	e.NElo = nEloPerT * ratio(mean-0.5, math.Sqrt(2*variance))
	e.NLow, e.NHigh = e.NElo-Z95*nEloPerT/math.Sqrt(2*n), e.NElo+Z95*nEloPerT/math.Sqrt(2*n)
	return e, true
}

// extremes is an interval of 95 % for a score without any variance in n pairs: after all won or all lost, the bound at
// which that would happen in 2.5 % of matches (Clopper and Pearson 1934).
func extremes(mean, n float64) (low, high float64) {
	bound := math.Pow(0.025, 1/n)
	switch mean {
	case 1:
		return bound, 1
	case 0:
		return 0, 1 - bound
	}
	return math.Max(0, mean-(1-bound)), math.Min(1, mean+(1-bound))
}

// eloOf is the Elo difference at which the score is expected.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return EloPerLogit * math.Log(score/(1-score))
}

// ExpectedScore returns the score expected at an Elo difference.
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Exp(-elo/EloPerLogit)) }

// unanimous is the likelihood of superiority when n pairs all ended alike, which say nothing of how pairs vary: as if
// each was the throw of a coin of which nothing is known before (Laplace's rule).
func unanimous(mean, n float64) float64 {
	switch {
	case mean > 0.5:
		return 1 - math.Pow(0.5, n+1)
	case mean < 0.5:
		return math.Pow(0.5, n+1)
	}
	return 0.5
}

// ratio is a/b, 0 where both are 0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}
