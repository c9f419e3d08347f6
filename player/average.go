package player

import (
	"errors"
	"fmt"
	"time"
)

// average keeps the moves of a game to a mean duration: what one has not used is there for those that need more, as
// under a clock that nobody loses by.
type average struct {
	time  time.Duration // 0: moves have no mean duration
	spent time.Duration // in this game
	moves int           // made in this game
	plies int           // before the last of them
}

// begin is what a move after so many plies may take of, as [Clock.Left]. A position that does not lie behind that of
// the move before belongs to another game.
func (a *average) begin(plies, empties int) time.Duration {
	if plies <= a.plies {
		a.spent, a.moves = 0, 0
	}
	a.plies = plies
	a.moves++
	left := a.time * time.Duration(a.moves-1+movesLeft(empties))
	return max(left-a.spent, a.time/10, 1)
}

// averaging reads average=DURATION, which is for a player whose thinking time alone bounds.
func averaging(a *Args, free bool) (average, error) {
	d, err := time.ParseDuration(a.Text("average", "0s"))
	switch {
	case err != nil || d < 0 || d > time.Hour || a.Has("average") && d == 0:
		return average{},
			fmt.Errorf("average=%s: expected a duration such as 500ms or 10s, at most 1h", a.Text("average", ""))
	case d > 0 && !free:
		return average{}, errors.New("average: a level, a skill, a depth, exact or nodes say how hard it thinks; " +
			"average goes with time=DURATION or alone")
	}
	return average{time: d}, nil
}
