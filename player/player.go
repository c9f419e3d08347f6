// Package player defines the Player interface, the referee that runs a game between two players, and the syntax of
// player specs.
//
// People, the simple players (random, greedy), the searches of package gametree and the engine of package search all
// implement the interface.
package player

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Player chooses moves. Its methods are called by one goroutine at a time.
type Player interface {
	// Name is the player's specification in full, or a person's name.
	Name() string
	// Choose returns a move in the last position of g, which must not be over. It does not change g. It returns soon
	// after ctx ends, with the error of ctx if it has no move by then.
	Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error)
	// Close releases the resources of the player. It fails if a program behind the player does not end cleanly.
	Close() error
}

// Thinker is a player that reports its progress.
type Thinker interface {
	Player
	// Think is Choose, and calls progress from the same goroutine with each intermediate choice.
	Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error)
}

// Clock limits one move. A zero field sets no limit. Times are measured from the call of Choose. Players that do not
// count plies or nodes ignore Depth and Nodes.
type Clock struct {
	Move time.Duration // for this move
	// Left is the time on the clock of the side to move, for this move and all later ones; 0 only if there is no clock.
	Left      time.Duration
	Increment time.Duration // added to Left after each move
	Period    time.Duration // byo-yomi: time for each move after Left has run out
	Moves     int           // number of moves of this side for which Left must last; 0: all to the end of the game
	Depth     int           // of the search, in plies
	Nodes     uint64        // positions to enter
}

// Seeder is a player that chooses at random. Its choices repeat after Seed with the same seed. A seed in the spec of
// the player takes precedence.
type Seeder interface{ Seed(seed uint64) }

// Preparer is a player with a slow start, such as the allocation of a table.
type Preparer interface {
	// Prepare is called before the clock c starts.
	Prepare(c Clock)
}

// ClockUnit is a player whose protocol transmits times in whole units.
type ClockUnit interface {
	// ClockUnit returns the unit, such as a second. It is the shortest time that can be transmitted.
	ClockUnit() time.Duration
}

// Choice is the Move of a player and, from players that search, their report.
type Choice struct {
	Move   othello.Square
	Report *search.Report // nil when the player has none
}

// Think calls p.Think for a [Thinker] and p.Choose for any other player. It fails as these do. The scores of reports
// are kept within the published bounds of the move, also those of players with another evaluation.
func Think(ctx context.Context, p Player, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	at := g.Position()
	if t, ok := p.(Thinker); ok {
		found, err := t.Think(ctx, g, c, func(c Choice) { progress(c.withinClaims(at)) })
		return found.withinClaims(at), err
	}
	found, err := p.Choose(ctx, g, c)
	return found.withinClaims(at), err
}

// withinClaims returns the choice in position p with a score within the published bounds of the move.
func (c Choice) withinClaims(p othello.Position) Choice {
	if c.Report == nil || p.Check(c.Move) != nil {
		return c
	}
	score := c.Report.Score.Discs()
	if kept := claims.OfMove(p, c.Move).Clamp(score); kept != score {
		r := *c.Report
		r.Score = othello.Score(kept)
		c.Report = &r
	}
	return c
}
