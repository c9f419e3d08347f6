package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// errResigned is the error of a program that resigns.
var errResigned = errors.New("the program resigns")

// NewNBoardPlayer makes the player exec/nboard: a program that speaks the NBoard protocol, version 2. Its argument is
// as for [NewGTPPlayer], with the additional option depth=N: the depth of the program if the clock has none, 12 by
// default. Choose fails as for [NewGTPPlayer].
func NewNBoardPlayer(a *player.Args) (player.Player, error) {
	return newProgram(a, func(c command) clientProtocol { return &nboardClient{usual: c.depth} })
}

// nboardClient is the state of an NBoard program.
type nboardClient struct {
	usual, depth int
	pings        int
}

func (c *nboardClient) quitCommand() string { return "quit" }

func (c *nboardClient) handshake(ctx context.Context, p *process) error {
	c.depth = c.usual
	if err := sendAll(p, "nboard 2", fmt.Sprintf("set depth %d", c.depth)); err != nil {
		return err
	}
	return c.ping(ctx, p)
}

func sendAll(p *process, commands ...string) error {
	for _, command := range commands {
		if err := p.send(command); err != nil {
			return err
		}
	}
	return nil
}

// ping waits until the program has processed all earlier commands.
func (c *nboardClient) ping(ctx context.Context, p *process) error {
	c.pings++
	if err := p.send(fmt.Sprintf("ping %d", c.pings)); err != nil {
		return err
	}
	want := strconv.Itoa(c.pings)
	return answer(ctx, p, func(line string) bool {
		words := strings.Fields(line)
		return len(words) == 2 && words[0] == "pong" && words[1] == want
	})
}

func (c *nboardClient) prepare(ctx context.Context, p *process, clock player.Clock) error {
	game, err := gameText(&record.Game{Start: othello.Start(othello.Size8, othello.Usual)}, clock)
	if err != nil {
		return err
	}
	if err := p.send("set game " + game); err != nil {
		return err
	}
	return c.ping(ctx, p)
}

func (c *nboardClient) choose(ctx context.Context, p *process, g *record.Game, clock player.Clock,
	progress func(player.Choice),
) (player.Choice, error) {
	depth := c.usual
	if clock.Depth > 0 {
		depth = min(clock.Depth, maxDepth)
	}
	var commands []string
	if depth != c.depth {
		commands = append(commands, fmt.Sprintf("set depth %d", depth))
		c.depth = depth
	}
	game, err := gameText(g, clock)
	if err != nil {
		return player.Choice{}, err
	}
	if err := sendAll(p, append(commands, "set game "+game)...); err != nil {
		return player.Choice{}, err
	}
	if err := c.ping(ctx, p); err != nil {
		return player.Choice{}, err
	}
	if err := p.send("go"); err != nil {
		return player.Choice{}, err
	}
	return listenForMove(ctx, p, g.Position(), progress)
}

// listenForMove reports the intermediate results of the program until it moves.
func listenForMove(ctx context.Context, p *process, now othello.Position, progress func(player.Choice)) (
	choice player.Choice, err error,
) {
	t := searchOutput{position: now, began: time.Now()}
	var fault error
	err = answer(ctx, p, func(line string) (done bool) {
		if text, ok := strings.CutPrefix(line, "==="); ok {
			choice, fault = t.decide(text)
			return true
		}
		if so, ok := t.parse(line); ok {
			progress(so)
		}
		return false
	})
	if err == nil {
		err = fault
	}
	return choice, err
}

// searchOutput collects the output of an NBoard program about a position.
type searchOutput struct {
	position othello.Position
	began    time.Time
	nodes    uint64
	last     *search.Report // of the latest line about a move
}

// gameText returns the game in one line of GGF for `set game`. The clocks of both sides have the time of the mover. GGF
// has no time per move; it is sent as the whole remaining time, so that no program takes longer.
func gameText(g *record.Game, clock player.Clock) (string, error) {
	so := &record.Game{Start: g.Start, Moves: g.Moves, Black: "Black", White: "White", Clock: "1h"}
	left := clock.Left
	if clock.Move > 0 {
		left = clock.Move
	}
	if left > 0 {
		so.Clock = player.Control{
			Base:      max(left.Truncate(time.Second), time.Second),
			Increment: clock.Increment.Truncate(time.Second),
		}.String()
	}
	var b strings.Builder
	if _, err := files.Write(&b, files.GGF, slices.Values([]*record.Game{so})); err != nil {
		return "", err
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

// parse parses a line "nodestats N SECONDS", "search PV EVAL 0 DEPTH …" or "book PV EVAL 0 DEPTH …". It returns the
// intermediate choice of the latter two. Other lines are ignored.
func (t *searchOutput) parse(line string) (player.Choice, bool) {
	words := strings.Fields(line)
	switch {
	case len(words) >= 2 && words[0] == "nodestats":
		if n, err := strconv.ParseUint(words[1], 10, 64); err == nil {
			t.nodes = n
		}
	case len(words) >= 5 && (words[0] == "search" || words[0] == "book"):
		return t.hint(words[1], words[2], words[4])
	}
	return player.Choice{}, false
}

func (t *searchOutput) hint(pv, value, depth string) (player.Choice, bool) {
	line := t.line(pv)
	score, ok := t.score(value)
	if len(line) == 0 || !ok {
		return player.Choice{}, false
	}
	r := t.report(line[0], score)
	r.PV = line
	digits := strings.IndexFunc(depth+"%", func(c rune) bool { return c < '0' || c > '9' })
	plies, err := strconv.Atoi(depth[:digits])
	switch {
	case err != nil:
	case depth == "100%":
		r.Depth, r.Exact = t.position.Empties(), true
	case digits == len(depth):
		r.Depth = min(plies, maxDepth)
	}
	t.last = r
	return player.Choice{Move: r.Move, Report: r}, true
}

// line returns the legal beginning of a line of moves such as F5d6C3 or F5-D6-C3.
func (t *searchOutput) line(text string) (list []othello.Square) {
	p := t.position
	text = strings.ReplaceAll(text, "-", "")
	for ; len(text) >= 2; text = text[2:] {
		m, err := p.Size.Parse(text[:2])
		if err != nil || p.Check(m) != nil {
			break
		}
		list, p = append(list, m), p.Play(m)
	}
	return list
}

// score parses a value from the mover's view, or a pair of values for the draws of either colour. Values greater than
// the board are invalid.
func (t *searchOutput) score(text string) (othello.Score, bool) {
	text, _, _ = strings.Cut(text, ",")
	v, err := strconv.ParseFloat(text, 64)
	most := float64(t.position.Size.Squares())
	return othello.Score(v), err == nil && math.Abs(v) <= most
}

func (t *searchOutput) report(move othello.Square, score othello.Score) *search.Report {
	return &search.Report{
		Position: t.position, Move: move, Best: []othello.Square{move}, Score: score, Confidence: 100,
		Nodes: t.nodes, Elapsed: time.Since(t.began), PV: []othello.Square{move},
	}
}

// decide parses the move of "=== F5/1.50/0.2". Edax writes spaces instead of the slashes. All but the move is optional.
func (t *searchOutput) decide(text string) (player.Choice, error) {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == ' ' || c == '\t' })
	if len(words) == 0 {
		return player.Choice{}, fmt.Errorf("its move %q: expected such as === F5/1.50/0.2", "==="+text)
	}
	move, err := t.position.Size.Parse(words[0])
	if err != nil {
		return player.Choice{}, fmt.Errorf("its move: %w", err)
	}
	c := player.Choice{Move: move}
	if t.last != nil && t.last.Move == move {
		last := *t.last
		c.Report = &last
	} else if len(words) > 1 {
		if score, ok := t.score(words[1]); ok {
			c.Report = t.report(move, score)
		}
	}
	if c.Report != nil {
		c.Report.Nodes, c.Report.Elapsed = t.nodes, time.Since(t.began)
	}
	return c, nil
}
