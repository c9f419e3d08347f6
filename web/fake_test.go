package web

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// fake is a player whose thinking a test decides.
type fake struct {
	think  func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice, error)
	closed *atomic.Int32
}

func (f *fake) Name() string { return "fake" }

func (f *fake) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	return f.think(ctx, g, c, func(player.Choice) {})
}

func (f *fake) Think(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice, error) {
	return f.think(ctx, g, c, progress)
}

func (f *fake) Close() error {
	if f.closed != nil {
		f.closed.Add(1)
	}
	return nil
}

// thinking is a maker of players that think so.
func thinking(think func(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice, error)) func() player.Player {
	return func() player.Player { return &fake{think: think} }
}

// first is the first legal move, found at the given depth.
func first(g *record.Game, depth int) player.Choice {
	p := g.Position()
	m := p.Moves()[0]
	return player.Choice{Move: m, Report: &search.Report{Position: p, Move: m, Depth: depth, PV: []othello.Square{m}, Selectivity: 100}}
}

// sleeper thinks until it is told to stop, and tells when it began and when it ended.
type sleeper struct {
	began chan struct{}
	ended chan time.Time
}

func newSleeper() *sleeper {
	return &sleeper{make(chan struct{}, 100), make(chan time.Time, 100)}
}

// player is called "sleeper"; anything that is not in the list of quick players is a strong one to the server.
func (s *sleeper) player() func(*Options) {
	return withPlayer("sleeper", thinking(func(ctx context.Context, _ *record.Game, _ player.Clock, _ func(player.Choice)) (player.Choice, error) {
		s.began <- struct{}{}
		<-ctx.Done()
		s.ended <- time.Now()
		return player.Choice{}, ctx.Err()
	}))
}

// eventually waits for a condition that another goroutine brings about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain for ", what)
		}
	}
}
