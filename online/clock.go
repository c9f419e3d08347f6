package online

import (
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
)

// Bounds of the time control of a game.
const (
	MaxBase      = 3 * time.Hour
	MaxIncrement = 5 * time.Minute
	MaxMoveTime  = time.Hour
	MinTime      = time.Second
)

// ParseControl parses a time control such as "5m+3s", "5m+30s/move", "30s/move" or "none" and checks its bounds.
func ParseControl(text string) (player.Control, error) {
	c, err := player.ParseControl(text)
	if err == nil {
		err = checkControl(c)
	}
	return c, err
}

func checkControl(c player.Control) error {
	timed := c.Base > 0 || c.Move > 0
	switch {
	case c.Depth > 0 || c.Nodes > 0:
		return fmt.Errorf("time %q: want a time for people, such as 5m+3s", c)
	case timed && c.Base+c.Move < MinTime:
		return fmt.Errorf("time %q: want at least %v", c, MinTime)
	case c.Base > MaxBase, c.Increment > MaxIncrement, c.Move > MaxMoveTime:
		return fmt.Errorf("time %q: want at most %v, an increment of %v and %v for a move", c, MaxBase, MaxIncrement,
			MaxMoveTime)
	}
	return nil
}

// check returns an error unless the game can be played.
func (s Setup) check() error {
	if err := s.Start.Validate(); err != nil {
		return err
	}
	p := s.Start
	for i, m := range s.Opening {
		if err := p.Check(m); err != nil {
			return fmt.Errorf("move %d of the opening: %w", i+1, err)
		}
		p = p.Play(m)
	}
	if p.Over() {
		return fmt.Errorf("position %s: the game is over", p)
	}
	return checkControl(s.Control)
}

// timed reports whether the game has clocks.
func (g *Game) timed() bool { return g.setup.Control.Base > 0 || g.setup.Control.Move > 0 }

// clockRuns reports whether the clock of the side to move runs. The first move of each side takes no time, so that
// both players are present when the clocks begin.
func (g *Game) clockRuns() bool {
	return g.timed() && g.Playing() && g.lastOwn(g.mover()) >= 0
}

// left returns the time that the side to move has for its move.
func (g *Game) left() time.Duration {
	var spent []time.Duration
	turn := g.moves.Position().Turn
	for i, took := range g.took {
		ply := g.given() + i
		if g.moves.Moves[ply] != othello.Pass && g.moves.PositionAt(ply).Turn == turn {
			spent = append(spent, took)
		}
	}
	c := g.setup.Control.After(spent...)
	return c.Left + c.Period
}

// late reports whether the side to move has lost on time.
func (g *Game) late(at time.Time) bool { return g.clockRuns() && at.Sub(g.began) >= g.left() }

// Deadline returns the time at which the side to move loses on time. ok is false if no clock runs.
func (g *Game) Deadline() (at time.Time, ok bool) {
	if !g.clockRuns() {
		return time.Time{}, false
	}
	return g.began.Add(g.left()), true
}

// View is a copy of the state of a game.
type View struct {
	ID      string
	Setup   Setup
	Names   [2]string        // of the creator and the guest; may be empty
	Colours [2]othello.Color // of the creator and the guest in this round
	Events  int              // number of stored events
	Joined  bool
	Round   int // from 1
	Moves   []othello.Square
	Given   int             // number of plies of the opening
	Took    []time.Duration // for each ply after the opening
	Spent   time.Duration   // on the current move so far
	Running bool            // the clock of the side to move runs
	Request *Request
	End     *End
	Mixed   bool
	Points  [2]int  // half points of the creator and the guest in the finished rounds
	Here    [2]bool // the players who have an open event stream
	Viewers int     // number of event streams of others
}

// View returns the state of the game at a time.
func (g *Game) View(at time.Time) View {
	v := View{
		Setup: g.setup, Names: g.names, Colours: [2]othello.Color{g.Colour(Creator), g.Colour(Guest)},
		Events: g.events, Joined: g.joined, Round: g.round, Moves: slices.Clone(g.moves.Moves), Given: g.given(),
		Took: slices.Clone(g.took), Running: g.clockRuns(), Mixed: g.mixed, Points: g.points,
	}
	if v.Running {
		v.Spent = max(0, at.Sub(g.began))
	}
	if g.request != nil {
		copied := *g.request
		v.Request = &copied
	}
	if g.end != nil {
		copied := *g.end
		v.End = &copied
	}
	return v
}
