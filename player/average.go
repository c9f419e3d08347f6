package player

import (
	"errors"
	"fmt"
	"time"
)

// average keeps the mean duration of the moves of a game. Time that a move does not use is available to later ones, as
// under a clock, but exceeding it has no consequences.
type average struct {
	time  time.Duration // mean duration; 0: none
	spent time.Duration // in this game
	moves int           // number of moves in this game
	plies int           // number of plies before the last move
}

// begin returns the time budget of the next move, after the number of plies, in the form of Clock.Left. If plies is not
// greater than at the previous call, a new game begins.
func (a *average) begin(plies, empties int) time.Duration {
	if plies <= a.plies {
		a.spent, a.moves = 0, 0
	}
	a.plies = plies
	a.moves++
	left := a.time * time.Duration(a.moves-1+movesLeft(empties))
	return max(left-a.spent, a.time/10, 1)
}

// averaging parses average=DURATION, which requires a player limited by time only.
func averaging(a *Args, free bool) (average, error) {
	d, err := time.ParseDuration(a.Text("average", "0s"))
	switch {
	case err != nil || d < 0 || d > time.Hour || a.Has("average") && d == 0:
		return average{},
			fmt.Errorf("average=%s: expected a duration such as 500ms or 10s, at most 1h", a.Text("average", ""))
	case d > 0 && !free:
		return average{}, errors.New("average cannot be combined with level, skill, depth, exact or nodes; " +
			"use it alone or with time=DURATION")
	}
	return average{time: d}, nil
}
