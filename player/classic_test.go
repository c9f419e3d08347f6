package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// classics returns the makers of the programs of the articles for Othello and tic-tac-toe.
func classics() player.Makers {
	var all player.Makers
	for _, m := range []player.Maker{
		{
			Name: "classic/positional", New: player.NewClassicPositional,
			Usage: "classic/positional[:depth=N][,corrected]",
		},
		{Name: "classic/discs", Usage: "classic/discs[:depth=N][,corrected]", New: player.NewClassicDiscs},
		{Name: "classic/discs-negamax", Usage: "classic/discs-negamax[:depth=N]", New: player.NewClassicDiscsNegamax},
		{Name: "classic/mobility", Usage: "classic/mobility[:depth=N][,corrected]", New: player.NewClassicMobility},
		{
			Name: "classic/lazytree", New: player.NewClassicLazyTree,
			Usage: "classic/lazytree[:depth=N][,-pruning][,corrected]",
		},
		{Name: "classic/tictactoe", Usage: "classic/tictactoe[:corrected]", New: player.NewClassicTicTacToe},
		{
			Name: "classic/tictactoe-rules", New: player.NewClassicTicTacToeRules,
			Usage: "classic/tictactoe-rules[:seed=N]",
		},
	} {
		m.Main = "version"
		all = append(all, m)
	}
	return all
}

func newClassic(t testing.TB, spec string) player.Player {
	t.Helper()
	p, err := classics().New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if p.Name() != spec {
		t.Errorf("%q: Name() = %q, want the spec", spec, p.Name())
	}
	return p
}

// TestClassicOptions checks that each spec plays the moves of its program.
func TestClassicOptions(t *testing.T) {
	type program interface {
		Choose(ctx context.Context, p othello.Position) (classic.Choice, error)
	}
	const fixed = classic.Corrected
	for spec, want := range map[string]program{
		"classic/positional":                           classic.Positional{},
		"classic/positional:published":                 classic.Positional{},
		"classic/positional:depth=3,corrected":         classic.Positional{Depth: 3, Fixes: fixed},
		"classic/discs:depth=3":                        classic.Discs{Depth: 3},
		"classic/discs:version=corrected":              classic.Discs{Fixes: fixed},
		"classic/discs-negamax":                        classic.DiscsNegamax{},
		"classic/discs-negamax:depth=2,corrected":      classic.DiscsNegamax{Depth: 2},
		"classic/mobility":                             classic.Mobility{},
		"classic/mobility:corrected,depth=4":           classic.Mobility{Depth: 4, Fixes: fixed},
		"classic/lazytree":                             classic.LazyTree{},
		"classic/lazytree:-pruning":                    classic.LazyTree{Unpruned: true},
		"classic/lazytree:+pruning,corrected":          classic.LazyTree{Fixes: fixed},
		"classic/lazytree:depth=2,-pruning,published":  classic.LazyTree{Depth: 2, Unpruned: true},
		"classic/lazytree:depth=3,version=corrected":   classic.LazyTree{Depth: 3, Fixes: fixed},
		"classic/positional:version=published,depth=2": classic.Positional{Depth: 2},
	} {
		p := newClassic(t, spec)
		for i, position := range somePositions(7, 1) {
			if position.Size != othello.Size8 || i%4 != 0 {
				continue
			}
			c, err := want.Choose(t.Context(), position)
			if err != nil {
				t.Fatal(err)
			}
			if got := choose(t, p, position); c.HasMove && got.Move != c.Move {
				t.Errorf("%s in %s: move %d, want %d, that of the program", spec, position, got.Move, c.Move)
			}
		}
	}
}

func TestClassicMistakes(t *testing.T) {
	for spec, want := range map[string]string{
		"classic/positional:depth=0":         "a number from 1 to 60",
		"classic/positional:fixed":           "expected published or corrected",
		"classic/discs:published,corrected":  "version is given twice",
		"classic/discs:-pruning":             "unknown option \"pruning\"",
		"classic/lazytree:pruning=no":        "expected + or -",
		"classic/tictactoe:depth=3":          "unknown option \"depth\"",
		"classic/tictactoe-rules:seed=seven": "a whole number",
	} {
		if _, err := classics().New(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", spec, err, want)
		}
	}
}

// TestClassicReports checks that programs that evaluate in discs have reports, and that the others have none.
func TestClassicReports(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	for spec, inDiscs := range map[string]bool{
		"classic/positional": false, "classic/mobility": false,
		"classic/discs": true, "classic/discs-negamax": true, "classic/lazytree": true,
	} {
		r := choose(t, newClassic(t, spec), start).Report
		if inDiscs != (r != nil) {
			t.Errorf("%s: report %+v, want one: %t", spec, r, inDiscs)
		}
		if r == nil {
			continue
		}
		want := *r
		want.Depth, want.Exact, want.Move = 4, false, r.Best[0]
		if diff := cmp.Diff(want, *r); diff != "" {
			t.Errorf("%s: report (-want +got):\n%s", spec, diff)
		}
		if r.Nodes == 0 {
			t.Errorf("%s: 0 nodes, want more", spec)
		}
	}
}

// TestClassicWithoutAMove checks that the player plays a legal move when the printed code of article 001 returns none.
func TestClassicWithoutAMove(t *testing.T) {
	lost := othellotest.Parse(t, "OOOOOOOOOOOOOOOOOOOOOOOOOOOOO-OOOOOOXO-OOOOOOOOOOOOOOOOOOOOOOOOO X")
	c, err := classic.Discs{}.Choose(t.Context(), lost)
	if err != nil || c.HasMove {
		t.Fatalf("choice %+v, error %v; want no move", c, err)
	}
	choose(t, newClassic(t, "classic/discs"), lost)
	pass := othellotest.Parse(t, "---XXX-X---XX-X-XXXXXXXXXOXXXXXXXXOXXXXXOOXOXOXXOOXXXXXXOXXXXX-O X")
	for _, m := range classics()[:5] {
		if got := choose(t, newClassic(t, m.Name), pass); got.Move != othello.Pass {
			t.Errorf("%s plays %d, want the forced pass", m.Name, got.Move)
		}
	}
}

func TestClassicStopsAndRefuses(t *testing.T) {
	start := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	over := &record.Game{Start: othellotest.Parse(t, strings.Repeat("X", 64)+" O")}
	small := &record.Game{Start: othello.Start(othello.Size6, othello.Usual)}
	for _, m := range classics()[:5] {
		p := newClassic(t, m.Name+":depth=40")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := p.Choose(ctx, start, player.Clock{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s without time: error %v, want context.DeadlineExceeded", m.Name, err)
		}
		cancel()
		if _, err := p.Choose(t.Context(), over, player.Clock{}); !errors.Is(err, search.ErrOver) {
			t.Errorf("%s in a finished game: error %v, want %v", m.Name, err, search.ErrOver)
		}
		_, err := newClassic(t, m.Name).Choose(t.Context(), small, player.Clock{})
		if refuses := m.Name == "classic/positional"; refuses != (err != nil) {
			t.Errorf("%s on 6×6: error %v, want an error: %t", m.Name, err, refuses)
		}
	}
}

func ticTacToe(t *testing.T, spec string) player.TicTacToe {
	t.Helper()
	p, ok := newClassic(t, spec).(player.TicTacToe)
	if !ok {
		t.Fatalf("%s does not play tic-tac-toe", spec)
	}
	return p
}

func TestAnswerTicTacToe(t *testing.T) {
	for _, c := range []struct{ spec, position, want string }{
		{"classic/tictactoe", "O-XX-X-OO X", "b2\n"}, // the example of the article
		{"classic/tictactoe", "", "a1\n"},
		{"classic/tictactoe", "xxxoo---- O", "over\n"},
		{"classic/tictactoe", "-----OXXO X", "a1\n"}, // O moved first
		{"classic/tictactoe:corrected", "-----OXXO X", "c1\n"},
		{"classic/tictactoe-rules:seed=1", "XX-OO---- X", "c1\n"},
	} {
		var out strings.Builder
		if err := player.AnswerTicTacToe(&out, ticTacToe(t, c.spec), c.position, false); err != nil ||
			out.String() != c.want {
			t.Errorf("%s, %q: %q, error %v; want %q", c.spec, c.position, out.String(), err, c.want)
		}
	}
}

func TestAnswerTicTacToeAsJSON(t *testing.T) {
	for spec, hasScore := range map[string]bool{"classic/tictactoe": true, "classic/tictactoe-rules:seed=1": false} {
		var out strings.Builder
		if err := player.AnswerTicTacToe(&out, ticTacToe(t, spec), "O-XX-X-OO X", true); err != nil {
			t.Fatal(err)
		}
		var got player.TicTacToeAnswer
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
			t.Fatal(err)
		}
		index := 4
		want := player.TicTacToeAnswer{
			Schema: "kaeshi/tictactoe-move/1", Player: spec, Position: "O-XX-X-OO X", Move: "b2", Index: &index,
			Pov: "X",
		}
		ignored := cmpopts.IgnoreFields(player.TicTacToeAnswer{}, "Score", "Nodes", "Seconds")
		if diff := cmp.Diff(want, got, ignored); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
		if hasScore != (got.Score != nil) || hasScore && *got.Score != 10 {
			t.Errorf("%s: %s, want the score 10: %t", spec, out.String(), hasScore)
		}
	}
}

func TestAnswerTicTacToeRefuses(t *testing.T) {
	p := ticTacToe(t, "classic/tictactoe")
	for _, text := range []string{"O-XX-X-OO", "O-XX-X-O X", "XXX------ O", "XXXX----- X", "XXXOOO--- X"} {
		bad := (*player.BadTicTacToe)(nil)
		if err := player.AnswerTicTacToe(&strings.Builder{}, p, text, false); !errors.As(err, &bad) {
			t.Errorf("%q: error %v, want one about the position", text, err)
		}
	}
	game := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	if _, err := p.Choose(t.Context(), game, player.Clock{}); err == nil {
		t.Error("classic/tictactoe in an Othello game succeeded, want an error")
	}
}
