package match

import (
	"math"
	"time"

	"github.com/kaeshi/kaeshi/match/stats"
)

// Tally holds the results of a player against another, or against all.
type Tally struct {
	Wins, Draws, Losses int         // finished games
	Discs               int         // sum of the final disc differences from the player's view
	Pairs               stats.Pairs // pairs of finished games
	Faults              int         // games lost by breaking the rules, including the clock
	Effort              Effort      // the player's time
}

// Effort is the time that a player took for its moves.
type Effort struct {
	Moves int           // number of timed moves, without forced passes
	Time  time.Duration // total time
}

// PerMove returns the mean time of a move, or 0 without moves.
func (e Effort) PerMove() time.Duration { return e.Time / time.Duration(max(e.Moves, 1)) }

func (e *Effort) add(spent time.Duration) {
	if spent > 0 { // 0 is a forced pass
		e.Moves++
		e.Time += spent
	}
}

// Games returns the number of finished games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns one point for each win and a half for each draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// MeanDiscs returns the mean final disc difference from the player's view, or 0 without games.
func (t Tally) MeanDiscs() float64 { return float64(t.Discs) / math.Max(float64(t.Games()), 1) }

// add counts a game with the final disc difference from the player's view.
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
		Discs: t.Discs + u.Discs, Pairs: t.Pairs.Plus(u.Pairs), Faults: t.Faults + u.Faults,
		Effort: Effort{t.Effort.Moves + u.Effort.Moves, t.Effort.Time + u.Effort.Time},
	}
}

// halfPoints returns the points of a game with the score in half points: 0, 1 or 2.
func halfPoints(score int) int {
	switch {
	case score > 0:
		return 2
	case score < 0:
		return 0
	}
	return 1
}
