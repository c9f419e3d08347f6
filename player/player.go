// Package player is whoever can choose a move, the referee between two of them, and the grammar by which players are named.
//
// People, the first players (random, greedy), the searches of package gametree and the engine of package search all stand
// behind one interface. The package imports the game (record, othello), gametree, eval and search, and decides nothing about
// which players exist: a program lists them once, as [Makers].
package player

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Player chooses moves. Its methods are called by one goroutine at a time.
type Player interface {
	// Name is the player's specification in full, or a person's name.
	Name() string
	// Choose is the player's move in the present position of g, which it must not change. The side to move has a move, or must
	// pass. It returns soon after ctx ends, with ctx's error when it has no move by then.
	Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error)
	// Close frees what the player holds.
	Close() error
}

// Thinker is a player that can tell how far its thinking has come.
type Thinker interface {
	Player
	// Think is Choose that also calls progress, from the same goroutine, with each better-founded choice on the way.
	Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error)
}

// Clock is what a player may spend on one move; a zero field does not bound. Times are those at the moment of the question. Depth and Nodes are a wish to players
// that search: who cannot count plies or nodes plays as usual.
type Clock struct {
	Move      time.Duration // for this move
	Left      time.Duration // on the mover's clock, for this move and all that follow; never 0 where there is such a clock: who has none left has lost
	Increment time.Duration // added to Left after each move
	Moves     int           // moves of the mover that Left must last for; 0: all to the end of the game
	Depth     int           // plies to look ahead
	Nodes     uint64        // positions to enter
}

// Bounds of what the players of this package spend of a clock.
const (
	overhead    = 40 * time.Millisecond // kept back from a clock for what lies between the player and the referee
	solvedMoves = 7                     // moves of one side at the end that take no time worth planning for
)

// share is how much of Left to spend on a move with so many squares empty: an equal part for each move that needs thought, and most of the
// increment; 0 without a game clock, and never 0 with one, as that would be no limit.
func (c Clock) share(empties int) time.Duration {
	if c.Left <= 0 {
		return 0
	}
	left := c.Left - min(overhead, c.Left/4)
	if c.Moves == 1 {
		return max(left, 1)
	}
	moves := max((empties+1)/2-solvedMoves, 2)
	if c.Moves > 0 {
		moves = min(moves, c.Moves)
	}
	return max(min(left/time.Duration(moves)+c.Increment*3/4, left*2/3), 1)
}

// most is the shorter of Move and the share of Left; 0 when time does not bound.
func (c Clock) most(empties int) time.Duration {
	if s := c.share(empties); s > 0 && (c.Move == 0 || s < c.Move) {
		return s
	}
	return c.Move
}

// Seeder is a player whose choices depend on chance, and repeat after Seed. A player whose specification holds a seed keeps that one.
type Seeder interface{ Seed(seed uint64) }

// Choice is a move and, from players that search, what they found.
type Choice struct {
	Move   othello.Square
	Report *search.Report // nil when the player has none
}

// Think is p.Think for a [Thinker] and p.Choose for any other player.
func Think(ctx context.Context, p Player, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	if t, ok := p.(Thinker); ok {
		return t.Think(ctx, g, c, progress)
	}
	return p.Choose(ctx, g, c)
}
