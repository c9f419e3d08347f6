package player

import (
	"context"
	"errors"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Requests that a person may make instead of a move. [Referee.Ply] returns them as errors and plays nothing.
var (
	ErrTakeBack = errors.New("the player takes a move back") // return to an earlier position
	ErrQuit     = errors.New("the player leaves the game")   // end the game
)

// ReadMove reads a person's move in the last position of g. It may return [ErrTakeBack] or [ErrQuit], and fails if ctx
// ends.
type ReadMove func(ctx context.Context, g *record.Game) (othello.Square, error)

// NewHuman returns a maker of the player "human", whose moves are read by read.
func NewHuman(read ReadMove) func(*Args) (Player, error) {
	return func(a *Args) (Player, error) { return &Human{a.Spec().Text, read}, nil }
}

// Human is a person. Forced passes are played without asking the person.
type Human struct {
	name string
	read ReadMove
}

// Name returns the spec.
func (h *Human) Name() string { return h.name }

// Choose returns the move that the person gives. Its error is that of [ReadMove].
func (h *Human) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
	if g.Position().MustPass() {
		return Choice{Move: othello.Pass}, ctx.Err()
	}
	m, err := h.read(ctx, g)
	return Choice{Move: m}, err
}

// Close does nothing. Its error is always nil.
func (h *Human) Close() error { return nil }
