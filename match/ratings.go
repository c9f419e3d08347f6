package match

import (
	"errors"
	"math"

	"github.com/kaeshi/kaeshi/match/stats"
)

// Rating is a player's strength in a pool, in Elo above the pool's mean, with the bounds Low and High between which it
// lies in 95 % of tournaments.
type Rating struct{ Elo, Low, High float64 }

// meeting is what player a did against player b.
type meeting struct {
	a, b int
	Tally
	otherFaults int // b's
	otherEffort Effort
}

// ratings are the strengths of n players under which the results are most likely, in the model of Bradley and Terry
// (Rank analysis of incomplete block designs, Biometrika 39, 1952) with a draw as half a win. prior is how many drawn
// games with a player of mean strength are added for each, so that someone who won or lost every game, or met nobody,
// has a finite rating.
//
// The errors are the larger of two: those of the model, in which games are independent, and those that the spread of
// whole pairs shows (the sandwich of P. Huber, The behavior of maximum likelihood estimates under nonstandard
// conditions, 1967).
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

// rated turns strengths and their two covariances into Elo.
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

// chance is how probable it is that strength a wins a decided game against b.
func chance(a, b float64) float64 { return 1 / (1 + math.Exp(b-a)) }

// newton is the step towards the greatest likelihood.
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

// information is Fisher's: the negative second derivatives of the log-likelihood.
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

// spread is the sum of the squared slopes of the log-likelihood's terms, one for each pair of games and each game
// without its pair.
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

// link adds w times the outer square of the vector that is 1 at a and -1 at b.
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

// errSingular says that the results leave some rating open.
var errSingular = errors.New("ratings: the players fall into groups that never met, and no prior joins them")

// inverse by the elimination of Gauss and Jordan; the matrices here are symmetric and positive, so that the diagonal
// serves as pivots.
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

// centredCovariance is the covariance of strengths less their mean, of which alone results tell.
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

// priorDraws is next to nothing beside a real tournament: one drawn game.
const priorDraws = 1
