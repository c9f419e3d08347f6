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

// gtpClocks are the two sides' clocks: a main time, and after it periods of time that are given for some moves each
// (Canadian overtime).
type gtpClocks struct {
	on     bool
	main   time.Duration
	period time.Duration
	stones int // moves to a period
	side   [2]gtpClock
}

// gtpClock is what one side has left: main time when stones is 0, else time for so many moves.
type gtpClock struct {
	left   time.Duration
	stones int
}

// longest bounds a time that is stated, in seconds: three years.
const longest = 100_000_000

// millisecondPrefix begins the names of time_settings and time_left where they count in milliseconds. The protocol
// reserves names with a prefix for private use.
const millisecondPrefix = "kaeshi-"

// inSeconds is the arguments of a command with those at the places converted from milliseconds. What is no number stays
// as it is, for the command to refuse.
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

// parseSeconds reads a time. GTP counts whole seconds; fractions are taken, too.
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

// settings is time_settings MAIN PERIOD STONES. A period without stones is the protocol's way to say that there is no
// clock.
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

// settle is time_settings, which lets the player make ready while nothing is measured.
func (t *gtpTable) settle(args []string) error {
	if err := t.clocks.settings(args); err != nil {
		return err
	}
	if p, ok := t.Player.(player.Preparer); ok && t.clocks.on {
		p.Prepare(t.clocks.now(othello.Black))
	}
	return nil
}

// reset is for a new game.
func (c *gtpClocks) reset() {
	first := gtpClock{c.main, 0}
	if c.main == 0 {
		first = gtpClock{c.period, c.stones}
	}
	c.side = [2]gtpClock{first, first}
}

// left is time_left COLOUR SECONDS STONES.
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

// now is what the side may spend. One whose time is over moves at once.
func (c *gtpClocks) now(side othello.Color) player.Clock {
	s := c.side[side]
	switch {
	case !c.on:
		return player.Clock{}
	case s.stones == 0 && c.stones == 1:
		return player.Clock{Left: max(s.left, time.Millisecond), Period: c.period}
	case s.stones == 0 && c.stones > 0: // overtime goes on from where the main time ends
		return player.Clock{Left: max(s.left, time.Millisecond), Increment: c.period / time.Duration(c.stones)}
	}
	return player.Clock{Left: max(s.left, time.Millisecond), Moves: s.stones}
}

// spend lets the side's clock run, until the controller says what it shows.
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
