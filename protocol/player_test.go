package protocol_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// fakePlayer returns a player whose external program is the test program.
func fakePlayer(t *testing.T, protocol, manner, options string) player.Player {
	t.Helper()
	t.Setenv(fakeVariable, manner)
	t.Setenv(fakeFile, filepath.Join(t.TempDir(), "file"))
	return newPlayer(t, "exec/"+protocol+":"+options+" '"+os.Args[0]+"'")
}

func start() *record.Game {
	return &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
}

func TestProgramsPlayWholeGames(t *testing.T) {
	for _, kind := range []string{"gtp", "nboard"} {
		t.Run(kind, func(t *testing.T) {
			foreign := fakePlayer(t, kind, kind, "")
			want, g := start(), start()
			for _, c := range []struct {
				g *record.Game
				r player.Referee
			}{
				{want, player.Referee{Black: greedy(), White: greedy()}},
				{g, player.Referee{Black: foreign, White: greedy()}},
				{start(), player.Referee{Black: greedy(), White: foreign}}, // a second game with the same program
			} {
				if r, err := c.r.Play(t.Context(), c.g); err != nil || r.Fault != nil {
					t.Fatalf("error %v, fault %v after %s", err, r.Fault, c.g.Transcript())
				}
			}
			if g.Transcript() != want.Transcript() {
				t.Errorf("the game is %s, want %s", g.Transcript(), want.Transcript())
			}
		})
	}
}

// TestProgramsFollowAnyGame checks that the game is sent again from the start after moves are taken back or changed.
func TestProgramsFollowAnyGame(t *testing.T) {
	for _, kind := range []string{"gtp", "nboard"} {
		t.Run(kind, func(t *testing.T) {
			foreign := fakePlayer(t, kind, kind, "")
			for _, moves := range []string{
				"f5d6c3", "f5d6", "f5d6c3d3c4", "c4", "",
				"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5" +
					"e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8",
			} {
				g, err := transcript.Parse(start().Start, moves)
				if err != nil {
					t.Fatal(err)
				}
				got, err := foreign.Choose(t.Context(), g, player.Clock{Left: time.Minute, Increment: time.Second})
				want, _ := greedy().Choose(t.Context(), g, player.Clock{})
				if err != nil || got.Move != want.Move {
					t.Errorf("after %q: move %v, want %v; error %v", moves, got.Move, want.Move, err)
				}
			}
		})
	}
}

// TestProgramsOnOtherBoards plays games on small boards, from positions that no game reaches, and with passes.
func TestProgramsOnOtherBoards(t *testing.T) {
	pass, err := othello.Parse("XO---OXOXXXOXXXO O")
	if err != nil {
		t.Fatal(err)
	}
	for kind, starts := range map[string][]othello.Position{
		"gtp": {
			othello.Start(othello.Size4, othello.Usual), othello.Start(othello.Size6, othello.Parallel), pass,
			pass.Play(othello.Pass),
		},
		"nboard": {
			othello.Start(othello.Size6, othello.Parallel), othello.Start(othello.Size4, othello.Usual),
			pass.Play(othello.Pass),
		},
	} {
		t.Run(kind, func(t *testing.T) {
			foreign := fakePlayer(t, kind, kind, "")
			for _, p := range starts {
				c, err := foreign.Choose(t.Context(), &record.Game{Start: p}, player.Clock{})
				if err != nil || p.Check(c.Move) != nil {
					t.Errorf("%s: move %v, want a legal one; error %v", p, c.Move, err)
				}
			}
		})
	}
}

func TestGTPProgramsThatCannotSetUp(t *testing.T) {
	foreign := fakePlayer(t, "gtp", "knows-little", "")
	p := othello.Start(othello.Size8, othello.Parallel)
	if _, err := foreign.Choose(t.Context(), &record.Game{Start: p}, player.Clock{}); err == nil ||
		!strings.Contains(err.Error(), "cannot set up") {
		t.Errorf("%s: error %v, want that the program cannot set up the position", p, err)
	}
}

// TestProgramsThatMisbehave checks that each kind of misbehaviour is reported as an error, and that the program is
// started again.
func TestProgramsThatMisbehave(t *testing.T) {
	for _, c := range []struct{ kind, manner, want string }{
		{"gtp", "ends", `the program ended: exit status 4, stderr: "out of memory"`},
		{"gtp", "hangs", "no answer within 700ms"},
		{"gtp", "floods", "the program floods its output: over "},
		{"gtp", "floods-lines", "the program floods its output: over "},
		{"gtp", "floods-one-line", "the program floods its output: a line of more than 65536 bytes"},
		{"gtp", "cheats", "a1 turns nothing over for black"},
		{"gtp", "raves", `its move: "♞xf7" is not a square`},
		{"gtp", "mute", `its move: "" is not a square`},
		{"gtp", "resigns", "the program resigns"},
		{"gtp", "refuses", `the program refuses "genmove black": "no mood"`},
		{"nboard", "ends", `the program ended: exit status 4, stderr: "out of memory"`},
		{"nboard", "hangs", "no answer within 700ms"},
		{"nboard", "floods", "the program floods its output: over "},
		{"nboard", "floods-one-line", "the program floods its output"},
		{"nboard", "cheats", "a1 turns nothing over for black"},
		{"nboard", "raves", "its move: "},
		{"nboard", "mute", `its move "==="`},
	} {
		t.Run(c.kind+" "+c.manner, func(t *testing.T) {
			wait := "wait=1m"
			if c.manner == "hangs" {
				wait = "wait=700ms"
			}
			foreign := fakePlayer(t, c.kind, c.manner, wait)
			for range 2 {
				r := player.Referee{Black: foreign, White: greedy()}
				result, err := r.Play(t.Context(), start())
				if err != nil {
					t.Fatal(err)
				}
				if result.Fault == nil {
					t.Fatalf("result %+v, want a fault", result)
				}
				if result.Fault.Side != othello.Black {
					t.Fatalf("the fault is %s's, want Black's: %v", result.Fault.Side, result.Fault)
				}
				if result.ScoreBlack != -64 {
					t.Fatalf("score %+d, want -64", result.ScoreBlack)
				}
				if !strings.Contains(result.Fault.Error(), c.want) {
					t.Errorf("fault %q, want %q", result.Fault, c.want)
				}
			}
		})
	}
}

func TestProgramsAreStartedAgain(t *testing.T) {
	foreign := fakePlayer(t, "gtp", "better-later", "")
	if _, err := foreign.Choose(t.Context(), start(), player.Clock{}); err == nil {
		t.Fatal("Choose succeeded, want the program to end")
	}
	g := start()
	r := player.Referee{Black: foreign, White: greedy()}
	if result, err := r.Play(t.Context(), g); err != nil || result.Fault != nil {
		t.Errorf("the second game: error %v, fault %v; want none", err, result.Fault)
	}
}

func TestProgramsThatDoNotStart(t *testing.T) {
	t.Setenv(fakeVariable, "ends-at-once")
	for spec, want := range map[string]string{
		"exec/gtp:'" + os.Args[0] + "'":                     `the program ended: exit status 3, stderr: "no weights"`,
		"exec/gtp:":                                         "has no program",
		"exec/gtp":                                          "has no program",
		"exec/gtp:/no/such/program":                         `no program "/no/such/program"`,
		"exec/nboard:no-such-program -x":                    `no program "no-such-program"`,
		"exec/nboard:'program":                              "the quote ' at character 1 is not closed",
		"exec/nboard:depth=0 program":                       "depth=0: expected plies from 1 to 60",
		"exec/nboard:wait=soon program":                     "wait=soon: expected a duration",
		"exec/gtp:dir=/no/such/folder '" + os.Args[0] + "'": "dir=/no/such/folder: no such directory",
	} {
		if p, err := makers().New(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: player %v, error %v, want %q", spec, p, err, want)
		}
	}
}

// TestProgramsAreInterrupted checks that Choose returns when its context ends, without waiting for the program.
func TestProgramsAreInterrupted(t *testing.T) {
	for _, kind := range []string{"gtp", "nboard"} {
		foreign := fakePlayer(t, kind, "hangs", "")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := foreign.Choose(ctx, start(), player.Clock{Move: time.Hour})
		if cancel(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: error %v, want context.DeadlineExceeded", kind, err)
		}
	}
}

// TestProgramsThatDoNotQuitAreKilled checks that a program that ignores the quit command and the end of its input is
// killed.
func TestProgramsThatDoNotQuitAreKilled(t *testing.T) {
	for _, kind := range []string{"gtp", "nboard"} {
		fakePlayer(t, kind, "stays", "")
	}
}

func TestNBoardProgramsReport(t *testing.T) {
	foreign, ok := fakeEngine(t).(player.Thinker)
	if !ok {
		t.Fatal("an NBoard program is not a Thinker")
	}
	var seen []player.Choice
	c, err := foreign.Think(t.Context(), start(), player.Clock{Depth: 3},
		func(c player.Choice) { seen = append(seen, c) })
	if err != nil {
		t.Fatal(err)
	}
	if c.Report == nil {
		t.Fatal("no report")
	}
	if c.Report.Depth != 3 || c.Report.Exact {
		t.Errorf("depth %d, exact %t, want 3 and false", c.Report.Depth, c.Report.Exact)
	}
	if c.Report.Nodes == 0 {
		t.Error("the report has 0 nodes, want more")
	}
	if len(c.Report.PV) == 0 {
		t.Error("the line is empty")
	}
	if len(seen) < 3 {
		t.Errorf("%d reports, want 3: %+v", len(seen), seen)
	}
	near, err := othello.Parse("-OX-XOXXXXXOOOXX X")
	if err != nil {
		t.Fatal(err)
	}
	c, err = foreign.Choose(t.Context(), &record.Game{Start: near}, player.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Report == nil {
		t.Fatal("no report near the end")
	}
	if !c.Report.Exact || c.Report.Score != 2 {
		t.Errorf("near the end: score %v, exact %t, want 2 and true", c.Report.Score, c.Report.Exact)
	}
}

func fakeEngine(t *testing.T) player.Player {
	t.Helper()
	t.Setenv(fakeVariable, "nboard-kaeshi")
	return newPlayer(t, "exec/nboard:'"+os.Args[0]+"'")
}

// TestClockUnit checks that times are sent in milliseconds if the program supports them.
func TestClockUnit(t *testing.T) {
	for manner, want := range map[string]time.Duration{
		"gtp": time.Millisecond, "mute": time.Second, "nboard": time.Nanosecond,
	} {
		protocolName := "gtp"
		if manner == "nboard" {
			protocolName = manner
		}
		t.Setenv(fakeVariable, manner)
		p, ok := newPlayer(t, "exec/"+protocolName+":"+os.Args[0]).(player.ClockUnit)
		if !ok {
			t.Fatalf("%s: the player is not a ClockUnit", manner)
		}
		if got := p.ClockUnit(); got != want {
			t.Errorf("%s: clock unit %v, want %v", manner, got, want)
		}
	}
}

// preparing is a player that writes the clock for which it prepares to the file of a fake program.
type preparing struct{ player.Player }

func (preparing) Prepare(c player.Clock) {
	_ = os.WriteFile(os.Getenv(fakeFile), []byte(c.Left.String()), 0o600) // the test reads this file
}

// TestProgramsPrepare checks that a program is ready for the clock when Prepare returns.
func TestProgramsPrepare(t *testing.T) {
	for _, c := range []struct {
		kind  string
		clock player.Clock
		want  string
	}{
		{"gtp", player.Clock{Left: 1500 * time.Millisecond}, "1.5s"},
		{"gtp", player.Clock{Left: 50 * time.Millisecond, Move: 50 * time.Millisecond}, "50ms"},
		{"nboard", player.Clock{Left: 5 * time.Second}, "5s"},
	} {
		foreign := fakePlayer(t, c.kind, c.kind+"-prepare", "")
		foreign.(player.Preparer).Prepare(c.clock)
		if got, err := os.ReadFile(os.Getenv(fakeFile)); err != nil || string(got) != c.want {
			t.Errorf("%s: the program has prepared for the clock %q, want %s; error %v", c.kind, got, c.want, err)
		}
		if _, err := foreign.Choose(t.Context(), start(), c.clock); err != nil {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
}

// TestProgramsThatEndPreparing checks that a program that ends while it prepares is started again.
func TestProgramsThatEndPreparing(t *testing.T) {
	foreign := fakePlayer(t, "gtp", "ends-preparing", "")
	foreign.(player.Preparer).Prepare(player.Clock{Left: time.Minute})
	if !exists(os.Getenv(fakeFile)) {
		t.Fatal("the program did not begin to prepare")
	}
	if _, err := foreign.Choose(t.Context(), start(), player.Clock{Left: time.Minute}); err != nil {
		t.Error(err)
	}
}
