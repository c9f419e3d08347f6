// Package stats estimates the strength of a player from the results of its games: Elo and normalised Elo with their
// errors, and a sequential probability ratio test (SPRT). It counts colour-swapped pairs of games, not single games.
package stats

// Pairs counts colour-swapped pairs of games by the points that one player took from both: 0, ½, 1, 1½ or 2. The two
// games of a pair share their opening and are not independent, while pairs are. All errors here are errors over pairs.
type Pairs [5]int

// Count is the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Opposite returns the pairs from the other player's point of view.
func (p Pairs) Opposite() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// Plus returns the sum of both counts.
func (p Pairs) Plus(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// Moments returns the mean and the variance of a pair's score, from 0 (both lost) to 1 (both won).
func (p Pairs) Moments() (mean, variance float64) {
	n := float64(p.Count())
	for i, count := range p {
		mean += float64(count) * float64(i) / 4 / n
	}
	for i, count := range p {
		d := float64(i)/4 - mean
		variance += float64(count) * d * d / n
	}
	return mean, variance
}
