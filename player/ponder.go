package player

import (
	"context"
	"errors"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Ponderer is a player that can search during the time of the other side.
type Ponderer interface {
	Player
	// Ponder searches g, in which the other side is to move, until ctx ends or the search is complete, and returns soon
	// after. No other method may be called meanwhile. Pondering may improve later moves, but must not change the moves
	// of a player whose moves are repeatable.
	Ponder(ctx context.Context, g *record.Game)
}

// StartPondering makes p ponder g, in which the other side is to move, in the background, if it is a [Ponderer]. Call
// stop after the move of the other side and before any other method of p. It returns when p has stopped, and may be
// called several times.
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
		defer func() { _ = recover() }() // errors of the player are reported when it has to move
		thinker.Ponder(ctx, &about)
	}()
	return func() {
		cancel()
		<-over
	}
}

// expected is the depth in plies of the search for the expected reply.
const expected = 8

// Ponder searches the position after the expected reply. The results stay in the table, which only a player without a
// level keeps from move to move, and which lets a search limited by time go deeper.
func (e *engine) Ponder(ctx context.Context, g *record.Game) {
	p := g.Position()
	if !e.ponders || !e.timed || p.Over() {
		return
	}
	r, err := e.search.Search(ctx, p, search.Limits{Depth: expected, Confidence: e.limits.Confidence}, nil)
	if next := p.Play(r.Move); err == nil && !next.Over() {
		// The result is in the table.
		_, _ = e.search.Search(ctx, next, search.Limits{Depth: MaxTreeDepth, Confidence: e.limits.Confidence}, nil)
	}
}

// pondering parses +ponder, which requires a player limited by time only.
func pondering(a *Args, free bool) (bool, error) {
	if a.OneOf("ponder", "-", "+") == "-" {
		return false, nil
	}
	if !free {
		return false, errors.New("+ponder cannot be combined with level, skill, depth, exact or nodes, whose moves " +
			"must be repeatable; use it with a clock or with time=DURATION only")
	}
	return true, nil
}

// ponder makes the player of the side that is not to move ponder, if r.Ponder is set.
func (r *Referee) ponder(ctx context.Context, g *record.Game, side othello.Color) (stop func()) {
	if !r.Ponder {
		return func() {}
	}
	return StartPondering(ctx, r.Player(1-side), g)
}
