package player

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Terminal plays games at a text terminal. It draws the board, prints what happens, and reads moves and commands line
// by line.
type Terminal struct {
	Color  bool   // draw a green board; the letters on it stay the same
	Prompt bool   // interactive: print prompts and which player is thinking
	Hint   Player // the source of hints; required if a person plays

	lines *bufio.Scanner
	out   io.Writer
	words Words
}

// NewTerminal returns a Terminal that reads from in and writes to out. The end of the input ends the game.
func NewTerminal(in io.Reader, out io.Writer, words Words) *Terminal {
	return &Terminal{lines: bufio.NewScanner(in), out: out, words: words}
}

// Play plays g to its end or until a person leaves. It fails with the error of ctx or of the input, or with a [*Fault].
func (t *Terminal) Play(ctx context.Context, g *record.Game, r *Referee) error {
	r.Played, r.Ponder = t.announce, true
	t.draw(g)
	for !g.Position().Over() {
		t.sayThinking(r, g.Position().Turn)
		err := r.Ply(ctx, g)
		switch {
		case errors.Is(err, ErrTakeBack):
			t.takeBack(g, r)
		case err != nil:
			return t.leave(g, err)
		}
	}
	t.sayResult(g)
	return nil
}

// leave reports a game that ended early.
func (t *Terminal) leave(g *record.Game, err error) error {
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		t.say(t.words.Loses, t.color(fault.Side), fault.Player, fault.Err)
	} else {
		t.say(t.words.Unfinished)
	}
	t.say(t.words.Transcript, playedText(g))
	if errors.Is(err, ErrQuit) {
		return t.lines.Err()
	}
	return err
}

func (t *Terminal) sayThinking(r *Referee, side othello.Color) {
	if _, human := r.Player(side).(*Human); !human && t.Prompt {
		t.say(t.words.Thinking, t.color(side), r.Player(side).Name())
	}
}

// announce is called after every move.
func (t *Terminal) announce(g *record.Game, c Choice) {
	before := g.PositionAt(len(g.Moves) - 1)
	if c.Move == othello.Pass {
		t.say(t.words.MustPass, t.color(before.Turn))
		return
	}
	t.say(t.words.Played, t.color(before.Turn), g.Start.Size.Name(c.Move), before.Flips(c.Move).Len())
	t.draw(g)
}

// takeBack returns to the last position in which a person had a choice.
func (t *Terminal) takeBack(g *record.Game, r *Referee) {
	for ply, m := range slices.Backward(g.Moves) {
		if _, human := r.Player(g.PositionAt(ply).Turn).(*Human); human && m != othello.Pass {
			g.Moves = g.Moves[:ply]
			t.say(t.words.Undone, playedText(g))
			t.draw(g)
			return
		}
	}
	t.say(t.words.NothingToUndo)
}

func (t *Terminal) sayResult(g *record.Game) {
	p := g.Position()
	score, all := p.ScoreBlack(), p.Size.Squares()
	winner, decided := g.Winner()
	if winner == othello.White {
		score = -score
	}
	if decided {
		t.say(t.words.Wins, t.color(winner), (all+score)/2, (all-score)/2, score)
	} else {
		t.say(t.words.Draw, p.Count(othello.Black), p.Count(othello.White))
	}
	if p.Empties() > 0 && decided {
		t.say(t.words.EmptiesToWinner, p.Count(othello.Black), p.Count(othello.White))
	}
	t.say(t.words.Transcript, playedText(g))
}

// Ask is the [Ask] of this terminal. It runs commands until the person enters a legal move, and fails with
// [ErrTakeBack], [ErrQuit] or the error of ctx.
func (t *Terminal) Ask(ctx context.Context, g *record.Game) (othello.Square, error) {
	for ctx.Err() == nil {
		p := g.Position()
		if t.Prompt {
			fmt.Fprintf(t.out, t.words.Prompt, t.color(p.Turn))
		}
		if !t.lines.Scan() {
			t.endLine()
			return 0, cmp.Or(ctx.Err(), ErrQuit)
		}
		word := strings.ToLower(strings.TrimSpace(t.lines.Text()))
		if command, ok := t.commands()[word]; ok {
			if err := command(ctx, g); err != nil {
				return 0, err
			}
			continue
		}
		m, err := p.Size.Parse(word)
		switch {
		case err != nil:
			t.say(t.words.NoCommand, word, p.Size.Name(p.Size.Square(int(p.Size)-1, int(p.Size)-1)))
		case p.Check(m) == nil:
			return m, nil
		default:
			t.sayWhyNot(p, m)
		}
	}
	return 0, ctx.Err()
}

// endLine leaves the prompt's line.
func (t *Terminal) endLine() {
	if t.Prompt {
		t.say("")
	}
}

// commands returns the commands by their words.
func (t *Terminal) commands() map[string]func(context.Context, *record.Game) error {
	does := func(f func(*record.Game)) func(context.Context, *record.Game) error {
		return func(_ context.Context, g *record.Game) error {
			f(g)
			return nil
		}
	}
	gives := func(err error) func(context.Context, *record.Game) error {
		return func(context.Context, *record.Game) error { return err }
	}
	help := does(func(*record.Game) { t.say("%s", t.words.Help) })
	return map[string]func(context.Context, *record.Game) error{
		"":     gives(nil),
		"help": help, "?": help,
		"moves": does(func(g *record.Game) { t.say(t.words.Legal, legal(g.Position())) }),
		"board": does(t.draw),
		"hint":  t.giveHint,
		"undo":  gives(ErrTakeBack), "u": gives(ErrTakeBack),
		"quit": gives(ErrQuit), "q": gives(ErrQuit), "exit": gives(ErrQuit),
	}
}

func (t *Terminal) giveHint(ctx context.Context, g *record.Game) error {
	c, err := t.Hint.Choose(ctx, g, Clock{})
	switch name := g.Start.Size.Name(c.Move); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		t.say("%v", err)
	case c.Report != nil && c.Report.Exact:
		t.say(t.words.HintExact, name, c.Report.Score)
	case c.Report != nil:
		t.say(t.words.Hint, name, c.Report.Score, c.Report.Depth)
	}
	return nil
}

// sayWhyNot explains what [othello.Position.Check] found, in the terminal's language.
func (t *Terminal) sayWhyNot(p othello.Position, m othello.Square) {
	switch {
	case m == othello.Pass:
		t.say(t.words.MayNotPass, t.color(p.Turn))
	case !p.Empty().Has(int(m)):
		t.say(t.words.Taken, p.Size.Name(m))
	default:
		t.say(t.words.TurnsNothing, p.Size.Name(m), t.color(p.Turn))
	}
	t.say(t.words.Legal, legal(p))
}

func (t *Terminal) say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

func (t *Terminal) color(c othello.Color) string {
	if c == othello.Black {
		return t.words.Black
	}
	return t.words.White
}

func legal(p othello.Position) string { return strings.Join(p.Size.NamesOf(p.Moves()), " ") }

func playedText(g *record.Game) string { return cmp.Or(g.Transcript(), "-") }
