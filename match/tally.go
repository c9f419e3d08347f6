package match

import (
	"math"
	"time"

	"github.com/kaeshi/kaeshi/match/stats"
)

// Tally is what a player did against another, or against all.
type Tally struct {
	Wins, Draws, Losses int         // finished games
	Discs               int         // sum of the final disc differences as the player sees them
	Pairs               stats.Pairs // those of which both games are finished
	Faults              int         // games lost by breaking the rules, time included
	Effort              Effort      // the player's time
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
		Discs: t.Discs + u.Discs, Pairs: t.Pairs.Plus(u.Pairs), Faults: t.Faults + u.Faults,
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
