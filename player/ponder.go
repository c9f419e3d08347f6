package player

import (
	"context"
	"errors"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Ponderer is a player that can use the time in which the other side thinks.
type Ponderer interface {
	Player
	// Ponder thinks about g, in which the other side is to move, until ctx ends or nothing is left to find out, and
	// returns soon after. No other method may be called meanwhile. It changes how well later moves are founded, and
	// nothing that has to repeat itself.
	Ponder(ctx context.Context, g *record.Game)
}

// StartPondering lets p think about g, in which the other side is to move, in the background, if it is a [Ponderer].
// Call stop when the move is there, before anything else is asked of p: it returns when p has stopped, and may be
// called again.
func StartPondering(ctx context.Context, p Player, g *record.Game) (stop func()) {
	thinker, ok := p.(Ponderer)
	if !ok {
		return func() {}
	}
	about := *g
	about.Moves = slices.Clone(g.Moves)
	ctx, cancel := context.WithCancel(ctx)
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer func() { _ = recover() }() // it was not asked for a move; when it is, what is wrong with it will show
		thinker.Ponder(ctx, &about)
	}()
	return func() {
		cancel()
		<-over
	}
}

// expected is how many plies show which reply to think about.
const expected = 8

// Ponder searches the position after the reply that it expects. What it finds stays in the table, which only a player
// without a level keeps from move to move, and which only time lets go further.
func (e *engine) Ponder(ctx context.Context, g *record.Game) {
	p := g.Position()
	if !e.ponders || !e.timed || p.Over() {
		return
	}
	r, err := e.search.Search(ctx, p, search.Limits{Depth: expected, Confidence: e.limits.Confidence}, nil)
	if next := p.Play(r.Move); err == nil && !next.Over() {
		// the table has the answer
		_, _ = e.search.Search(ctx, next, search.Limits{Depth: MaxTreeDepth, Confidence: e.limits.Confidence}, nil)
	}
}

// pondering reads +ponder, which is for a player whose thinking time alone bounds.
func pondering(a *Args, free bool) (bool, error) {
	if a.OneOf("ponder", "-", "+") == "-" {
		return false, nil
	}
	if !free {
		return false, errors.New("+ponder: a level, a skill, a depth, exact or nodes begin each move afresh, so " +
			"that it repeats; ponder goes with a clock or time=DURATION alone")
	}
	return true, nil
}

// ponder lets the side that is not to move think while the other one does, if the referee wants that.
func (r *Referee) ponder(ctx context.Context, g *record.Game, side othello.Color) (stop func()) {
	if !r.Ponder {
		return func() {}
	}
	return StartPondering(ctx, r.Player(1-side), g)
}
