package web

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/store"
)

const (
	onlookers = 64 // streams at once
	seatsEach = 2  // of one client, times Options.PerClient
	followed  = 16 // tournaments that are kept in memory
	lookTime  = 500 * time.Millisecond
)

// gallery is where onlookers stand. Whatever their number, a tournament is read from the database twice a second at most, and only
// while someone looks on.
type gallery struct {
	store   *store.Store
	log     *slog.Logger
	seats   *gate
	leaders *leaderboard
	closing context.Context //nolint:containedctx // ends with the gallery, not with a request
	stop    context.CancelFunc

	mu     sync.Mutex
	boards []*scoreboard // the one asked for last comes first
}

func newGallery(o Options) *gallery {
	g := &gallery{store: o.Store, log: o.Logger, seats: newSharedGate(onlookers, 0, share{places: seatsEach * o.PerClient}), leaders: &leaderboard{store: o.Store}}
	g.closing, g.stop = context.WithCancel(context.Background())
	return g
}

// close ends all streams.
func (g *gallery) close() { g.stop() }

// scoreboard is that of one tournament, whether there is such a tournament or not.
func (g *gallery) scoreboard(id int64) *scoreboard {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, b := range g.boards {
		if b.id == id {
			copy(g.boards[1:i+1], g.boards[:i])
			g.boards[0] = b
			return b
		}
	}
	b := &scoreboard{id: id, store: g.store}
	g.boards = append([]*scoreboard{b}, g.boards...)
	g.boards = g.boards[:min(len(g.boards), followed)]
	return b
}
