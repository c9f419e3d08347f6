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

// NewGTPPlayer makes the player exec/gtp: a program that speaks the Go Text Protocol. The argument of the spec is its
// command, split into words like a shell command but run without a shell. Before the program may be dir=DIR, its
// working directory, and wait=DURATION, the time limit of an answer without a clock. Choose fails if the program
// crashes, hangs, floods its output or answers with an illegal move; the program is then started again.
func NewGTPPlayer(a *player.Args) (player.Player, error) {
	return newProgram(a, func(command) clientProtocol { return &gtpClient{} })
}

// gtpClient is the state of a GTP program.
type gtpClient struct {
	start othello.Position
	moves []othello.Square
	fresh bool // no game has been set up
	timed bool // the time settings of this game have been sent
	fine  bool // the program accepts times in milliseconds
}

func (c *gtpClient) quitCommand() string { return "quit" }

func (c *gtpClient) handshake(ctx context.Context, p *process) error {
	*c = gtpClient{fresh: true}
	if _, err := sendCommand(ctx, p, "protocol_version"); err != nil {
		return err
	}
	known, err := sendCommand(ctx, p, "known_command "+millisecondPrefix+"time_left")
	c.fine = known == "true"
	if refused(err) {
		err = nil
	}
	return err
}

// sendCommand sends a command and returns the answer. The error is a refusal if the program answers with a failure.
func sendCommand(ctx context.Context, p *process, command string) (string, error) {
	if err := p.send(command); err != nil {
		return "", err
	}
	var a gtpAnswer
	if err := answer(ctx, p, a.add); err != nil {
		return "", err
	}
	return a.result(command)
}

// gtpAnswer collects the lines of an answer up to the empty line that ends it.
type gtpAnswer struct{ lines []string }

func (a *gtpAnswer) add(line string) (done bool) {
	begun := len(a.lines) > 0
	switch {
	case !begun && !strings.HasPrefix(line, "=") && !strings.HasPrefix(line, "?"):
		return false // other output before the answer
	case begun && strings.TrimSpace(line) == "":
		return true
	}
	a.lines = append(a.lines, line)
	return false
}

// result returns the text of a complete answer.
func (a *gtpAnswer) result(command string) (string, error) {
	text := strings.Join(a.lines, "\n")
	body := strings.TrimSpace(text[1:])
	if text[0] == '?' {
		return "", &refusal{command, body}
	}
	return body, nil
}

// refusal is the error of a failure response.
type refusal struct{ command, text string }

func (r *refusal) Error() string {
	return fmt.Sprintf("the program refuses %q: %.200q", r.command, r.text)
}

func refused(err error) bool {
	r := (*refusal)(nil)
	return errors.As(err, &r)
}

func (c *gtpClient) choose(ctx context.Context, p *process, g *record.Game, clock player.Clock,
	_ func(player.Choice),
) (player.Choice, error) {
	if err := c.follow(ctx, p, g); err != nil {
		return player.Choice{}, err
	}
	now := g.Position()
	if err := c.time(ctx, p, now.Turn, clock); err != nil {
		return player.Choice{}, err
	}
	text, err := sendCommand(ctx, p, "genmove "+now.Turn.String())
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
	c.moves = append(c.moves, move) // genmove also plays the move
	return player.Choice{Move: move}, nil
}

// follow sends the moves of the game that the program does not have yet.
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

// restart begins a game. GTP has no command for setting up a position; some programs support that of GoGui.
func (c *gtpClient) restart(ctx context.Context, p *process, start othello.Position) error {
	commands := []string{fmt.Sprintf("boardsize %d", start.Size), "clear_board"}
	if start != othello.Start(start.Size, othello.Usual) {
		if known, err := sendCommand(ctx, p, "known_command gogui-setup"); err != nil || known != "true" {
			return errors.Join(err,
				fmt.Errorf(
					"cannot set up %s: the program does not support gogui-setup; use a start position and moves",
					start))
		}
		commands = append(commands, setUpCommand(start), "gogui-setup_player "+start.Turn.String())
	}
	for _, command := range commands {
		if _, err := sendCommand(ctx, p, command); err != nil {
			return err
		}
	}
	*c = gtpClient{start: start, fine: c.fine}
	return nil
}

// setUpCommand returns the gogui-setup command with every disc of the position.
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

// play sends a move. A program may refuse forced passes if it plays them by itself.
func (c *gtpClient) play(ctx context.Context, p *process, turn othello.Color, size othello.Size,
	move othello.Square,
) error {
	_, err := sendCommand(ctx, p, "play "+turn.String()+" "+size.Name(move))
	if err != nil && (move != othello.Pass || !refused(err)) {
		return err
	}
	c.moves = append(c.moves, move)
	return nil
}

func (c *gtpClient) prepare(ctx context.Context, p *process, clock player.Clock) error {
	c.timed = false
	return c.time(ctx, p, othello.Black, clock)
}

// time sends the clock: in milliseconds if the program supports Kaeshi's commands for that, otherwise in whole seconds
// of GTP, which cannot represent shorter times. A program may refuse the commands.
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
		if _, err := sendCommand(ctx, p, command); err != nil && !refused(err) {
			return err
		}
	}
	return nil
}

// clockUnit returns the unit of the program's time commands.
func (c *gtpClient) clockUnit() time.Duration {
	if c.fine {
		return time.Millisecond
	}
	return time.Second
}
