package work

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// keepIdle is the time after which an idle player is closed.
const keepIdle = time.Minute

// pool keeps idle players for reuse, as a player may have megabytes of tables. It closes the player that has been idle
// longest when there are more than max, and each player after keepIdle.
type pool struct {
	make func(spec string) (player.Player, error)
	log  *slog.Logger
	max  int // maximum number of idle players

	mu       sync.Mutex
	idle     []idlePlayer // longest idle first
	sweeping bool         // a timer will call sweep
	closed   bool
}

type idlePlayer struct {
	spec   string
	player player.Player
	since  time.Time
}

// get returns an idle player with the spec, or a new one.
func (p *pool) get(spec string) (player.Player, error) {
	if known := p.find(spec); known != nil {
		return known, nil
	}
	return p.make(spec)
}

func (p *pool) find(spec string) player.Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, entry := range slices.Backward(p.idle) {
		if entry.spec == spec {
			p.idle = slices.Delete(p.idle, i, i+1)
			return entry.player
		}
	}
	return nil
}

// put returns a player to the pool. The error is that of closing another player.
func (p *pool) put(spec string, known player.Player) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return known.Close()
	}
	p.idle = append(p.idle, idlePlayer{spec, known, time.Now()})
	if !p.sweeping {
		p.sweeping = true
		time.AfterFunc(keepIdle, p.sweep)
	}
	return p.closeFirst(len(p.idle) - p.max)
}

// sweep closes the players that have been idle for keepIdle, and schedules the next call if others are left.
func (p *pool) sweep() {
	if p.closeIdle(time.Now()) {
		giveBack()
	}
}

// closeIdle closes the players that have been idle for keepIdle, and reports whether there were any.
func (p *pool) closeIdle(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for n < len(p.idle) && now.Sub(p.idle[n].since) >= keepIdle {
		n++
	}
	if err := p.closeFirst(n); err != nil {
		p.log.Error("closing idle players", "err", err)
	}
	if p.sweeping = len(p.idle) > 0; p.sweeping {
		time.AfterFunc(keepIdle-now.Sub(p.idle[0].since), p.sweep)
	}
	return n > 0
}

// closeFirst closes the n players that have been idle longest. The caller holds mu.
func (p *pool) closeFirst(n int) error {
	var errs []error
	for i := range max(n, 0) {
		errs = append(errs, p.idle[i].player.Close())
	}
	p.idle = slices.Delete(p.idle, 0, max(n, 0))
	return errors.Join(errs...)
}

// has reports whether the pool has an idle player with the spec.
func (p *pool) has(spec string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.idle, func(e idlePlayer) bool { return e.spec == spec })
}

// close closes the idle players. Players that are given later are closed at once.
func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.closeFirst(len(p.idle))
}
