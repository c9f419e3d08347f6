package work

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// keepIdle is how long a player that nobody asks for keeps its memory.
const keepIdle = time.Minute

// pool keeps players that have done their work for those who ask for the same ones next, since making one may fill
// megabytes. Of more than it may keep, the one that has idled longest is closed; after keepIdle, each is.
type pool struct {
	make func(spec string) (player.Player, error)
	log  *slog.Logger
	most int

	mu       sync.Mutex
	idle     []idlePlayer // the one that has idled longest comes first
	sweeping bool         // a timer will call sweep
	closed   bool
}

type idlePlayer struct {
	spec   string
	player player.Player
	since  time.Time
}

// take is an idle player of that specification, or a new one.
func (p *pool) take(spec string) (player.Player, error) {
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

// give hands a player over to the pool.
func (p *pool) give(spec string, known player.Player) error {
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
	return p.closeFirst(len(p.idle) - p.most)
}

// sweep closes the players that have idled long enough, and comes back while there are others.
func (p *pool) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, n := time.Now(), 0
	for n < len(p.idle) && now.Sub(p.idle[n].since) >= keepIdle {
		n++
	}
	if err := p.closeFirst(n); err != nil {
		p.log.Error("closing idle players", "err", err)
	}
	if p.sweeping = len(p.idle) > 0; p.sweeping {
		time.AfterFunc(keepIdle-now.Sub(p.idle[0].since), p.sweep)
	}
}

// closeFirst closes the n players that have idled longest.
func (p *pool) closeFirst(n int) error {
	var errs []error
	for i := range max(n, 0) {
		errs = append(errs, p.idle[i].player.Close())
	}
	p.idle = slices.Delete(p.idle, 0, max(n, 0))
	return errors.Join(errs...)
}

// has reports whether such a player idles here.
func (p *pool) has(spec string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.idle, func(e idlePlayer) bool { return e.spec == spec })
}

// close closes the idle players, and from then on every player that is given.
func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.closeFirst(len(p.idle))
}
