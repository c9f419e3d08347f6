package player

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/internal/span"
)

// Control is the time control of a game. At most one of Base, Move, Depth and Nodes is set. Byo-yomi is the exception:
// it sets Base and Move, and each side has Move for every move after Base is used up. The zero Control sets no limit.
type Control struct {
	Base, Increment time.Duration // time of each side for the whole game, and the time that each move adds
	Move            time.Duration // for each move; without Increment
	Depth           int           // of the search, in plies; requested of the players, not enforced
	Nodes           uint64        // positions to enter for a move; requested, not enforced
	Margin          time.Duration // tolerated excess, for delays of the machine
}

// ErrTime reports that a player exceeded its clock and the margin.
var ErrTime = errors.New("its time ran out")

// ParseControl parses a time control: "5m+3s", "5m" (for the game), "5m+30s/move" (byo-yomi: 30s for each move after
// the 5m are used up), "1s/move", "depth:8", "nodes:100000" or "none". It fails on any other text.
func ParseControl(text string) (Control, error) {
	kind, number, _ := strings.Cut(text, ":")
	base, perMove := strings.CutSuffix(text, "/move")
	var c Control
	var ok bool
	switch {
	case text == "none" || text == "":
		return c, nil
	case kind == "depth":
		c.Depth, ok = parseWhole(number, MaxTreeDepth)
	case kind == "nodes":
		var n int
		n, ok = parseWhole(number, 1<<53)
		c.Nodes = uint64(n)
	case perMove:
		main, each, byoyomi := strings.Cut(base, "+")
		if !byoyomi {
			main, each = "", main
		}
		c.Move, ok = parseTime(each)
		if byoyomi && ok {
			c.Base, ok = parseTime(main)
		}
	default:
		base, increment, added := strings.Cut(text, "+")
		c.Base, ok = parseTime(base)
		if added && ok {
			c.Increment, ok = parseTime(increment)
		}
	}
	if !ok {
		return Control{},
			fmt.Errorf("time %q: expected such as 5m+3s, 5m+30s/move, 1s/move, depth:8, nodes:100000 or none", text)
	}
	return c, nil
}

func parseWhole(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n <= most
}

func parseTime(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

// String returns the control in the syntax of [ParseControl], without the margin.
func (c Control) String() string {
	switch {
	case c.Depth > 0:
		return fmt.Sprintf("depth:%d", c.Depth)
	case c.Nodes > 0:
		return fmt.Sprintf("nodes:%d", c.Nodes)
	case c.Base > 0 && c.Move > 0:
		return span.Text(c.Base) + "+" + span.Text(c.Move) + "/move"
	case c.Move > 0:
		return span.Text(c.Move) + "/move"
	case c.Base > 0 && c.Increment > 0:
		return span.Text(c.Base) + "+" + span.Text(c.Increment)
	case c.Base > 0:
		return span.Text(c.Base)
	}
	return "none"
}

// clocks holds the clocks of both sides in a game under a control.
type clocks struct {
	Control
	left [2]time.Duration // rest of Base; negative within the margin
}

func (c Control) start() *clocks { return &clocks{c, [2]time.Duration{c.Base, c.Base}} }

// unbounded is the waiting time of a referee without a clock.
const unbounded = -1

// clock returns the clock shown to the side, and the time that the referee waits for its move, or unbounded.
func (c *clocks) clock(side int) (shown Clock, most time.Duration) {
	shown.Depth, shown.Nodes, most = c.Depth, c.Nodes, unbounded
	left := c.left[side]
	switch {
	case c.Move > 0 && left <= 0: // Base is used up or was 0
		shown.Left, shown.Moves, most = c.Move, 1, c.Move+c.Margin
	case c.Base > 0:
		shown.Left, shown.Increment, shown.Period, most = max(left, 1), c.Increment, c.Move,
			max(left+c.Move+c.Margin, 0)
	}
	return shown, most
}

// spend subtracts the time of a move. The error is an [ErrTime]. stopped says that the player gave up because its time
// had run out.
func (c *clocks) spend(side int, took time.Duration, stopped bool) error {
	_, most := c.clock(side)
	if most != unbounded && (took > most || stopped) {
		return fmt.Errorf("%w: %v for a move with %v left and a margin of %v", ErrTime,
			took.Round(time.Millisecond), (most - c.Margin).Round(time.Millisecond), c.Margin)
	}
	if c.Base > 0 {
		c.left[side] += c.Increment - took
	}
	if c.Base > 0 && c.Move > 0 {
		c.left[side] = max(c.left[side], 0)
	}
	return nil
}

// After returns the clock of a side that spent these times on its moves. Left is 1 ns if they exceed the control.
func (c Control) After(spent ...time.Duration) Clock {
	clocks := c.start()
	for _, took := range spent {
		if clocks.spend(0, took, false) != nil {
			clocks.left[0] = 0
		}
	}
	shown, _ := clocks.clock(0)
	return shown
}
