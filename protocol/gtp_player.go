package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// NewGTPPlayer makes the player exec/gtp: a program that speaks the Go Text Protocol. The specification's argument is
// its command, split into words as a shell does but run without one. Before the program may stand dir=DIR, where it
// runs, and wait=DURATION, how long it may take for an answer when there is no clock. A program that dies, hangs,
// floods its output or answers illegally is an error of Choose, and is started anew.
func NewGTPPlayer(a *player.Args) (player.Player, error) {
	return newProgram(a, func(command) speaker { return &gtpClient{} })
}

// gtpClient is what a GTP program has been told.
type gtpClient struct {
	start othello.Position
	moves []othello.Square
	fresh bool // it has been told of no game
	timed bool // it has been told the time of this game
	fine  bool // it knows times in milliseconds
}

func (c *gtpClient) farewell() string { return "quit" }

func (c *gtpClient) greet(ctx context.Context, p *process) error {
	*c = gtpClient{fresh: true}
	if _, err := tell(ctx, p, "protocol_version"); err != nil {
		return err
	}
	known, err := tell(ctx, p, "known_command "+millisecondPrefix+"time_left")
	c.fine = known == "true"
	if refused(err) {
		err = nil
	}
	return err
}

// tell sends a command and is its answer. The error is a refusal when the program declines, otherwise why there is no
// answer.
func tell(ctx context.Context, p *process, command string) (string, error) {
	if err := p.send(command); err != nil {
		return "", err
	}
	var a gtpAnswer
	if err := answer(ctx, p, a.take); err != nil {
		return "", err
	}
	return a.result(command)
}

// gtpAnswer is the lines of an answer, up to the empty one that ends it.
type gtpAnswer struct{ lines []string }

func (a *gtpAnswer) take(line string) (done bool) {
	begun := len(a.lines) > 0
	switch {
	case !begun && !strings.HasPrefix(line, "=") && !strings.HasPrefix(line, "?"):
		return false // what a program says of itself before it answers
	case begun && strings.TrimSpace(line) == "":
		return true
	}
	a.lines = append(a.lines, line)
	return false
}

// result is the text of an answer that has ended.
func (a *gtpAnswer) result(command string) (string, error) {
	text := strings.Join(a.lines, "\n")
	body := strings.TrimSpace(text[1:])
	if text[0] == '?' {
		return "", &refusal{command, body}
	}
	return body, nil
}

// refusal is a program's answer that it cannot do what it was told.
type refusal struct{ command, text string }

func (r *refusal) Error() string { return fmt.Sprintf("it refuses %q: %.200q", r.command, r.text) }

func refused(err error) bool {
	r := (*refusal)(nil)
	return errors.As(err, &r)
}

func (c *gtpClient) ask(ctx context.Context, p *process, g *record.Game, clock player.Clock,
	_ func(player.Choice),
) (player.Choice, error) {
	if err := c.follow(ctx, p, g); err != nil {
		return player.Choice{}, err
	}
	now := g.Position()
	if err := c.time(ctx, p, now.Turn, clock); err != nil {
		return player.Choice{}, err
	}
	text, err := tell(ctx, p, "genmove "+now.Turn.String())
	if err != nil {
		return player.Choice{}, err
	}
	if strings.EqualFold(text, "resign") {
		return player.Choice{}, errResigned
	}
	move, err := now.Size.Parse(text)
	if err != nil {
		return player.Choice{}, fmt.Errorf("its move: %w", err)
	}
	c.moves = append(c.moves, move) // it has played it
	return player.Choice{Move: move}, nil
}

// follow tells the program what it does not know of the game yet.
func (c *gtpClient) follow(ctx context.Context, p *process, g *record.Game) error {
	known := len(c.moves)
	if c.fresh || c.start != g.Start || known > len(g.Moves) || !slices.Equal(c.moves, g.Moves[:known]) {
		if err := c.restart(ctx, p, g.Start); err != nil {
			return err
		}
	}
	for ply := len(c.moves); ply < len(g.Moves); ply++ {
		if err := c.play(ctx, p, g.PositionAt(ply).Turn, g.Start.Size, g.Moves[ply]); err != nil {
			return err
		}
	}
	return nil
}

// restart begins a game. GTP itself has no way to set a position up; a program may know GoGui's.
func (c *gtpClient) restart(ctx context.Context, p *process, start othello.Position) error {
	commands := []string{fmt.Sprintf("boardsize %d", start.Size), "clear_board"}
	if start != othello.Start(start.Size, othello.Usual) {
		if known, err := tell(ctx, p, "known_command gogui-setup"); err != nil || known != "true" {
			return errors.Join(err,
				fmt.Errorf(
					"GTP has no way to begin from %s, and the program does not know gogui-setup: give the moves "+
						"that lead there", start))
		}
		commands = append(commands, setUpCommand(start), "gogui-setup_player "+start.Turn.String())
	}
	for _, command := range commands {
		if _, err := tell(ctx, p, command); err != nil {
			return err
		}
	}
	*c = gtpClient{start: start, fine: c.fine}
	return nil
}

// setUpCommand names every disc of the position.
func setUpCommand(p othello.Position) string {
	var b strings.Builder
	b.WriteString("gogui-setup")
	for _, color := range []othello.Color{othello.Black, othello.White} {
		for sq := range p.Discs(color).All() {
			fmt.Fprintf(&b, " %s %s", color, p.Size.Name(othello.Square(sq)))
		}
	}
	return b.String()
}

// play tells of a move. A program may know of forced passes by itself and refuse to hear of them.
func (c *gtpClient) play(ctx context.Context, p *process, turn othello.Color, size othello.Size,
	move othello.Square,
) error {
	_, err := tell(ctx, p, "play "+turn.String()+" "+size.Name(move))
	if err != nil && (move != othello.Pass || !refused(err)) {
		return err
	}
	c.moves = append(c.moves, move)
	return nil
}

// time tells what the clock shows: in milliseconds where the program knows Kaeshi's commands for that, and otherwise in
// GTP's whole seconds, in which shorter times cannot be said. A program may do without clocks.
func (c *gtpClient) time(ctx context.Context, p *process, turn othello.Color, clock player.Clock) error {
	left, stones := clock.Left, clock.Moves
	if clock.Move > 0 {
		left, stones = clock.Move, 1
	}
	if left <= 0 {
		return nil
	}
	prefix, unit := "", c.clockUnit()
	if c.fine {
		prefix = millisecondPrefix
	}
	if left < unit {
		return nil
	}
	count, period := int(left/unit), int(clock.Period/unit)
	commands := []string{fmt.Sprintf("%stime_left %s %d %d", prefix, turn, count, stones)}
	switch {
	case c.timed:
	case stones > 0:
		commands = slices.Insert(commands, 0, fmt.Sprintf("%stime_settings 0 %d %d", prefix, count, stones))
	case period > 0:
		commands = slices.Insert(commands, 0, fmt.Sprintf("%stime_settings %d %d 1", prefix, count, period))
	default:
		commands = slices.Insert(commands, 0, fmt.Sprintf("%stime_settings %d 0 0", prefix, count))
	}
	c.timed = true
	for _, command := range commands {
		if _, err := tell(ctx, p, command); err != nil && !refused(err) {
			return err
		}
	}
	return nil
}

// clockUnit is what the program's commands for time count in.
func (c *gtpClient) clockUnit() time.Duration {
	if c.fine {
		return time.Millisecond
	}
	return time.Second
}
