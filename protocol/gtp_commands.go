package protocol

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// gtpVerb is a command of the server.
type gtpVerb struct {
	name string
	do   func(t *gtpSession, ctx context.Context, args []string) (string, error)
	// stream replaces do for answers that continue until the next input: run writes the answer.
	stream func(t *gtpSession, args []string) (run func(context.Context), err error)
}

// gtpCommands returns the commands of the server in the order of list_commands.
func gtpCommands() []gtpVerb {
	return slices.Concat(gtpGameCommands(), gtpClockCommands(), gtpAnalyzeCommands(), gtpRulesCommands())
}

// gtpGameCommands returns the commands of the protocol, and some that play several moves.
func gtpGameCommands() []gtpVerb {
	return []gtpVerb{
		{name: "protocol_version", do: answering(func(*gtpSession) string { return "2" })},
		{name: "name", do: answering(func(t *gtpSession) string { return t.Name })},
		{name: "version", do: answering(func(t *gtpSession) string { return t.Version })},
		{name: "known_command", do: func(_ *gtpSession, _ context.Context, args []string) (string, error) {
			return knowsGTP(args), nil
		}},
		{name: "list_commands", do: answering(func(*gtpSession) string { return strings.Join(gtpNames(), "\n") })},
		{name: "quit", do: done(func(t *gtpSession, _ []string) error { t.quit = true; return nil })},
		{name: "boardsize", do: done((*gtpSession).boardSize)},
		{name: "clear_board", do: done(func(t *gtpSession, _ []string) error {
			t.clear(t.game.Start.Size)
			return nil
		})},
		{name: "komi", do: done((*gtpSession).komi)},
		{name: "play", do: done((*gtpSession).play)},
		{name: "gogui-play_sequence", do: done((*gtpSession).playAll)},
		{name: "gogui-setup", do: done((*gtpSession).setUp)},
		{name: "gogui-setup_player", do: done((*gtpSession).setUpTurn)},
		{name: "genmove", do: func(t *gtpSession, ctx context.Context, args []string) (string, error) {
			return t.genmove(ctx, args, true)
		}},
		{name: "reg_genmove", do: func(t *gtpSession, ctx context.Context, args []string) (string, error) {
			return t.genmove(ctx, args, false)
		}},
		{name: "undo", do: done(func(t *gtpSession, _ []string) error { return t.undo(1) })},
		{name: "gg-undo", do: done((*gtpSession).undoMany)},
		{name: "showboard", do: answering(func(t *gtpSession) string { return "\n" + t.diagram() })},
	}
}

func gtpClockCommands() []gtpVerb {
	return []gtpVerb{
		{name: "time_settings", do: done((*gtpSession).applyTimeSettings)},
		{name: "time_left", do: done(func(t *gtpSession, args []string) error { return t.clocks.left(args) })},
		{name: millisecondPrefix + "time_settings", do: done(func(t *gtpSession, args []string) error {
			return t.applyTimeSettings(inSeconds(args, 0, 1))
		})},
		{name: millisecondPrefix + "time_left", do: done(func(t *gtpSession, args []string) error {
			return t.clocks.left(inSeconds(args, 1))
		})},
		{name: "cputime", do: func(*gtpSession, context.Context, []string) (string, error) {
			used, err := cpuTime()
			return strconv.FormatFloat(used.Seconds(), 'f', 3, 64), err
		}},
	}
}

// gtpAnalyzeCommands returns the commands of boards that display engine analysis.
func gtpAnalyzeCommands() []gtpVerb {
	return []gtpVerb{
		{name: "lz-analyze", stream: func(t *gtpSession, args []string) (func(context.Context), error) {
			return t.analyze(args, false)
		}},
		{name: "kata-analyze", stream: func(t *gtpSession, args []string) (func(context.Context), error) {
			return t.analyze(args, true)
		}},
		{name: "gogui-analyze_commands", do: answering(func(*gtpSession) string { return goguiCommands })},
		{name: "kaeshi-evaluate", do: func(t *gtpSession, ctx context.Context, _ []string) (string, error) {
			return t.evaluate(ctx, 1, evaluation)
		}},
		{name: "kaeshi-values", do: func(t *gtpSession, ctx context.Context, _ []string) (string, error) {
			return t.evaluate(ctx, maxQueue, t.valuesDrawn)
		}},
		{name: "kaeshi-variation", do: func(t *gtpSession, ctx context.Context, _ []string) (string, error) {
			return t.evaluate(ctx, 1, t.variationDrawn)
		}},
	}
}

// gtpRulesCommands returns the commands of boards that support games other than Go, such as GoGui.
func gtpRulesCommands() []gtpVerb {
	return []gtpVerb{
		{name: "set_game", do: done(setGame)},
		{name: "list_games", do: answering(func(*gtpSession) string { return "Othello" })},
		{name: "loadsgf", do: done((*gtpSession).load)},
		{name: "final_score", do: (*gtpSession).finalScore},
		{name: "gogui-interrupt", do: answering(func(*gtpSession) string { return "" })},
		{name: "gogui-rules_game_id", do: answering(func(*gtpSession) string { return "Othello" })},
		{name: "gogui-rules_board", do: answering((*gtpSession).rows)},
		{name: "gogui-rules_board_size", do: answering(func(t *gtpSession) string {
			return fmt.Sprint(int(t.game.Start.Size))
		})},
		{name: "gogui-rules_legal_moves", do: answering((*gtpSession).legalMoves)},
		{name: "gogui-rules_side_to_move", do: answering(func(t *gtpSession) string {
			return t.game.Position().Turn.String()
		})},
		{name: "gogui-rules_final_result", do: answering((*gtpSession).finalResult)},
	}
}

func gtpNames() (names []string) {
	for _, c := range gtpCommands() {
		names = append(names, c.name)
	}
	return names
}

func knowsGTP(args []string) string {
	for _, name := range gtpNames() {
		if len(args) == 1 && args[0] == name {
			return "true"
		}
	}
	return "false"
}

// answering returns a command that only answers.
func answering(text func(*gtpSession) string) func(*gtpSession, context.Context, []string) (string, error) {
	return func(t *gtpSession, _ context.Context, _ []string) (string, error) { return text(t), nil }
}

// done returns a command with an empty answer.
func done(do func(*gtpSession, []string) error) func(*gtpSession, context.Context, []string) (string, error) {
	return func(t *gtpSession, _ context.Context, args []string) (string, error) { return "", do(t, args) }
}

// komi checks its argument. Othello has no komi.
func (t *gtpSession) komi(args []string) error {
	if len(args) == 1 {
		if x, err := strconv.ParseFloat(args[0], 64); err == nil && x-x == 0 {
			return nil
		}
	}
	return errors.New("syntax error: expected a number")
}

func (t *gtpSession) clear(size othello.Size) {
	t.game = record.Game{Start: othello.Start(size, othello.Usual)}
	t.idle = 0
	t.clocks.reset()
}

func (t *gtpSession) boardSize(args []string) error {
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil {
		return errors.New("syntax error: expected a number")
	}
	size, err := othello.ParseSize(n)
	if err != nil {
		return errors.New("unacceptable size")
	}
	t.clear(size)
	return nil
}

// playAll plays "COLOUR MOVE COLOUR MOVE …", or no move if one of them is illegal.
func (t *gtpSession) playAll(args []string) error {
	moves, idle := len(t.game.Moves), t.idle
	for len(args) > 0 {
		if err := t.play(args[:min(2, len(args))]); err != nil {
			t.game.Moves, t.idle = t.game.Moves[:moves], idle
			return err
		}
		args = args[2:]
	}
	return nil
}

// setUp implements gogui-setup COLOUR SQUARE COLOUR SQUARE …: a board with only these discs and Black to move.
func (t *gtpSession) setUp(args []string) error {
	size := t.game.Start.Size
	var discs [2]bitboard.Set
	for ; len(args) > 0; args = args[2:] {
		color, err := gtpColor(args)
		if err != nil {
			return err
		}
		if len(args) == 1 {
			return errors.New("syntax error: expected a square after each colour")
		}
		at, err := t.square(args[1])
		if err != nil || at == othello.Pass {
			return fmt.Errorf("syntax error: %.40q is not a square", args[1])
		}
		discs[color] |= 1 << at
	}
	p := othello.Position{Mover: discs[othello.Black], Other: discs[othello.White], Size: size, Turn: othello.Black}
	if err := p.Validate(); err != nil {
		return err
	}
	t.clear(size)
	t.game.Start = p
	return nil
}

// setUpTurn implements gogui-setup_player COLOUR: the side to move in a position that was set up.
func (t *gtpSession) setUpTurn(args []string) error {
	color, err := gtpColor(args)
	if err != nil {
		return err
	}
	if len(t.game.Moves) > 0 {
		return errors.New("moves have been played since the position was set up")
	}
	if p := &t.game.Start; p.Turn != color {
		p.Mover, p.Other, p.Turn = p.Other, p.Mover, color
	}
	return nil
}

func (t *gtpSession) undoMany(args []string) error {
	if len(args) == 0 {
		return t.undo(1)
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return errors.New("syntax error: expected a number")
	}
	return t.undo(n)
}

func setGame(_ *gtpSession, args []string) error {
	if len(args) != 1 || !strings.EqualFold(args[0], "Othello") {
		return errors.New("unsupported game")
	}
	return nil
}

// load implements loadsgf FILE [N]: it loads the first game of the file, up to before move N, in any format that
// package record/files reads.
func (t *gtpSession) load(args []string) error {
	upTo := -1
	if len(args) > 1 {
		if n, err := strconv.Atoi(args[len(args)-1]); err == nil && n > 0 {
			upTo, args = n-1, args[:len(args)-1]
		}
	}
	if len(args) == 0 {
		return errors.New("syntax error: expected the name of a file")
	}
	name := strings.Join(args, " ")
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("cannot load file: %w", err)
	}
	defer func() { _ = file.Close() }() // only read
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("cannot load file: %s is not a file of games", name)
	}
	for g, err := range files.Read(file, name) {
		if err != nil {
			return fmt.Errorf("cannot load file: %w", err)
		}
		t.clear(g.Start.Size)
		t.game.Start, t.game.Moves = g.Start, g.Moves
		if upTo >= 0 {
			t.game.Moves = g.Moves[:min(upTo, len(g.Moves))]
		}
		return nil
	}
	return fmt.Errorf("cannot load file: no game in %s", name)
}

func (t *gtpSession) finalScore(_ context.Context, _ []string) (string, error) {
	p := t.game.Position()
	if !p.Over() {
		return "", errors.New("cannot score: the game is not over")
	}
	return gtpScore(p.ScoreBlack()), nil
}

// finalResult returns the result in the form of GoGui, empty before the end of the game.
func (t *gtpSession) finalResult() string {
	p := t.game.Position()
	if !p.Over() {
		return ""
	}
	return gtpScore(p.ScoreBlack())
}

func gtpScore(black int) string {
	switch {
	case black > 0:
		return fmt.Sprintf("B+%d", black)
	case black < 0:
		return fmt.Sprintf("W+%d", -black)
	}
	return "0"
}

// legalMoves returns the legal moves for GoGui: pass if it is forced, and nothing when the game is over.
func (t *gtpSession) legalMoves() string {
	var names []string
	for _, m := range t.game.Position().Moves() {
		names = append(names, t.squareName(m))
	}
	return strings.Join(names, " ")
}

// rows returns the board from the top row of a Go board, which has the greatest number.
func (t *gtpSession) rows() string {
	p := t.game.Position()
	text, n := p.String(), int(p.Size)
	var b strings.Builder
	for i := range n {
		y := n - 1 - i
		if t.RowsUp {
			y = i
		}
		for x := range n {
			b.WriteString(" " + strings.ReplaceAll(text[y*n+x:y*n+x+1], "-", "."))
		}
		b.WriteString("\n")
	}
	return "\n" + b.String()
}

// diagram returns a drawing of the board with the row numbers of this session.
func (t *gtpSession) diagram() string {
	var b strings.Builder
	for line := range strings.Lines(t.game.Position().Diagram()) {
		if t.RowsUp && line[0] >= '1' && line[0] <= '8' {
			line = strings.ReplaceAll(line, line[:1], string(byte(t.game.Start.Size)+'1'-line[0]+'0'))
		}
		b.WriteString(line)
	}
	return b.String()
}

// square parses a square with the row numbers of this session.
func (t *gtpSession) square(name string) (othello.Square, error) {
	m, err := t.game.Start.Size.Parse(name)
	if err != nil {
		return m, fmt.Errorf("syntax error: %w", err)
	}
	return t.turnedRows(m), nil
}

func (t *gtpSession) squareName(m othello.Square) string {
	return t.game.Start.Size.Name(t.turnedRows(m))
}

func (t *gtpSession) turnedRows(m othello.Square) othello.Square {
	if m == othello.Pass || !t.RowsUp {
		return m
	}
	return m ^ 7<<3 // the same column with mirrored rows
}
