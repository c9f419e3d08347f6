package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/record"
)

// ponderingPlayer is a player that ponders until it is stopped, and fails the test if another method is called while it
// ponders.
type ponderingPlayer struct {
	forever
	t      *testing.T
	musing atomic.Bool
	about  []string // the games on which it pondered
	ready  []player.Clock
}

func (m *ponderingPlayer) Choose(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
	if m.musing.Load() {
		m.t.Error("Choose is called while the player ponders")
	}
	return player.Choice{Move: g.Position().Moves()[0]}, nil
}

func (m *ponderingPlayer) Ponder(ctx context.Context, g *record.Game) {
	m.musing.Store(true)
	defer m.musing.Store(false)
	m.about = append(m.about, g.Transcript())
	<-ctx.Done()
}

func (m *ponderingPlayer) Prepare(c player.Clock) {
	if m.musing.Load() {
		m.t.Error("Prepare is called while the player ponders")
	}
	m.ready = append(m.ready, c)
}

func TestServersLetPlayersPonder(t *testing.T) {
	for _, c := range []struct {
		server, commands string
		about            []string
		ready            int
	}{
		{
			"gtp", "genmove b\ntime_left w 5 0\nshowboard\nplay w c3\ngenmove b\nundo\nquit\n",
			[]string{"d3", "d3c3b3"},
			0,
		},
		{
			"gtp", "play b d3\nreg_genmove w\ntime_settings 5 0 0\ngenmove w\ntime_settings 0 3 1\nquit\n",
			[]string{"d3c3"},
			2,
		},
		{"gtp", "time_settings x 0 0\ntime_settings 5 3 0\nquit\n", nil, 0},
		{
			"nboard", "set game " + ggf("01:00//", "") + "\ngo\nmove d3\nping 1\nmove c3\ngo\nmove b3\n",
			[]string{"d3", "d3", "d3c3b3"},
			1,
		},
		{"nboard", "move d3\nmove c3\nping 1\n", nil, 0},
	} {
		m := &ponderingPlayer{t: t}
		serve := protocol.GTP{Player: m}.Serve
		if c.server == "nboard" {
			serve = protocol.NBoard{Name: "N", Player: m}.Serve
		}
		converse(t, serve, c.commands)
		if diff := cmp.Diff(c.about, m.about); diff != "" {
			t.Errorf("%s %q: pondered (-want +got):\n%s", c.server, c.commands, diff)
		}
		if len(m.ready) != c.ready {
			t.Errorf("%s %q: Prepare is called with %v, want %d calls", c.server, c.commands, m.ready, c.ready)
		}
		if m.musing.Load() {
			t.Errorf("%s %q: the player ponders after the end of the input", c.server, c.commands)
		}
	}
}

// recordingPlayer is a player that writes its clocks to the file of a fake program.
type recordingPlayer struct{ player.Player }

func (n recordingPlayer) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	f, err := os.OpenFile(os.Getenv(fakeFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return player.Choice{}, err
	}
	_, err = fmt.Fprintf(f, "left %v increment %v period %v moves %d\n", c.Left, c.Increment, c.Period, c.Moves)
	if err = errors.Join(err, f.Close()); err != nil {
		return player.Choice{}, err
	}
	return n.Player.Choose(ctx, g, c)
}

// TestGTPProgramsReceiveByoyomi checks that a GTP program receives the byo-yomi, both before and after the byo-yomi
// begins.
func TestGTPProgramsReceiveByoyomi(t *testing.T) {
	foreign, g := fakePlayer(t, "gtp", "gtp-clock", ""), start()
	for _, c := range []player.Clock{
		{Left: time.Minute, Period: 10 * time.Second},
		{Left: 7 * time.Second, Period: 10 * time.Second},
		{Left: 10 * time.Second, Moves: 1},
		{Left: 1250 * time.Millisecond, Period: 10 * time.Second},
		{Left: 80 * time.Millisecond, Moves: 1},
	} {
		if _, err := foreign.Choose(t.Context(), g, c); err != nil {
			t.Fatal(err)
		}
	}
	const want = "left 1m0s increment 0s period 10s moves 0\nleft 7s increment 0s period 10s moves 0\nleft 10s " +
		"increment 0s period 0s moves 1\nleft 1.25s increment 0s period 10s moves 0\n" +
		"left 80ms increment 0s period 0s moves 1\n"
	if got, err := os.ReadFile(os.Getenv(fakeFile)); err != nil || string(got) != want {
		t.Errorf("clocks\n%s\nwant\n%s\nerror %v", got, want, err)
	}
}
