package player

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// NewGreedy makes a player that turns over as many discs as it can now; among equals it takes the first square in board order.
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

// movesOf is what may be played in p: at least one move, or an error when the game is over or ctx has ended.
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
