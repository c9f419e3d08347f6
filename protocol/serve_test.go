package protocol_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// forever is a player that searches until it is stopped, and then returns the last legal move.
type forever struct{}

func (forever) Name() string { return "forever" }

func (forever) Close() error { return nil }

func (forever) Choose(ctx context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
	<-ctx.Done()
	p := g.Position()
	moves := p.Moves()
	m := moves[len(moves)-1]
	return player.Choice{Move: m, Report: &search.Report{Position: p, Move: m, Score: 1.5}}, ctx.Err()
}

// mute is a player that searches until it is stopped, and then returns no move.
type mute struct{ forever }

func (mute) Choose(ctx context.Context, _ *record.Game, _ player.Clock) (player.Choice, error) {
	<-ctx.Done()
	return player.Choice{}, ctx.Err()
}

// clumsy is a player whose choices come from a function, such as one that fails or panics.
type clumsy struct {
	forever
	choose func() (player.Choice, error)
}

func (c clumsy) Choose(context.Context, *record.Game, player.Clock) (player.Choice, error) {
	return c.choose()
}

// converse returns the whole output of a server for an input.
func converse(t testing.TB, serve server, input string) string {
	t.Helper()
	var out strings.Builder
	if err := serve(t.Context(), io.NopCloser(strings.NewReader(input)), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGTPContinuesAfterPlayerErrors(t *testing.T) {
	for want, choose := range map[string]func() (player.Choice, error){
		"? out of ideas":       func() (player.Choice, error) { return player.Choice{}, errors.New("out of ideas") },
		"? forever panicked: ": func() (player.Choice, error) { panic("help") },
		"? a1 turns nothing":   func() (player.Choice, error) { return player.Choice{}, nil },
	} {
		s := protocol.GTP{Player: clumsy{choose: choose}}
		if got := converse(t, s.Serve, "genmove black\ngogui-rules_side_to_move\nquit\n"); !strings.HasPrefix(got,
			want) || !strings.HasSuffix(got, "= black\n\n=\n\n") {
			t.Errorf("%q, not %q", got, want)
		}
		n := protocol.NBoard{Name: "N", Player: clumsy{choose: choose}}
		if got := converse(t, n.Serve, "go\n"); !strings.Contains(got, "status error: "+want[2:]) ||
			strings.Contains(got, "===") {
			t.Errorf("output %q, want %q", got, want)
		}
	}
}

// TestClosedInputStopsThinking checks that GTP and NBoard send the best move so far when the input ends during a
// search.
func TestClosedInputStopsThinking(t *testing.T) {
	if got := converse(t, protocol.GTP{Player: forever{}}.Serve, "play b f5\ngenmove w"); got != "=\n\n= f6\n\n" {
		t.Errorf("GTP: output %q, want the move f6", got)
	}
	if got := converse(t, protocol.NBoard{Name: "N", Player: forever{}}.Serve, "go"); !strings.Contains(got,
		"\n=== E6/0.00/") { // the start is a proved draw
		t.Errorf("NBoard: output %q, want the move E6 at the end", got)
	}
	if got := converse(t, protocol.GTP{Player: mute{}}.Serve,
		"genmove b"); got != "? stopped before it had a move\n\n" {
		t.Errorf("GTP with a player that has no move: output %q", got)
	}
	cassio := protocol.Cassio{Search: search.New(search.Options{HashBytes: 1 << 20})}
	if got := converse(t, cassio.Serve, "ENGINE-PROTOCOL endgame-search "+bareStart+" -64 64 100"); !strings.HasSuffix(
		got, "\nready.\n") {
		t.Errorf("Cassio: output %q", got)
	}
}

const bareStart = "---------------------------OX------XO---------------------------X"

func everyServer() map[string]server {
	return map[string]server{
		"gtp":    protocol.GTP{Player: forever{}}.Serve,
		"nboard": protocol.NBoard{Name: "N", Player: forever{}}.Serve,
		"cassio": protocol.Cassio{Search: search.New(search.Options{HashBytes: 1 << 20})}.Serve,
	}
}

// thinking contains the input that starts an unlimited search in each server.
func thinking() map[string]string {
	return map[string]string{"gtp": "genmove black", "nboard": "go", "cassio": "ENGINE-PROTOCOL endgame-search " +
		bareStart + " -64 64 100"}
}

func TestServersStopWithTheContext(t *testing.T) {
	for name, serve := range everyServer() {
		t.Run(name, func(t *testing.T) {
			in, w := io.Pipe()
			defer w.Close()
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- serve(ctx, in, io.Discard) }()
			if _, err := io.WriteString(w, thinking()[name]+"\n"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Millisecond) // whether or not the search has started then, it must stop
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if _, err := io.WriteString(w, "more\n"); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("the input is not closed: error %v, want io.ErrClosedPipe", err)
			}
		})
	}
}

func TestServersStopWhenTheOutputFails(t *testing.T) {
	for name, serve := range everyServer() {
		in, w := io.Pipe()
		go func() {
			// An error means that the server has closed the input.
			_, _ = io.WriteString(w, "nboard 2\nversion\nENGINE-PROTOCOL init\n"+thinking()[name]+"\n")
		}()
		if err := serve(t.Context(), in, failing{}); err == nil || !strings.Contains(err.Error(),
			"output: no reader") {
			t.Errorf("%s: error %v, want that of the output", name, err)
		}
		w.Close()
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no reader") }

func TestServersAcceptAnyInput(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for name, serve := range everyServer() {
		for _, input := range []string{
			"", "\n\n", "\x00\xff\n", long, long + "\nquit\n", "quit\r\n",
			"12 \n# comment\n",
		} {
			var out strings.Builder
			if err := serve(t.Context(), io.NopCloser(strings.NewReader(input)), &out); err != nil {
				t.Errorf("%s of %.20q: %v", name, input, err)
			}
			if out.Len() > 400 {
				t.Errorf("%s of %.20q: %d bytes of output, want at most 400", name, input, out.Len())
			}
		}
		if err := serve(t.Context(), io.NopCloser(iotest.ErrReader(errors.New("broken"))), io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := converse(t, everyServer()["gtp"],
		long+"\nprotocol_version\nquit\n"); got != "? a line of more than 1048576 bytes\n\n= 2\n\n=\n\n" {
		t.Errorf("output after a long line: %.100q", got)
	}
}

// TestServersPassTheClock checks that the clock of the player is that of the GTP commands or of the NBoard game.
func TestServersPassTheClock(t *testing.T) {
	for _, c := range []struct {
		server, commands string
		want             player.Clock
	}{
		{"gtp", "genmove b", player.Clock{}},
		{"gtp", "time_settings 60 0 0\ngenmove b", player.Clock{Left: time.Minute}},
		{"gtp", "time_settings 60 10 5\ngenmove b", player.Clock{Left: time.Minute, Increment: 2 * time.Second}},
		{"gtp", "time_settings 60 10 1\ngenmove b", player.Clock{Left: time.Minute, Period: 10 * time.Second}},
		{"gtp", "time_settings 0 10 1\ngenmove b", player.Clock{Left: 10 * time.Second, Moves: 1}},
		{"gtp", "time_settings 0 10 5\ngenmove b", player.Clock{Left: 10 * time.Second, Moves: 5}},
		{"gtp", "time_settings 0 10 0\ngenmove b", player.Clock{}},
		{"gtp", "time_settings 60 0 0\ntime_left black 7 0\ngenmove b", player.Clock{Left: 7 * time.Second}},
		{"gtp", "time_left b 3 2\ngenmove b", player.Clock{Left: 3 * time.Second, Moves: 2}},
		{
			"gtp", "kaeshi-time_settings 1500 0 0\nkaeshi-time_left black 250 0\ngenmove b",
			player.Clock{Left: 250 * time.Millisecond},
		},
		{"gtp", "kaeshi-time_left b 80 1\ngenmove b", player.Clock{Left: 80 * time.Millisecond, Moves: 1}},
		{"gtp", "time_left b 0 0\ngenmove b", player.Clock{Left: time.Millisecond}},
		{"nboard", "set depth 9\ngo", player.Clock{Depth: 9}},
		{"nboard", "set depth 999\ngo", player.Clock{Depth: 60}},
		{"nboard", "set game " + ggf("01:00//", "") + "\ngo", player.Clock{Left: time.Minute}},
		{
			"nboard", "set game " + ggf("01:00/00:02/", "B[f5//10]W[d6//20]") + "\ngo",
			player.Clock{Left: 52 * time.Second, Increment: 2 * time.Second},
		},
		{
			"nboard", "set game " + ggf("01:00//", "B[f5]W[d6]B[c3]") +
				"\nmove d3\nmove c4//13.5\nmove pa\nmove f4//4\ngo",
			player.Clock{Left: 60*time.Second - 13500*time.Millisecond},
		},
		{"nboard", "set game " + ggf("10s+3s/move", "B[f5//8]W[d6//20]") + "\ngo", player.Clock{
			Left:   2 * time.Second,
			Period: 3 * time.Second,
		}},
		{"nboard", "set game " + ggf("10s+3s/move", "B[f5//11]W[d6//20]") + "\ngo", player.Clock{
			Left:  3 * time.Second,
			Moves: 1,
		}},
		{"nboard", "set game " + ggf("4s/move", "B[f5//1]W[d6//2]") + "\ngo", player.Clock{
			Left:  4 * time.Second,
			Moves: 1,
		}},
	} {
		var got []player.Clock
		watched := watch{seen: &got}
		serve := protocol.GTP{Player: watched}.Serve
		if c.server == "nboard" {
			serve = protocol.NBoard{Name: "N", Player: watched}.Serve
		}
		converse(t, serve, c.commands+"\n")
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s %q: clock %+v, want %+v", c.server, c.commands, got, c.want)
		}
	}
}

func ggf(clock, moves string) string {
	return "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[" + clock +
		"]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]" + moves + ";)"
}

// watch is a player that plays the first legal move and records its clock.
type watch struct {
	forever
	seen *[]player.Clock
}

func (w watch) Choose(_ context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	*w.seen = append(*w.seen, c)
	return player.Choice{Move: g.Position().Moves()[0]}, nil
}

func TestGTPClockRuns(t *testing.T) {
	var got []player.Clock
	converse(t, protocol.GTP{Player: watch{seen: &got}}.Serve,
		"time_settings 0 8 2\ngenmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\nclear_board\ngenmove b\nquit\n")
	var moves []int
	for _, c := range got {
		moves = append(moves, c.Moves)
		if c.Left > 8*time.Second || c.Left < 4*time.Second {
			t.Errorf("clock %+v in a period of 8 seconds for 2 moves, want 4 to 8 seconds", c)
		}
	}
	if want := []int{2, 2, 1, 1, 2, 2}; !slices.Equal(moves, want) {
		t.Errorf("moves left in each period: %v, want %v", moves, want)
	}
}

// BenchmarkStop measures how long each server takes to stop a search at the highest level after NBoard's ping, Cassio's
// stop and GoGui's interrupt.
func BenchmarkStop(b *testing.B) {
	for _, c := range []struct{ name, start, stop, answer string }{
		{"gtp", "genmove black", "# interrupt", "="},
		{"nboard", "go", "ping 7", "pong 7"},
		{"cassio", thinking()["cassio"], "ENGINE-PROTOCOL stop", "ready."},
	} {
		b.Run(c.name, func(b *testing.B) {
			strong, err := makers().New("kaeshi:level=60")
			if err != nil {
				b.Fatal(err)
			}
			servers := map[string]server{
				"gtp":    protocol.GTP{Player: strong}.Serve,
				"nboard": protocol.NBoard{Name: "N", Player: strong}.Serve,
				"cassio": protocol.Cassio{Search: search.New(search.Options{})}.Serve,
			}
			worst := time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				s := begin(b, servers[c.name])
				s.send(c.start)
				time.Sleep(100 * time.Millisecond)
				b.StartTimer()
				began := time.Now()
				s.send(c.stop)
				for line := range s.lines {
					if strings.HasPrefix(line, c.answer) {
						break
					}
				}
				worst = max(worst, time.Since(began))
				b.StopTimer()
				s.in.Close()
				for range s.lines {
				}
				b.StartTimer()
			}
			b.ReportMetric(worst.Seconds()*1000, "ms-worst")
		})
	}
}
