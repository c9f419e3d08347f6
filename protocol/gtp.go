package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// GTP serves a player to programs that speak the Go Text Protocol.
type GTP struct {
	Player        player.Player
	Name, Version string
	// RowsUp numbers the rows from the bottom, as Go and GoGui do. Otherwise row 1 is at the top, as in Othello.
	RowsUp bool

	// Search is the engine for lz-analyze, kata-analyze and the analysis commands of GoGui. It must not be used
	// elsewhere. If it is nil, these commands fail.
	Search *search.Engine
	Level  int // of the analysis commands of GoGui
}

// Serve executes the commands of in until in or ctx ends, or a quit command. The end of in and GoGui's "# interrupt"
// stop a search, which is then answered with the best move so far. A quit command does not, so that commands can be
// sent in advance. Serve closes in. The error is that of out or of ctx.
func (s GTP) Serve(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	defer func() { _ = in.Close() }() // the error has no effect
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &gtpSession{
		GTP: s, rest: func() {}, game: record.Game{Start: othello.Start(othello.Size8, othello.Usual)},
		input: listen(ctx, in), out: &printer{w: out, lost: cancel},
	}
	defer func() { t.rest() }()
	for !t.quit {
		l, ok := t.next(ctx)
		if !ok {
			break
		}
		t.handle(ctx, l)
	}
	if err := t.out.fault(); err != nil {
		return err
	}
	return ctx.Err()
}

// gtpSession is a session with its game and clocks.
type gtpSession struct {
	GTP
	game    record.Game
	idle    int // number of passes after the end of the game, which are not moves
	clocks  gtpClocks
	input   <-chan line
	waiting []line // read during a search
	rest    func() // stops the player's pondering
	out     *printer
	quit    bool
}

// next returns the next line; ok is false at the end of the input.
func (t *gtpSession) next(ctx context.Context) (line, bool) {
	if len(t.waiting) > 0 {
		l := t.waiting[0]
		t.waiting = t.waiting[1:]
		return l, true
	}
	select {
	case l, ok := <-t.input:
		return l, ok
	case <-ctx.Done():
		return line{}, false
	}
}

// gtpCommand is a parsed line.
type gtpCommand struct {
	id, name string
	args     []string
}

// parseGTP parses a line by the rules of the protocol: control characters are removed, # begins a comment, and the
// first word may be a numeric id. ok is false for an empty line.
func parseGTP(text string) (c gtpCommand, ok bool) {
	text, _, _ = strings.Cut(text, "#")
	words := strings.Fields(strings.Map(func(r rune) rune {
		if r == '\t' || r >= ' ' && r != 0x7f {
			return r
		}
		return -1
	}, text))
	if len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		c.id, words = words[0], words[1:]
	}
	if len(words) == 0 {
		return c, false
	}
	c.name, c.args = words[0], words[1:]
	return c, true
}

func (t *gtpSession) handle(ctx context.Context, l line) {
	if l.err != nil {
		t.out.line("? %v\n", l.err)
		return
	}
	c, ok := parseGTP(l.text)
	if !ok {
		return
	}
	if !keepsPondering(c.name) {
		t.rest()
	}
	text, err := t.execute(ctx, c)
	if errors.Is(err, errStreamed) {
		return
	}
	mark := "="
	if err != nil {
		mark, text = "?", err.Error()
	}
	if !strings.HasPrefix(text, "\n") { // a board begins on a new line
		text = " " + text
	}
	t.out.line("%s\n", strings.TrimRight(mark+c.id+text, " \n"))
	if c.name == "genmove" && err == nil && !t.game.Position().Over() {
		t.rest = player.StartPondering(ctx, t.Player, &t.game)
	}
}

// keepsPondering reports whether a command does not affect the player or its game, so that the player may continue to
// ponder.
func keepsPondering(command string) bool {
	return strings.TrimPrefix(command, millisecondPrefix) == "time_left" || command == "showboard"
}

func (t *gtpSession) execute(ctx context.Context, c gtpCommand) (string, error) {
	for _, known := range gtpCommands() {
		switch {
		case known.name != c.name:
		case known.stream == nil:
			return known.do(t, ctx, c.args)
		default:
			run, err := known.stream(t, c.args)
			if err != nil {
				return "", err
			}
			t.out.line("=%s", c.id)
			run(ctx)
			t.out.line("")
			return "", errStreamed
		}
	}
	return "", errors.New("unknown command")
}

// errStreamed means that the answer has been written already.
var errStreamed = errors.New("answered")

// isInterrupt reports whether l is the line by which GoGui stops a search.
func isInterrupt(l line) bool { return strings.TrimSpace(l.text) == "# interrupt" }

func isQuit(l line) bool {
	c, _ := parseGTP(l.text)
	return c.name == "quit"
}

// think returns the move of the player, and reads input meanwhile: see [GTP.Serve].
func (t *gtpSession) think(ctx context.Context) (othello.Square, error) {
	var choice player.Choice
	began, turn := time.Now(), t.game.Position().Turn
	err := t.runWithInput(ctx, func(ctx context.Context) (err error) {
		choice, err = chooseMove(ctx, t.Player, &t.game, t.clocks.now(turn), func(player.Choice) {})
		return err
	})
	t.clocks.spend(turn, time.Since(began))
	return choice.Move, err
}

// runWithInput calls do and reads input meanwhile. An interrupt and the end of the input cancel its context; other
// lines are queued.
func (t *gtpSession) runWithInput(ctx context.Context, do func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan error, 1)
	go func() { over <- do(ctx) }()
	input, quitting := t.input, slices.ContainsFunc(t.waiting, isQuit)
	for {
		select {
		case err := <-over:
			return err
		case l, ok := <-input:
			switch {
			case !ok && !quitting, isInterrupt(l):
				stop()
			case ok:
				t.waiting = append(t.waiting, l)
				quitting = quitting || isQuit(l)
			}
			if !ok || len(t.waiting) >= maxQueue {
				input = nil
			}
		}
	}
}

// genmove returns the move of the player for a colour, which must be the side to move, or the other side if the side to
// move must pass.
func (t *gtpSession) genmove(ctx context.Context, args []string, play bool) (string, error) {
	if len(args) > 1 {
		return "", errors.New("syntax error: expected a colour")
	}
	color, err := gtpColor(args)
	if err != nil {
		return "", err
	}
	if t.game.Position().Over() {
		if play {
			t.idle++
		}
		return "pass", nil
	}
	passed, err := t.turn(color)
	if err != nil {
		return "", err
	}
	move := othello.Pass
	if !t.game.Position().MustPass() {
		move, err = t.think(ctx)
	}
	if err == nil && play {
		err = t.game.Play(move)
	}
	if err != nil || !play {
		t.takeBack(passed)
	}
	if err != nil {
		return "", err
	}
	return t.squareName(move), nil
}

// turn plays a forced pass of the other side if needed to make it the colour's turn, and reports whether it did.
func (t *gtpSession) turn(color othello.Color) (passed bool, err error) {
	if t.game.Position().Turn == color {
		return false, nil
	}
	if !t.game.PassIfForced() {
		return false, errors.New("wrong color")
	}
	return true, nil
}

func (t *gtpSession) takeBack(last bool) {
	if last {
		t.game.Moves = t.game.Moves[:len(t.game.Moves)-1]
	}
}

func gtpColor(args []string) (othello.Color, error) {
	if len(args) > 0 {
		switch strings.ToLower(args[0]) {
		case "b", "black":
			return othello.Black, nil
		case "w", "white":
			return othello.White, nil
		}
	}
	return 0, fmt.Errorf("syntax error: expected black or white, not %.40q", strings.Join(args, " "))
}

// play plays a move for a colour.
func (t *gtpSession) play(args []string) error {
	color, err := gtpColor(args)
	if err != nil {
		return err
	}
	if len(args) != 2 {
		return errors.New("syntax error: expected a colour and a square or pass")
	}
	move, err := t.square(args[1])
	if err != nil {
		return err
	}
	if move == othello.Pass && t.game.Position().Over() {
		t.idle++
		return nil
	}
	passed, err := t.turn(color)
	if err != nil {
		return err
	}
	if passed && move == othello.Pass { // the forced pass was that of the other side
		err = errors.New("wrong color")
	} else if err = t.game.Play(move); err != nil {
		err = fmt.Errorf("illegal move: %w", err)
	}
	t.takeBack(passed && err != nil)
	return err
}

// undo takes back n moves, including passes after the end of the game.
func (t *gtpSession) undo(n int) error {
	if n < 1 || n > t.idle+len(t.game.Moves) {
		return errors.New("cannot undo")
	}
	idle := min(n, t.idle)
	t.idle -= idle
	t.game.Moves = t.game.Moves[:len(t.game.Moves)-(n-idle)]
	return nil
}
