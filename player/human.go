package player

import (
	"context"
	"errors"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// What a person may want instead of a move: [Referee.Ply] passes these on to whoever asked for it, and nothing is played.
var (
	ErrTakeBack = errors.New("the player takes a move back")
	ErrQuit     = errors.New("the player leaves the game")
)

// Ask asks a person for the move in the present position of g: where there is a screen or a terminal to ask at.
type Ask func(ctx context.Context, g *record.Game) (othello.Square, error)

// NewHuman is how a program makes a person of the specification "human", given a way to ask.
func NewHuman(ask Ask) func(*Args) (Player, error) {
	return func(a *Args) (Player, error) { return &Human{a.Spec().Text, ask}, nil }
}

// Human is a person. A pass is not asked for: it is the only move.
type Human struct {
	name string
	ask  Ask
}

// Name is the specification.
func (h *Human) Name() string { return h.name }

// Choose asks.
func (h *Human) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
	if g.Position().MustPass() {
		return Choice{Move: othello.Pass}, ctx.Err()
	}
	m, err := h.ask(ctx, g)
	return Choice{Move: m}, err
}

// Close does nothing: the way to ask belongs to the program.
func (h *Human) Close() error { return nil }
