package player

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// NewGreedy makes a player that turns over as many discs as possible and, among equal moves, takes the first square in
// board order. Its error is always nil.
func NewGreedy(a *Args) (Player, error) { return mostFlips{a.Spec().Text}, nil }

type mostFlips struct{ name string }

func (g mostFlips) Name() string { return g.name }

func (g mostFlips) Choose(ctx context.Context, game *record.Game, _ Clock) (Choice, error) {
	p := game.Position()
	moves, err := movesOf(ctx, p)
	if err != nil {
		return Choice{}, err
	}
	best, most := moves[0], -1
	for _, m := range moves {
		if flips := p.Flips(m).Len(); flips > most {
			best, most = m, flips
		}
	}
	return Choice{Move: best}, nil
}

func (g mostFlips) Close() error { return nil }

// movesOf returns the moves in p. It fails with [search.ErrOver] if there is none, and if ctx has ended.
func movesOf(ctx context.Context, p othello.Position) ([]othello.Square, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	moves := p.Moves()
	if len(moves) == 0 {
		return nil, fmt.Errorf("position %s: %w", p, search.ErrOver)
	}
	return moves, nil
}
