package player_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// ponderingPlayer is a player that ponders until it is stopped, with a delay.
type ponderingPlayer struct {
	clocked
	calls     *atomic.Int32
	pondering *atomic.Bool
}

func (m ponderingPlayer) Ponder(ctx context.Context, g *record.Game) {
	m.pondering.Store(true)
	defer m.pondering.Store(false)
	m.calls.Add(1)
	<-ctx.Done()
	time.Sleep(3 * time.Second)
	g.Moves = nil // allowed, because g is a copy
}

// TestRefereeLetsPlayersPonder checks that a player ponders during the moves of the other side, that it has stopped
// before its other methods are called, and that its delay is not charged to a clock.
func TestRefereeLetsPlayersPonder(t *testing.T) {
	for _, on := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var calls atomic.Int32
			var pondering atomic.Bool
			white := ponderingPlayer{calls: &calls, pondering: &pondering}
			white.choose = func(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
				if pondering.Load() {
					t.Error("Choose is called while the player ponders")
				}
				return player.Choice{Move: g.Position().Moves()[0]}, nil
			}
			asked := int32(0)
			black := clocked{func(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
				asked++
				time.Sleep(time.Second)
				if pondering.Load() != on {
					t.Errorf("pondering: %t, want %t", pondering.Load(), on)
				}
				return player.Choice{Move: g.Position().Moves()[0]}, nil
			}}
			r := player.Referee{Black: black, White: white, Control: player.Control{Move: 2 * time.Second}, Ponder: on}
			g := &record.Game{Start: othello.Start(othello.Size6, othello.Usual)}
			result, err := r.Play(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			if result.Fault != nil {
				t.Fatal(result.Fault)
			}
			if len(g.Moves) < 20 {
				t.Fatalf("%d moves, want at least 20", len(g.Moves))
			}
			if on && calls.Load() != asked || !on && calls.Load() != 0 {
				t.Errorf("%d calls of Ponder during %d moves of the other side, want as many or none",
					calls.Load(), asked)
			}
		})
	}
}

type panicky struct{ clocked }

func (panicky) Ponder(context.Context, *record.Game) { panic("lost in thought") }

func TestStartPondering(t *testing.T) {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for _, p := range []player.Player{panicky{}, clocked{}, newPlayer(t, "kaeshi"), newPlayer(t, "kaeshi:+ponder")} {
		stop := player.StartPondering(t.Context(), p, g)
		stop()
		stop()
	}
}

// TestEnginePonders checks that results of pondering are used after the expected reply.
func TestEnginePonders(t *testing.T) {
	start, err := othello.Parse("----OO-O----XOOOOOOX-OOOOOXXXOXOOXOOXXOOXXXXXX-O-XOOOXXO---O-OXX X")
	if err != nil {
		t.Fatal(err)
	}
	second := func(spec string) *search.Report {
		p, g := newPlayer(t, spec), &record.Game{Start: start}
		ponderer := p.(player.Ponderer)
		ponderer.Ponder(t.Context(), g) // returns at once, because no move has had a clock yet
		if _, err := p.Choose(t.Context(), g, player.Clock{Left: time.Hour, Depth: 2}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			c, err := newPlayer(t, "kaeshi:depth=8,-endgame").Choose(t.Context(), g, player.Clock{})
			if err = errors.Join(err, g.Play(c.Move)); err != nil {
				t.Fatal(err)
			}
			if len(g.Moves) == 1 {
				ponderer.Ponder(t.Context(), g) // returns when the search is complete
			}
		}
		c, err := p.Choose(t.Context(), g, player.Clock{Left: time.Hour})
		if err != nil || !c.Report.Exact {
			t.Fatalf("report %+v, error %v; want an exact score", c.Report, err)
		}
		return c.Report
	}
	with, without := second("kaeshi:+ponder"), second("kaeshi")
	if with.Nodes*4 > without.Nodes || with.Score != without.Score {
		t.Errorf("after pondering: %d nodes and the score %v, want at most a quarter of %d and %v", with.Nodes,
			with.Score,
			without.Nodes, without.Score)
	}
}

func TestPonderIsForClocks(t *testing.T) {
	for _, spec := range []string{
		"kaeshi:level=3,+ponder", "kaeshi:skill=3,+ponder", "kaeshi:depth=3,+ponder",
		"kaeshi:nodes=3000,+ponder", "kaeshi:exact=20,+ponder",
	} {
		p, err := everyone().New(spec)
		if err == nil || !strings.Contains(err.Error(), "+ponder cannot be combined with level") {
			t.Errorf("%s: player %v, error %v; want an error about +ponder", spec, p, err)
		}
	}
	for _, spec := range []string{"kaeshi:time=5s,+ponder", "kaeshi:-ponder", "kaeshi:level=3,-ponder"} {
		newPlayer(t, spec)
	}
}
