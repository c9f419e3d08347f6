package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
)

// gtpClocks holds the clocks of both sides: a main time, followed by periods with a number of moves each (Canadian
// overtime).
type gtpClocks struct {
	on     bool
	main   time.Duration
	period time.Duration
	stones int // moves per period
	side   [2]gtpClock
}

// gtpClock is the remaining time of one side: main time if stones is 0, otherwise the time for that many moves.
type gtpClock struct {
	left   time.Duration
	stones int
}

// longest is the greatest accepted time in seconds, three years.
const longest = 100_000_000

// millisecondPrefix is the prefix of the versions of time_settings and time_left in milliseconds. The protocol reserves
// names with a prefix for private extensions.
const millisecondPrefix = "kaeshi-"

// inSeconds returns the arguments of a command with those at the places converted from milliseconds. Arguments that are
// not numbers are unchanged, so that the command reports them.
func inSeconds(args []string, places ...int) []string {
	args = slices.Clone(args)
	for _, at := range places {
		if at >= len(args) {
			continue
		}
		if ms, err := strconv.ParseFloat(args[at], 64); err == nil {
			args[at] = strconv.FormatFloat(ms/1000, 'f', -1, 64)
		}
	}
	return args
}

// parseSeconds parses a time in seconds. GTP has whole seconds; fractions are accepted as well.
func parseSeconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= longest) { // nor not-a-number
		return 0, fmt.Errorf("syntax error: expected seconds from 0 to %d, not %.40q", longest, text)
	}
	return time.Duration(s * float64(time.Second)), nil
}

func parseStones(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxQueue {
		return 0, fmt.Errorf("syntax error: expected a number of moves, not %.40q", text)
	}
	return n, nil
}

// settings implements time_settings MAIN PERIOD STONES. In the protocol, a period without stones means no clock.
func (c *gtpClocks) settings(args []string) error {
	if len(args) != 3 {
		return errors.New("syntax error: expected main time, overtime and the moves to it")
	}
	main, err := parseSeconds(args[0])
	if err != nil {
		return err
	}
	period, err := parseSeconds(args[1])
	if err != nil {
		return err
	}
	stones, err := parseStones(args[2])
	if err != nil {
		return err
	}
	*c = gtpClocks{on: stones > 0 || period == 0, main: main, period: period, stones: stones}
	c.reset()
	return nil
}

// applyTimeSettings implements time_settings and prepares the player before a clock runs.
func (t *gtpSession) applyTimeSettings(args []string) error {
	if err := t.clocks.settings(args); err != nil {
		return err
	}
	if p, ok := t.Player.(player.Preparer); ok && t.clocks.on {
		p.Prepare(t.clocks.now(othello.Black))
	}
	return nil
}

// reset sets the clocks for a new game.
func (c *gtpClocks) reset() {
	first := gtpClock{c.main, 0}
	if c.main == 0 {
		first = gtpClock{c.period, c.stones}
	}
	c.side = [2]gtpClock{first, first}
}

// left implements time_left COLOUR SECONDS STONES.
func (c *gtpClocks) left(args []string) error {
	color, err := gtpColor(args)
	if err != nil {
		return err
	}
	if len(args) != 3 {
		return errors.New("syntax error: expected a colour, seconds and moves")
	}
	left, err := parseSeconds(args[1])
	if err != nil {
		return err
	}
	stones, err := parseStones(args[2])
	if err != nil {
		return err
	}
	c.on = true
	c.side[color] = gtpClock{left, stones}
	return nil
}

// now returns the clock of a side. If its time is over, the side has a millisecond.
func (c *gtpClocks) now(side othello.Color) player.Clock {
	s := c.side[side]
	switch {
	case !c.on:
		return player.Clock{}
	case s.stones == 0 && c.stones == 1:
		return player.Clock{Left: max(s.left, time.Millisecond), Period: c.period}
	case s.stones == 0 && c.stones > 0: // overtime follows the main time
		return player.Clock{Left: max(s.left, time.Millisecond), Increment: c.period / time.Duration(c.stones)}
	}
	return player.Clock{Left: max(s.left, time.Millisecond), Moves: s.stones}
}

// spend subtracts the time of a move from the clock of the side. The controller may correct it with time_left.
func (c *gtpClocks) spend(side othello.Color, took time.Duration) {
	s := &c.side[side]
	inPeriod := s.stones > 0
	s.left -= took
	if inPeriod {
		s.stones--
	}
	if c.stones > 0 && s.stones == 0 && (inPeriod || s.left <= 0) {
		*s = gtpClock{c.period, c.stones}
	}
}
