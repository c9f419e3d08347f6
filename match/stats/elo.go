package stats

import "math"

// EloPerLogit converts natural logits to Elo: a score of s corresponds to 400·log10(s/(1−s)).
const EloPerLogit = 400 / math.Ln10

// nEloPerT converts a difference in standard deviations of the result of a game to normalised Elo, which equals Elo for
// equal players without draws (M. Van den Bergh, Normalized Elo,
// http://hardy.uhasselt.be/Fishtest/normalized_elo.pdf).
const nEloPerT = 2 * EloPerLogit

// Z95 is the normal quantile of a two-sided 95 % interval.
const Z95 = 1.959963984540054

// Estimate is an estimate of the difference in strength of two players with its 95 % interval. It is infinite if every
// game was won, or every game was lost.
type Estimate struct {
	Score             float64 // share of the points of the first player, 0 to 1
	Elo, Low, High    float64 // difference in Elo and its interval; above 0 if the first player is stronger
	NElo, NLow, NHigh float64 // the same in normalised Elo, see [Normalized]
	LOS               float64 // likelihood of superiority, the probability that the first player is stronger
	Pairs             int     // number of pairs
}

// Estimate returns the estimate from the pairs; ok is false if there are none. The interval is computed from the
// variance between pairs by the normal approximation, or from the binomial distribution if every pair was won or every
// pair lost.
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

// extremes returns a 95 % interval for a score without variance in n pairs. If all were won or all lost, its inner end
// is the score at which that happens with a probability of 2.5 % (Clopper and Pearson 1934).
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

// eloOf returns the Elo difference with the expected score.
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

// unanimous returns the likelihood of superiority if n pairs all have the same score, so that their variance is
// unknown. It treats them as throws of a coin with a uniform prior (Laplace's rule of succession).
func unanimous(mean, n float64) float64 {
	switch {
	case mean > 0.5:
		return 1 - math.Pow(0.5, n+1)
	case mean < 0.5:
		return math.Pow(0.5, n+1)
	}
	return 0.5
}

// ratio returns a/b, or 0 if a is 0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}
