package match

import (
	"errors"
	"math"

	"github.com/kaeshi/kaeshi/match/stats"
)

// Rating is the strength of a player in Elo relative to the mean of its pool. Low and High are the ends of its 95 %
// interval.
type Rating struct{ Elo, Low, High float64 }

// meeting holds the results of player a against player b.
type meeting struct {
	a, b int
	Tally
	otherFaults int // of b
	otherEffort Effort
}

// ratings returns the maximum-likelihood strengths of n players in the model of Bradley and Terry (Rank analysis of
// incomplete block designs, Biometrika 39, 1952) with a draw as half a win. prior is the number of drawn games against
// a player of mean strength that are added for each player, so that players that won or lost every game, or have no
// games, have finite ratings.
//
// The error is the larger of two: that of the model, in which games are independent, and that estimated from the
// variance of whole pairs (the sandwich estimator of P. Huber, The behavior of maximum likelihood estimates under
// nonstandard conditions, 1967).
func ratings(n int, meetings []meeting, prior float64) ([]Rating, error) {
	strength := make([]float64, n)
	for range 200 {
		step, err := newton(strength, meetings, prior)
		if err != nil {
			return nil, err
		}
		largest := 0.0
		for i, d := range step {
			strength[i] += math.Max(-2, math.Min(2, d))
			largest = math.Max(largest, math.Abs(d))
		}
		if largest < 1e-10 {
			break
		}
	}
	inverse, err := information(strength, meetings, prior).inverse()
	if err != nil {
		return nil, err
	}
	return rated(strength, centredCovariance(inverse),
		centredCovariance(inverse.times(spread(strength, meetings, prior)).times(inverse))), nil
}

// rated converts strengths and their two covariances to Elo.
func rated(strength []float64, model, seen square) []Rating {
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(len(strength))
	}
	list := make([]Rating, len(strength))
	for i, s := range strength {
		elo := (s - mean) * stats.EloPerLogit
		width := stats.Z95 * stats.EloPerLogit * math.Sqrt(math.Max(model[i][i], seen[i][i]))
		list[i] = Rating{elo, elo - width, elo + width}
	}
	return list
}

// chance returns the probability that strength a wins a decided game against b.
func chance(a, b float64) float64 { return 1 / (1 + math.Exp(b-a)) }

// newton returns a Newton step towards the maximum of the likelihood.
func newton(strength []float64, meetings []meeting, prior float64) ([]float64, error) {
	slope := make([]float64, len(strength))
	for i, s := range strength {
		slope[i] = prior * (0.5 - chance(s, 0))
	}
	for _, m := range meetings {
		surplus := m.Points() - float64(m.Games())*chance(strength[m.a], strength[m.b])
		slope[m.a] += surplus
		slope[m.b] -= surplus
	}
	inverse, err := information(strength, meetings, prior).inverse()
	if err != nil {
		return nil, err
	}
	step := make([]float64, len(strength))
	for i := range step {
		for j, s := range slope {
			step[i] += inverse[i][j] * s
		}
	}
	return step, nil
}

// information returns the Fisher information, the negative second derivatives of the log-likelihood.
func information(strength []float64, meetings []meeting, prior float64) square {
	h := newSquare(len(strength))
	for i, s := range strength {
		p := chance(s, 0)
		h[i][i] += prior * p * (1 - p)
	}
	for _, m := range meetings {
		p := chance(strength[m.a], strength[m.b])
		h.link(m.a, m.b, float64(m.Games())*p*(1-p))
	}
	return h
}

// spread returns the sum of the outer squares of the gradients of the log-likelihood's terms, one for each pair of
// games and each unpaired game.
func spread(strength []float64, meetings []meeting, prior float64) square {
	s := newSquare(len(strength))
	for i, x := range strength {
		p := chance(x, 0)
		s[i][i] += prior * (0.5 - p) * (0.5 - p)
	}
	for _, m := range meetings {
		p := chance(strength[m.a], strength[m.b])
		sum := 0.0
		for i, count := range m.Pairs {
			d := float64(i)/2 - 2*p
			sum += float64(count) * d * d
		}
		alone := float64(m.Games() - 2*m.Pairs.Count())
		s.link(m.a, m.b, sum+alone*p*(1-p))
	}
	return s
}

// square is a square matrix.
type square [][]float64

func newSquare(n int) square {
	m := make(square, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// link adds w times the outer square of the vector with 1 at a and -1 at b.
func (m square) link(a, b int, w float64) {
	m[a][a] += w
	m[b][b] += w
	m[a][b] -= w
	m[b][a] -= w
}

func (m square) times(o square) square {
	product := newSquare(len(m))
	for i := range m {
		for k, x := range m[i] {
			for j, y := range o[k] {
				product[i][j] += x * y
			}
		}
	}
	return product
}

// errSingular is the error of results that do not determine all ratings.
var errSingular = errors.New("ratings: some players are not connected by games, and there is no prior")

// inverse returns the inverse by Gauss–Jordan elimination. The matrices are symmetric and positive definite, so that
// the diagonal elements serve as pivots.
func (m square) inverse() (square, error) {
	n := len(m)
	a, inv := newSquare(n), newSquare(n)
	for i := range m {
		copy(a[i], m[i])
		inv[i][i] = 1
	}
	for k := range n {
		pivot := a[k][k]
		if !(pivot > 1e-14) {
			return nil, errSingular
		}
		for j := range n {
			a[k][j] /= pivot
			inv[k][j] /= pivot
		}
		for i := range n {
			if f := a[i][k]; i != k && f != 0 {
				for j := range n {
					a[i][j] -= f * a[k][j]
					inv[i][j] -= f * inv[k][j]
				}
			}
		}
	}
	return inv, nil
}

// centredCovariance returns the covariance of strengths minus their mean, which is not determined by results.
func centredCovariance(v square) square {
	n := len(v)
	c := newSquare(n)
	for i := range n {
		for j := range n {
			c[i][j] = -1 / float64(n)
		}
		c[i][i]++
	}
	return c.times(v).times(c)
}

// priorDraws is the prior of all ratings. One drawn game has little effect in a real tournament.
const priorDraws = 1
