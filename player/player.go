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

// Clock is the time that a player may take.
type Clock struct {
	Move time.Duration // for this move; 0: as long as it likes
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
