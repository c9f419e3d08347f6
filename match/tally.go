package match

import (
	"math"
	"time"
)

// Pairs counts colour-swapped pairs of games by what one player took from the two: 0, ½, 1, 1½ or 2 points. The two games of a pair
// share their opening, so that they are not independent, while pairs are: what is said of errors here is said of pairs.
type Pairs [5]int

// Count is the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Seen from the other side.
func (p Pairs) opposite() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

func (p Pairs) plus(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// moments is the mean and the variance of a pair's score, from 0 (both lost) to 1 (both won).
func (p Pairs) moments() (mean, variance float64) {
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

// Tally is what a player did against another, or against all.
type Tally struct {
	Wins, Draws, Losses int    // finished games
	Discs               int    // sum of the final disc differences as the player sees them
	Pairs               Pairs  // those of which both games are finished
	Faults              int    // games lost by breaking the rules, time included
	Effort              Effort // the player's time
}

// Effort is the time that a player took for its moves.
type Effort struct {
	Moves int           // that were timed; forced passes are none
	Time  time.Duration // in all
}

// PerMove is the mean time of a move; 0 without moves.
func (e Effort) PerMove() time.Duration { return e.Time / time.Duration(max(e.Moves, 1)) }

func (e *Effort) add(spent time.Duration) {
	if spent > 0 { // a forced pass is no move
		e.Moves++
		e.Time += spent
	}
}

// Games is how many games were finished.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points is one for a win and a half for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// MeanDiscs is the mean final disc difference; 0 without games.
func (t Tally) MeanDiscs() float64 { return float64(t.Discs) / math.Max(float64(t.Games()), 1) }

// add counts a game by its final disc difference as the player sees it.
func (t *Tally) add(score int) {
	t.Discs += score
	switch {
	case score > 0:
		t.Wins++
	case score < 0:
		t.Losses++
	default:
		t.Draws++
	}
}

func (t Tally) plus(u Tally) Tally {
	return Tally{
		Wins: t.Wins + u.Wins, Draws: t.Draws + u.Draws, Losses: t.Losses + u.Losses,
		Discs: t.Discs + u.Discs, Pairs: t.Pairs.plus(u.Pairs), Faults: t.Faults + u.Faults,
		Effort: Effort{t.Effort.Moves + u.Effort.Moves, t.Effort.Time + u.Effort.Time},
	}
}

// halfPoints is what a game with that score gives: 0, 1 or 2 halves of a point.
func halfPoints(score int) int {
	switch {
	case score > 0:
		return 2
	case score < 0:
		return 0
	}
	return 1
}
