package console

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// Terminal plays games at a text terminal. It draws the board, prints what happens, and reads moves and commands line
// by line.
type Terminal struct {
	Color  bool          // draw a green board; the letters on it stay the same
	Prompt bool          // interactive: print prompts and which player is thinking
	Hint   player.Player // the source of hints; required if a person plays

	lines *bufio.Scanner
	out   io.Writer
	words lang.Texts
}

// NewTerminal returns a Terminal that reads from in and writes to out, in the language "en" or "ja". The end of
// the input ends the game.
func NewTerminal(in io.Reader, out io.Writer, l lang.Lang) *Terminal {
	return &Terminal{lines: bufio.NewScanner(in), out: out, words: catalogue.In(l)}
}

// Play plays g to its end or until a person leaves. It fails with the error of ctx or of the input, or with a
// [*player.Fault].
func (t *Terminal) Play(ctx context.Context, g *record.Game, r *player.Referee) error {
	r.Played, r.Ponder = t.announce, true
	t.draw(g)
	for !g.Position().Over() {
		t.sayThinking(r, g.Position().Turn)
		err := r.Ply(ctx, g)
		switch {
		case errors.Is(err, player.ErrTakeBack):
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
	if fault := (*player.Fault)(nil); errors.As(err, &fault) {
		t.say("loses", t.color(fault.Side), fault.Player, fault.Err)
	} else {
		t.say("unfinished")
	}
	t.say("transcript", playedText(g))
	if errors.Is(err, player.ErrQuit) {
		return t.lines.Err()
	}
	return err
}

func (t *Terminal) sayThinking(r *player.Referee, side othello.Color) {
	if _, human := r.Player(side).(*player.Human); !human && t.Prompt {
		t.say("thinking", t.color(side), r.Player(side).Name())
	}
}

// announce is called after every move.
func (t *Terminal) announce(g *record.Game, c player.Choice) {
	before := g.PositionAt(len(g.Moves) - 1)
	if c.Move == othello.Pass {
		t.say("must-pass", t.color(before.Turn))
		return
	}
	t.say("played", t.color(before.Turn), g.Start.Size.Name(c.Move), before.Flips(c.Move).Len())
	t.draw(g)
}

// takeBack returns to the last position in which a person had a choice.
func (t *Terminal) takeBack(g *record.Game, r *player.Referee) {
	for ply, m := range slices.Backward(g.Moves) {
		if _, human := r.Player(g.PositionAt(ply).Turn).(*player.Human); human && m != othello.Pass {
			g.Moves = g.Moves[:ply]
			t.say("undone", playedText(g))
			t.draw(g)
			return
		}
	}
	t.say("nothing-to-undo")
}

func (t *Terminal) sayResult(g *record.Game) {
	p := g.Position()
	score, all := p.ScoreBlack(), p.Size.Squares()
	winner, decided := g.Winner()
	if winner == othello.White {
		score = -score
	}
	if decided {
		t.say("wins", t.color(winner), (all+score)/2, (all-score)/2, score)
	} else {
		t.say("draw", p.Count(othello.Black), p.Count(othello.White))
	}
	if p.Empties() > 0 && decided {
		t.say("empties-to-winner", p.Count(othello.Black), p.Count(othello.White))
	}
	t.say("transcript", playedText(g))
}

// ReadMove is the [player.ReadMove] of this terminal. It runs commands until the person enters a legal move, and fails
// with [player.ErrTakeBack], [player.ErrQuit] or the error of ctx.
func (t *Terminal) ReadMove(ctx context.Context, g *record.Game) (othello.Square, error) {
	for ctx.Err() == nil {
		p := g.Position()
		if t.Prompt {
			fmt.Fprint(t.out, t.words.Say("prompt", t.color(p.Turn)))
		}
		if !t.lines.Scan() {
			t.endLine()
			return 0, cmp.Or(ctx.Err(), player.ErrQuit)
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
			t.say("no-command", word, p.Size.Name(p.Size.Square(int(p.Size)-1, int(p.Size)-1)))
		case p.Check(m) == nil:
			return m, nil
		default:
			t.explainIllegal(p, m)
		}
	}
	return 0, ctx.Err()
}

// endLine leaves the prompt's line.
func (t *Terminal) endLine() {
	if t.Prompt {
		fmt.Fprintln(t.out)
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
	help := does(func(*record.Game) { t.say("help") })
	return map[string]func(context.Context, *record.Game) error{
		"":     gives(nil),
		"help": help, "?": help,
		"moves": does(func(g *record.Game) { t.say("legal", legal(g.Position())) }),
		"board": does(t.draw),
		"hint":  t.giveHint,
		"undo":  gives(player.ErrTakeBack), "u": gives(player.ErrTakeBack),
		"quit": gives(player.ErrQuit), "q": gives(player.ErrQuit), "exit": gives(player.ErrQuit),
	}
}

func (t *Terminal) giveHint(ctx context.Context, g *record.Game) error {
	c, err := player.Think(ctx, t.Hint, g, player.Clock{}, func(player.Choice) {})
	switch name := g.Start.Size.Name(c.Move); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		fmt.Fprintln(t.out, err)
	case c.Report != nil && c.Report.Exact:
		t.say("hint-exact", name, c.Report.Score)
	case c.Report != nil:
		t.say("hint", name, c.Report.Score, c.Report.Depth)
	}
	return nil
}

// explainIllegal explains what [othello.Position.Check] found, in the terminal's language.
func (t *Terminal) explainIllegal(p othello.Position, m othello.Square) {
	switch {
	case m == othello.Pass:
		t.say("may-not-pass", t.color(p.Turn))
	case !p.Empty().Has(int(m)):
		t.say("taken", p.Size.Name(m))
	default:
		t.say("turns-nothing", p.Size.Name(m), t.color(p.Turn))
	}
	t.say("legal", legal(p))
}

// say prints the text of a key.
func (t *Terminal) say(key string, args ...any) { fmt.Fprintln(t.out, t.words.Say(key, args...)) }

func (t *Terminal) color(c othello.Color) string {
	if c == othello.Black {
		return t.words.Say("black")
	}
	return t.words.Say("white")
}

func legal(p othello.Position) string { return strings.Join(p.Size.NamesOf(p.Moves()), " ") }

func playedText(g *record.Game) string { return cmp.Or(g.Transcript(), "-") }
