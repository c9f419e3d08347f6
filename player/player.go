// Package player is whoever can choose a move, the referee between two of them, and the grammar by which players are
// named.
//
// People, the first players (random, greedy), the searches of package gametree and the engine of package search all
// stand behind one interface.
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
	// Choose is the player's move in the present position of g, which it must not change. The side to move has a move,
	// or must pass. It returns soon after ctx ends, with ctx's error when it has no move by then.
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

// Clock is what a player may spend on one move; a zero field does not bound. Times are those at the moment of the
// question. Depth and Nodes are a wish to players that search: who cannot count plies or nodes plays as usual.
type Clock struct {
	Move time.Duration // for this move
	// on the mover's clock, for this move and all that follow; never 0 where there is such a clock: who has none left
	// has lost
	Left      time.Duration
	Increment time.Duration // added to Left after each move
	Period    time.Duration // byo-yomi: once Left has run out, for every move alone
	Moves     int           // moves of the mover that Left must last for; 0: all to the end of the game
	Depth     int           // plies to look ahead
	Nodes     uint64        // positions to enter
}

// Seeder is a player whose choices depend on chance, and repeat after Seed. A player whose specification holds a seed
// keeps that one.
type Seeder interface{ Seed(seed uint64) }

// Preparer is a player that has something to make ready, which would cost time under a clock.
type Preparer interface {
	// Prepare is called before a clock starts, or is about to, that shows c.
	Prepare(c Clock)
}

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
