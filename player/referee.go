package player

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Referee leads a game between two players: it asks whoever is to move, plays for them what leaves no choice, and lets nothing
// illegal onto the board.
type Referee struct {
	Black, White Player
	Clock        Clock
	Progress     func(Choice)               // told what the side to move thinks so far; may be nil
	Played       func(*record.Game, Choice) // called after every move, forced passes included; may be nil
}

// Fault is why a player lost a game that was not played to its end.
type Fault struct {
	Player string // the player's name
	Side   othello.Color
	Err    error // an illegal move, the player's own error, or that it panicked
}

// Error names the player and the reason.
func (f *Fault) Error() string { return fmt.Sprintf("%s (%s): %v", f.Side, f.Player, f.Err) }

// Unwrap is the reason alone.
func (f *Fault) Unwrap() error { return f.Err }

// Result is how a game ended.
type Result struct {
	ScoreBlack int    // final disc difference from Black's view, empty squares counted to the winner; the whole board after a fault
	Fault      *Fault // nil when the game was played to its end
}

// Player is who plays the colour.
func (r *Referee) Player(c othello.Color) Player {
	if c == othello.Black {
		return r.Black
	}
	return r.White
}

// Play plays g from its present position to the end. A player that errs loses, which is no error here. When ctx ends, or a person
// leaves or takes a move back, the error says so and g holds the game up to there.
func (r *Referee) Play(ctx context.Context, g *record.Game) (Result, error) {
	for !g.Position().Over() {
		err := r.Ply(ctx, g)
		if fault := (*Fault)(nil); errors.As(err, &fault) {
			return forfeit(g, fault), nil
		}
		if err != nil {
			return Result{}, err
		}
	}
	return Result{ScoreBlack: g.Position().ScoreBlack()}, nil
}

func forfeit(g *record.Game, f *Fault) Result {
	all := g.Start.Size.Squares()
	if f.Side == othello.Black {
		all = -all
	}
	return Result{ScoreBlack: all, Fault: f}
}

// Ply plays one move of g, whose game is not over: the pass when it is forced, otherwise what the side to move chooses. The error is a
// [*Fault], [ErrTakeBack], [ErrQuit] or ctx's; then nothing was played.
func (r *Referee) Ply(ctx context.Context, g *record.Game) error {
	p := g.Position()
	if err := ctx.Err(); err != nil {
		return err
	}
	choice := Choice{Move: othello.Pass}
	if !p.MustPass() {
		var err error
		if choice, err = r.choose(ctx, g, p.Turn); err != nil {
			return err
		}
	}
	if err := g.Play(choice.Move); err != nil {
		return &Fault{r.Player(p.Turn).Name(), p.Turn, err}
	}
	if r.Played != nil {
		r.Played(g, choice)
	}
	return nil
}

// choose asks the player of the side to move, who sees a copy of the game, and makes faults of its errors and panics.
func (r *Referee) choose(ctx context.Context, g *record.Game, side othello.Color) (c Choice, err error) {
	asked := *g
	asked.Moves = slices.Clone(g.Moves)
	who := r.Player(side)
	defer func() {
		if v := recover(); v != nil {
			err = &Fault{who.Name(), side, fmt.Errorf("it panicked: %v", v)}
		}
	}()
	if r.Progress == nil {
		c, err = who.Choose(ctx, &asked, r.Clock)
	} else {
		c, err = Think(ctx, who, &asked, r.Clock, r.Progress)
	}
	switch {
	case err == nil || errors.Is(err, ErrTakeBack) || errors.Is(err, ErrQuit):
		return c, err
	case ctx.Err() != nil:
		return c, ctx.Err()
	}
	return c, &Fault{who.Name(), side, err}
}
