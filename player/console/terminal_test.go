package console_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/console"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/record"
)

// playAtTerminal plays a game at a terminal with the typed input and returns the output.
func playAtTerminal(
	t *testing.T, g *record.Game, black, white, typed string, change func(*console.Terminal),
) (shown string, err error) {
	t.Helper()
	var out strings.Builder
	terminal := console.NewTerminal(strings.NewReader(typed), &out, lang.English)
	terminal.Hint = playertest.New(t, player.Computers(), "kaeshi:level=2")
	if change != nil {
		change(terminal)
	}
	human := player.Maker{Name: "human", Usage: "human", New: player.NewHuman(terminal.ReadMove)}
	known := append(player.Computers(), human)
	var r player.Referee
	for spec, p := range map[string]*player.Player{black: &r.Black, white: &r.White} {
		if *p, err = known.New(spec); err != nil {
			t.Fatal(err)
		}
	}
	if black == white {
		r.Black = r.White
	}
	err = terminal.Play(t.Context(), g, &r)
	return out.String(), err
}

func newGame(size othello.Size) *record.Game {
	return &record.Game{Start: othello.Start(size, othello.Usual)}
}

// human returns a human player whose moves come from ask.
func human(t *testing.T, ask player.ReadMove) player.Player {
	t.Helper()
	return playertest.New(t, player.Makers{{Name: "human", Usage: "human", New: player.NewHuman(ask)}}, "human")
}

// passing is a player that always passes.
type passing struct{}

func (passing) Name() string { return "passing" }

func (passing) Choose(context.Context, *record.Game, player.Clock) (player.Choice, error) {
	return player.Choice{Move: othello.Pass}, nil
}

func (passing) Close() error { return nil }

func TestTerminalMessages(t *testing.T) {
	cases := map[string]struct{ typed, want string }{
		"a move":          {"F5\n", "Black plays f5 and flips 1."},
		"the answer":      {"f5\n", "White plays f4 and flips 1."},
		"the count":       {"f5\n", "Black X 4, White O 1 · White to move"},
		"the last move":   {"f5\n", " 5  -  -  -  X  X [X] -  -  5\n"},
		"blanks around":   {"   f5  \n", "Black plays f5"},
		"an empty line":   {"\n\nf5\n", "Black plays f5"},
		"no line end":     {"f5", "Black plays f5"},
		"a taken square":  {"d4\n", "d4 is occupied.\nLegal moves: d3 c4 f5 e6\n"},
		"nothing flipped": {"a1\n", "a1 flips nothing for Black.\nLegal moves: d3 c4 f5 e6\n"},
		"beside the board": {
			"i9\n",
			`"i9" is neither a square (a1 to h8) nor a command. Type help for the commands.`,
		},
		"control characters": {"\x1b[2J\n", `"\x1b[2j" is neither`},
		"a needless pass":    {"pass\n", "Black has a legal move and cannot pass."},
		"moves":              {"moves\n", "Legal moves: d3 c4 f5 e6\n"},
		"help":               {"HELP\n", "undo   take back your last move"},
		"a question mark":    {"?\n", "undo   take back your last move"},
		"a hint":             {"hint\n", ", depth 2)"},
		"no undo":            {"undo\n", "There is no move to take back."},
		"undo":               {"f5\nundo\n", "Move taken back. Moves: -\n"},
		"undo twice":         {"f5\nd6\nu\nu\nmoves\n", "Move taken back. Moves: -\n"},
		"undo, other move":   {"f5\nundo\nd3\n", "Moves: d3c3\n"},
		"quitting":           {"f5\nquit\nd6\n", "The game ends here, unfinished.\nMoves: f5f4\n"},
		"the end of input":   {"f5\n", "The game ends here, unfinished.\nMoves: f5f4\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			shown, err := playAtTerminal(t, newGame(othello.Size8), "human", "greedy", c.typed, nil)
			if err != nil || !strings.Contains(shown, c.want) {
				t.Errorf("error %v, output\n%s\nwant %q", err, shown, c.want)
			}
			if strings.Contains(shown, "\x1b") || strings.Contains(shown, "> ") {
				t.Errorf("unexpected colours or prompt: %q", shown)
			}
		})
	}
}

func TestTerminalShowsThePosition(t *testing.T) {
	shown, _ := playAtTerminal(t, newGame(othello.Size4), "human", "greedy", "", nil)
	want := `
    a  b  c  d
 1  -  .  -  -  1
 2  .  O  X  -  2
 3  -  X  O  .  3
 4  -  -  .  -  4
    a  b  c  d
Black X 2, White O 2 · Black to move

The game ends here, unfinished.
Moves: -
`
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Error(diff)
	}
}

// TestForcedPassIsShown checks that a forced pass of a person is played and shown.
func TestForcedPassIsShown(t *testing.T) {
	g := &record.Game{Start: othellotest.Parse(t, "XO--XXX-XXXXXXXX O")}
	shown, err := playAtTerminal(t, g, "human", "human", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown, "White has no legal move and must pass.\n") {
		t.Errorf("the output does not report the pass:\n%s", shown)
	}
	if g.Moves[0] != othello.Pass {
		t.Errorf("the first move is %s, want a pass", g.Start.Size.Name(g.Moves[0]))
	}
}

// beforePass returns a position and a move after which the other side must pass.
func beforePass(t *testing.T) (othello.Position, othello.Square) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 0))
	for range 1000 {
		p := othellotest.Begun(r, othello.Size6, 1+r.IntN(20))
		for _, m := range p.Moves() {
			if m != othello.Pass && p.Play(m).MustPass() {
				return p, m
			}
		}
	}
	t.Fatal("no forced pass in any position")
	return othello.Position{}, 0
}

func TestUndoOverAPass(t *testing.T) {
	p, m := beforePass(t)
	g := &record.Game{Start: p}
	shown, err := playAtTerminal(t, g, "human", "human", p.Size.Name(m)+"\nundo\nundo\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown, "must pass.") {
		t.Errorf("the output does not report the pass:\n%s", shown)
	}
	if len(g.Moves) != 0 {
		t.Errorf("moves %v, want none", g.Moves)
	}
	if n := strings.Count(shown, "no move to take back"); n != 1 {
		t.Errorf("%d messages that there is no move to take back, want one:\n%s", n, shown)
	}
}

// TestUndoLeavesAForcedPass checks that undo does not take back a forced pass if the person had no choice before it.
func TestUndoLeavesAForcedPass(t *testing.T) {
	p, m := beforePass(t)
	g := &record.Game{Start: p.Play(m)}
	shown, err := playAtTerminal(t, g, "human", "human", "undo\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown, "no move to take back") {
		t.Errorf("the message that there is no move to take back is missing:\n%s", shown)
	}
	if len(g.Moves) != 1 {
		t.Errorf("moves %v, want only the pass", g.Moves)
	}
}

func TestResults(t *testing.T) {
	cases := map[string]string{
		"XXXXXXXXXXXXXXXX X": "The game is over. Black wins 16 to 0 (+16).\nMoves: -\n",
		"XX-XXXXXXXXXXXXX O": "The game is over. Black wins 16 to 0 (+16).\nOn the board: Black 15, White 0. Empty " +
			"squares count for the winner.\n",
		"OOOOOOOOOOOOXXXX X": "The game is over. White wins 12 to 4 (+8).\nMoves: -\n",
		"OOOOOOOOXXXXXXXX X": "The game is over. It is a draw, 8 to 8.\nMoves: -\n",
	}
	for start, want := range cases {
		shown, err := playAtTerminal(t, &record.Game{Start: othellotest.Parse(t, start)}, "human", "greedy", "", nil)
		if err != nil || !strings.Contains(shown, want) {
			t.Errorf("%s: output\n%s\nwant %q; error %v", start, shown, want, err)
		}
	}
}

func TestComputersPlayAGame(t *testing.T) {
	g := newGame(othello.Size6)
	shown, err := playAtTerminal(t, g, "greedy", "random:seed=1", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Position().Over() {
		t.Errorf("the last position is %s, want the end of the game", g.Position())
	}
	if !strings.Contains(shown, "The game is over.") {
		t.Errorf("the output does not report the end of the game:\n%s", shown)
	}
	if last := "Moves: " + g.Transcript() + "\n"; !strings.HasSuffix(shown, last) {
		t.Errorf("the output does not end with %q:\n%s", last, shown)
	}
}

func TestPromptAndColor(t *testing.T) {
	shown, err := playAtTerminal(t, newGame(othello.Size8), "human", "greedy", "f5\n",
		func(t *console.Terminal) { t.Color, t.Prompt = true, true })
	for _, part := range []string{
		"Black> ", "White (greedy) is thinking…", "\x1b[1;30;42m[X]\x1b[0m",
		"\x1b[1;97;42m O \x1b[0m",
	} {
		if !strings.Contains(shown, part) {
			t.Errorf("the output does not contain %q:\n%s", part, shown)
		}
	}
	if err != nil || !strings.Contains(shown, "Black> \nThe game ends here") {
		t.Errorf("the end of the game is not on a new line after the prompt:\n%s\nerror %v", shown, err)
	}
}

// failing is an input that fails.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

func TestFailingInputEndsTheGame(t *testing.T) {
	var out strings.Builder
	terminal := console.NewTerminal(failing{}, &out, lang.English)
	person := human(t, terminal.ReadMove)
	err := terminal.Play(t.Context(), newGame(othello.Size8), &player.Referee{Black: person, White: person})
	if err == nil || err.Error() != "input/output error" {
		t.Errorf("error %v, want that of the input", err)
	}
	if !strings.Contains(out.String(), "unfinished") {
		t.Errorf("the output does not report the end of the game:\n%s", out.String())
	}
}

func TestFaultyPlayerAtTheTerminal(t *testing.T) {
	var out strings.Builder
	terminal := console.NewTerminal(strings.NewReader(""), &out, lang.English)
	bad := passing{}
	err := terminal.Play(t.Context(), newGame(othello.Size8), &player.Referee{Black: bad, White: bad})
	if fault := (*player.Fault)(nil); !errors.As(err, &fault) ||
		!strings.Contains(out.String(), "Black (passing) loses the game: black may not pass") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestInterruptedAtTheTerminal(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	terminal := console.NewTerminal(strings.NewReader("f5\nd6\n"), &out, lang.English)
	person := human(t, func(ctx context.Context, g *record.Game) (othello.Square, error) {
		defer cancel()
		return terminal.ReadMove(ctx, g)
	})
	g := newGame(othello.Size8)
	err := terminal.Play(ctx, g, &player.Referee{Black: person, White: person})
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(out.String(), "Moves: "+g.Transcript()+"\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
