package work

import (
	"sync"
	"time"
)

// longestPause limits a single pause of a search, so that a steady sequence of quick moves does not stop it.
const longestPause = 20 * time.Millisecond

// priority makes long searches pause while quick moves are computed, so that analyses do not slow down games. The zero
// value is ready for use.
type priority struct {
	mu    sync.Mutex
	moves int           // pending quick moves
	idle  chan struct{} // closed when the last pending move ends; nil without pending moves
}

// begin registers a quick move, which is pending until end is called.
func (p *priority) begin() (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.moves++; p.idle == nil {
		p.idle = make(chan struct{})
	}
	return p.end
}

func (p *priority) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.moves--; p.moves == 0 {
		close(p.idle)
		p.idle = nil
	}
}

// yield waits until no quick move is pending, at most for longestPause. Long searches call it every few thousand
// positions, as in [search.Polling].
func (p *priority) yield() {
	p.mu.Lock()
	idle := p.idle
	p.mu.Unlock()
	if idle == nil {
		return
	}
	pause := time.NewTimer(longestPause)
	defer pause.Stop()
	select {
	case <-idle:
	case <-pause.C:
	}
}
