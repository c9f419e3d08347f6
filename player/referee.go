package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Referee leads a game between two players: it asks whoever is to move, plays for them what leaves no choice, and lets nothing
// illegal onto the board.
type Referee struct {
	Black, White Player
	Clock        Clock                      // told to the players, and not enforced; only without a Control
	Control      Control                    // enforced: who oversteps it loses
	Ponder       bool                       // each [Ponderer] may think while the other, who must be another player, does; off its clock
	Progress     func(Choice)               // told what the side to move thinks so far; may be nil
	Played       func(*record.Game, Choice) // called after every move, forced passes included; may be nil
	// Adjudicate may end the game after a move, with a final disc difference from Black's view; nil: games are played out.
	Adjudicate func(*record.Game, Choice) (scoreBlack int, decided bool)

	clocks *clocks // nil before the first move
	spent  []time.Duration
}

// Fault is why a player lost a game that was not played to its end.
type Fault struct {
	Player string // the player's name
	Side   othello.Color
	Err    error // an illegal move, an [ErrTime], the player's own error, or that it panicked
}

// Error names the player and the reason.
func (f *Fault) Error() string { return fmt.Sprintf("%s (%s): %v", f.Side, f.Player, f.Err) }

// Unwrap is the reason alone.
func (f *Fault) Unwrap() error { return f.Err }

// Result is how a game ended.
type Result struct {
	ScoreBlack  int             // final disc difference from Black's view, empty squares counted to the winner; the whole board after a fault
	Fault       *Fault          // nil when nobody was at fault
	Adjudicated bool            // the referee's Adjudicate ended it
	Spent       []time.Duration // by the players for each move that [Referee.Play] added; 0 for a forced pass
}

// Player is who plays the colour.
func (r *Referee) Player(c othello.Color) Player {
	if c == othello.Black {
		return r.Black
	}
	return r.White
}

// Play plays g from its present position to the end, with fresh clocks. A player that errs loses, which is no error here. When ctx
// ends, or a person leaves or takes a move back, the error says so and g holds the game up to there.
func (r *Referee) Play(ctx context.Context, g *record.Game) (Result, error) {
	r.spent = nil
	r.startClocks()
	for !g.Position().Over() {
		choice, err := r.ply(ctx, g)
		if fault := (*Fault)(nil); errors.As(err, &fault) {
			return r.forfeit(g, fault), nil
		}
		if err != nil {
			return Result{}, err
		}
		if r.Adjudicate == nil || g.Position().Over() {
			continue
		}
		if score, decided := r.Adjudicate(g, choice); decided {
			return Result{ScoreBlack: score, Adjudicated: true, Spent: r.spent}, nil
		}
	}
	return Result{ScoreBlack: g.Position().ScoreBlack(), Spent: r.spent}, nil
}

func (r *Referee) forfeit(g *record.Game, f *Fault) Result {
	all := g.Start.Size.Squares()
	if f.Side == othello.Black {
		all = -all
	}
	return Result{ScoreBlack: all, Fault: f, Spent: r.spent}
}

// Ply plays one move of g, whose game is not over: the pass when it is forced, otherwise what the side to move chooses. The error is a
// [*Fault], [ErrTakeBack], [ErrQuit] or ctx's; then nothing was played. The clocks run from one Ply to the next.
func (r *Referee) Ply(ctx context.Context, g *record.Game) error {
	_, err := r.ply(ctx, g)
	return err
}

func (r *Referee) ply(ctx context.Context, g *record.Game) (choice Choice, err error) {
	p := g.Position()
	if err := ctx.Err(); err != nil {
		return choice, err
	}
	choice.Move = othello.Pass
	took := time.Duration(0)
	if !p.MustPass() {
		if choice, took, err = r.timed(ctx, g, p.Turn); err != nil {
			return choice, err
		}
	}
	if err := g.Play(choice.Move); err != nil {
		return choice, &Fault{r.Player(p.Turn).Name(), p.Turn, err}
	}
	r.spent = append(r.spent, took)
	if r.Played != nil {
		r.Played(g, choice)
	}
	return choice, nil
}

// startClocks sets the clocks of a new game, for which the players may first make ready.
func (r *Referee) startClocks() {
	r.clocks = r.Control.start()
	shown, most := r.clocks.clock(0)
	if most == unbounded {
		return
	}
	for _, p := range []Player{r.Black, r.White} {
		if p, ok := p.(Preparer); ok {
			p.Prepare(shown)
		}
	}
}

// timed asks the player of the side to move and lets its clock run meanwhile. When the clock and its margin have run out, the player is told to
// stop, and has lost whatever it answers then.
func (r *Referee) timed(ctx context.Context, g *record.Game, side othello.Color) (Choice, time.Duration, error) {
	if r.clocks == nil {
		r.startClocks()
	}
	shown, most := r.clocks.clock(int(side))
	if r.Control == (Control{}) {
		shown = r.Clock
	}
	limited, began := ctx, time.Now()
	if most != unbounded {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	rest := r.ponder(ctx, g, side)
	choice, err := r.choose(limited, g, side, shown)
	took := time.Since(began)
	rest()
	switch {
	case ctx.Err() != nil && err != nil:
		return choice, took, ctx.Err()
	case errors.Is(err, ErrTakeBack) || errors.Is(err, ErrQuit):
		return choice, took, err
	}
	if late := r.clocks.take(int(side), took, err != nil && limited.Err() != nil); late != nil {
		return choice, took, &Fault{r.Player(side).Name(), side, late}
	}
	return choice, took, err
}

// choose asks the player of the side to move, who sees a copy of the game, and makes faults of its errors and panics.
func (r *Referee) choose(ctx context.Context, g *record.Game, side othello.Color, clock Clock) (c Choice, err error) {
	asked := *g
	asked.Moves = slices.Clone(g.Moves)
	who := r.Player(side)
	defer func() {
		if v := recover(); v != nil {
			err = &Fault{who.Name(), side, fmt.Errorf("it panicked: %v", v)}
		}
	}()
	if r.Progress == nil {
		c, err = who.Choose(ctx, &asked, clock)
	} else {
		c, err = Think(ctx, who, &asked, clock, r.Progress)
	}
	if err == nil || errors.Is(err, ErrTakeBack) || errors.Is(err, ErrQuit) {
		return c, err
	}
	return c, &Fault{who.Name(), side, err}
}
