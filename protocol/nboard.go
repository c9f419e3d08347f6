package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// NBoard serves a player, and an engine for analysis, to Chris Welty's NBoard and other programs with its protocol.
type NBoard struct {
	Name   string        // one word
	Player player.Player // plays the moves
	Level  int           // of the analysis, until a depth is set
	// AtDepth makes the player after `set depth N`; the server closes it. If it is nil, Player is used with the depth
	// in its clock.
	AtDepth func(depth int) (player.Player, error)
	Search  *search.Engine // for analysis; must not be used elsewhere
	Book    *book.Book     // opening book for hints; nil: none
}

// Serve executes the commands of in until in or ctx ends, or a quit command. A command that changes the state, and a
// ping, first stops a running search without an answer. At the end of in or ctx, the search is stopped and its best
// move so far is sent. Serve closes in. The error is that of out or of ctx.
func (s NBoard) Serve(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	defer func() { _ = in.Close() }() // the error has no effect
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &nboardSession{
		NBoard: s, game: &record.Game{Start: othello.Start(othello.Size8, othello.Usual)},
		out: &printer{w: out, lost: cancel},
	}
	t.loop(ctx, listen(ctx, in))
	t.finishSearch()
	if err := t.out.fault(); err != nil {
		return err
	}
	return ctx.Err()
}

// nboardSession is a session.
type nboardSession struct {
	NBoard
	game      *record.Game
	depth     int // 0: not set
	made      player.Player
	running   *background
	side      othello.Color // of the last requested move
	requested bool          // a move has been requested
	out       *printer
	quit      bool
}

func (t *nboardSession) loop(ctx context.Context, input <-chan line) {
	for !t.quit {
		select {
		case l, ok := <-input:
			if !ok {
				return
			}
			t.handle(ctx, l)
		case <-ctx.Done():
			return
		}
	}
}

// finishSearch stops a search, which sends its best move so far, and closes the player.
func (t *nboardSession) finishSearch() {
	t.running.stop(nil)
	if t.made != nil {
		_ = t.made.Close() // the error has no effect
	}
}

// handle executes a line. As the protocol requires, unknown commands are ignored; they do not stop a search.
func (t *nboardSession) handle(ctx context.Context, l line) {
	if l.err != nil {
		t.sendError(l.err)
		return
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(l.text), " ")
	rest = strings.TrimSpace(rest)
	do, known := nboardCommands()[name]
	if !known {
		if _, err := t.game.Start.Size.Parse(name); err != nil || rest != "" {
			return
		}
		do, rest = (*nboardSession).move, name // version 1
	}
	t.running.stop(errDropped)
	t.running = nil
	if err := do(t, ctx, rest); err != nil {
		t.sendError(err)
	}
	if p := t.game.Position(); t.running == nil && t.requested && p.Turn != t.side && !p.Over() {
		t.running = ponder(ctx, func(ctx context.Context) {
			stop := player.StartPondering(ctx, t.Player, t.game)
			<-ctx.Done()
			stop()
		})
	}
}

// sendError sends an error as a status, because the protocol has no errors.
func (t *nboardSession) sendError(err error) {
	t.out.line("status error: %s", strings.Join(strings.Fields(err.Error()), " "))
}

func nboardCommands() map[string]func(*nboardSession, context.Context, string) error {
	return map[string]func(*nboardSession, context.Context, string) error{
		"nboard":  (*nboardSession).begin,
		"set":     (*nboardSession).set,
		"move":    (*nboardSession).move,
		"go":      (*nboardSession).sendMove,
		"hint":    (*nboardSession).hint,
		"analyze": (*nboardSession).analyze,
		"ping":    (*nboardSession).ping,
		"learn":   (*nboardSession).learn,
		"quit":    func(t *nboardSession, _ context.Context, _ string) error { t.quit = true; return nil },
	}
}

func (t *nboardSession) begin(_ context.Context, version string) error {
	if version != "1" && version != "2" {
		return fmt.Errorf("protocol nboard %.20q: want version 1 or 2", version)
	}
	t.out.line("set myname %s", t.Name)
	return nil
}

func (t *nboardSession) ping(_ context.Context, number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("ping %.20q: expected a number", number)
	}
	t.out.line("pong %d", n)
	return nil
}

// learn answers the command learn and does nothing, because the engine does not learn from games.
func (t *nboardSession) learn(context.Context, string) error {
	t.out.line("learned")
	return nil
}

func (t *nboardSession) set(_ context.Context, text string) error {
	name, value, _ := strings.Cut(text, " ")
	switch value = strings.TrimSpace(value); name {
	case "depth":
		return t.setDepth(value)
	case "game":
		return t.setGame(value)
	}
	return nil // ignore contempt, which is for book draws, and unknown names
}

func (t *nboardSession) setDepth(value string) error {
	depth, err := strconv.Atoi(value)
	if err != nil || depth < 0 {
		return fmt.Errorf("set depth %.20q: expected plies", value)
	}
	known := t.depth
	t.depth = min(max(depth, 1), maxDepth)
	if t.AtDepth == nil {
		return nil
	}
	if t.made == nil || t.depth != known { // making an engine is slow, and boards repeat the depth
		next, err := t.AtDepth(t.depth)
		if err != nil {
			t.depth = known
			return err
		}
		if t.made != nil {
			_ = t.made.Close() // the error has no effect
		}
		t.made, t.Player, t.Level = next, next, t.depth
	}
	t.requested = false
	t.out.line("set myname %s-%d", t.Name, t.depth)
	return nil
}

func (t *nboardSession) setGame(text string) error {
	for g, err := range files.Read(strings.NewReader(text), "") {
		if err != nil {
			return fmt.Errorf("set game: %w", err)
		}
		t.game = g
		t.prepare()
		return nil
	}
	return errors.New("set game: expected a game in GGF")
}

// prepare prepares the player for the clock of the game.
func (t *nboardSession) prepare() {
	if p, ok := t.Player.(player.Preparer); ok {
		if c := t.clock(); c.Left > 0 {
			p.Prepare(c)
		}
	}
}

// move plays MOVE[/EVAL[/SECONDS]].
func (t *nboardSession) move(_ context.Context, text string) error {
	parts := strings.Split(text, "/")
	m, err := t.game.Start.Size.Parse(strings.TrimSpace(parts[0]))
	if err != nil {
		return fmt.Errorf("move: %w", err)
	}
	passed := m != othello.Pass && t.game.PassIfForced()
	if err := t.game.Play(m); err != nil {
		if passed {
			t.game.Moves = t.game.Moves[:len(t.game.Moves)-1]
		}
		return fmt.Errorf("move: %w", err)
	}
	for len(t.game.Notes) < len(t.game.Moves) {
		t.game.Notes = append(t.game.Notes, record.Note{})
	}
	if len(parts) > 2 {
		if spent, err := parseSeconds(strings.TrimSpace(parts[2])); err == nil {
			t.game.Notes[len(t.game.Notes)-1].Spent = spent
		}
	}
	return nil
}

// clock returns the clock of the side to move in the game, with the depth that was set.
func (t *nboardSession) clock() player.Clock {
	c := player.Clock{}
	if t.AtDepth == nil {
		c.Depth = t.depth
	}
	control, err := player.ParseControl(t.game.Clock)
	if err != nil || control.Base == 0 && control.Move == 0 {
		return c
	}
	turn := t.game.Position().Turn
	var spent []time.Duration
	for ply, note := range t.game.Notes {
		if t.game.PositionAt(ply).Turn == turn {
			spent = append(spent, note.Spent)
		}
	}
	shown := control.After(spent...)
	shown.Depth, shown.Left = c.Depth, max(shown.Left, time.Millisecond)
	return shown
}
