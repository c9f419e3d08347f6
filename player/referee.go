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

// Referee runs a game between the players Black and White. It requests the moves, plays forced passes itself, and
// enforces the rules and the clock.
type Referee struct {
	Black, White Player
	Clock        Clock                      // passed to the players, not enforced; only without a Control
	Control      Control                    // enforced: a player that exceeds it loses
	Ponder       bool                       // each [Ponderer] may search during the time of the other player
	Progress     func(Choice)               // receives intermediate choices of the side to move; may be nil
	Played       func(*record.Game, Choice) // called after every move, forced passes included; may be nil
	// Adjudicate may end the game after a move, with a final disc difference from Black's view; nil: games are played
	// out.
	Adjudicate func(*record.Game, Choice) (scoreBlack int, decided bool)

	clocks *clocks // nil before the first move
	spent  []time.Duration
}

// Fault is the reason for which a player on Side lost a game before its end.
type Fault struct {
	Player string // the player's name
	Side   othello.Color
	Err    error // an illegal move, an [ErrTime], an error of the player or a panic
}

// Error names the player and the reason.
func (f *Fault) Error() string { return fmt.Sprintf("%s (%s): %v", f.Side, f.Player, f.Err) }

// Unwrap returns the reason.
func (f *Fault) Unwrap() error { return f.Err }

// Result is the end of a game.
type Result struct {
	// final disc difference, empty squares counted to the winner; the whole board after a fault
	ScoreBlack  int
	Fault       *Fault          // nil: none
	Adjudicated bool            // the referee's Adjudicate ended it
	Spent       []time.Duration // by the players for each move that [Referee.Play] added; 0 for a forced pass
}

// Player returns the player of a colour.
func (r *Referee) Player(c othello.Color) Player {
	if c == othello.Black {
		return r.Black
	}
	return r.White
}

// Play plays g from its last position to the end, with fresh clocks. A fault of a player ends the game and is not an
// error. Play fails if ctx ends, or if a person leaves or takes a move back. The game then holds the moves up to there.
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

// Ply plays one move of g, which is not over: a forced pass, or the choice of the side to move. The clocks continue
// from one Ply to the next. Its error is a [*Fault], [ErrTakeBack], [ErrQuit] or that of ctx; nothing is played then.
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

// startClocks prepares the players and sets the clocks of a new game.
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

// timed requests a move and runs the clock of the side to move. When the clock and its margin have run out, it cancels
// the player, which has then lost the game.
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
	if late := r.clocks.spend(int(side), took, err != nil && limited.Err() != nil); late != nil {
		return choice, took, &Fault{r.Player(side).Name(), side, late}
	}
	return choice, took, err
}

// choose requests a move of the side to move for a copy of the game. It turns errors and panics of the player into
// faults.
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
		c = c.withinClaims(asked.Position())
	} else {
		c, err = Think(ctx, who, &asked, clock, r.Progress)
	}
	if err == nil || errors.Is(err, ErrTakeBack) || errors.Is(err, ErrQuit) {
		return c, err
	}
	return c, &Fault{who.Name(), side, err}
}
