package web

import (
	"context"
	"slices"
	"sync"
)

// gate lets so many work at once and so many more wait for their turn, in the order in which they came. Of one client no more than its
// share is let in, and no more than its share works at once: what waits for that reason alone is passed by others.
type gate struct {
	atOnce, places int // that work; that work, wait, or have an answer still to be taken
	mine           share

	mu       sync.Mutex
	working  int
	present  int
	queue    []*turn // those that wait, in their order
	presence map[string]share
}

// share is how much of a gate one client has, or may have; a limit of 0 is none.
type share struct{ atOnce, places int }

func newGate(atOnce, waiting int) *gate { return newSharedGate(atOnce, waiting, share{}) }

func newSharedGate(atOnce, waiting int, mine share) *gate {
	return &gate{atOnce: atOnce, places: atOnce + waiting, mine: mine, presence: map[string]share{}}
}

// turn is the place of one request at a gate. Whoever has joined leaves.
type turn struct {
	gate   *gate
	client string
	moved  chan struct{} // its place may have changed
	// Guarded by the gate.
	place         int // in the queue, from 1; 0: it may work, or has worked
	working, left bool
}

// join takes a place, to be given back by leave. It is refused with errGreedy when the client has its share already, and with errBusy when all
// places are taken.
func (g *gate) join(client string) (*turn, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	has := g.presence[client]
	switch {
	case g.mine.places > 0 && has.places >= g.mine.places:
		return nil, errGreedy
	case g.present >= g.places:
		return nil, errBusy
	}
	t := &turn{gate: g, client: client, moved: make(chan struct{}, 1)}
	has.places++
	g.presence[client] = has
	g.present++
	g.queue = append(g.queue, t)
	g.advance()
	return t, nil
}

// enter waits until the turn has come, telling its place in the queue first and whenever that changes, from 1 for the next; who needs not wait
// is told nothing. When ctx ends first, the error is its cause. The right to work ends with rest or leave.
func (t *turn) enter(ctx context.Context, told func(place int)) error {
	for last := 0; ; {
		place := t.inQueue()
		if place == 0 {
			return nil
		}
		if place != last && told != nil {
			told(place)
		}
		last = place
		select {
		case <-t.moved:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// inQueue is how many wait before this one, and itself; 0 when it waits no longer.
func (t *turn) inQueue() int {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	return t.place
}

// behind is how many wait for their turn.
func (t *turn) behind() int {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	return len(t.gate.queue)
}

// rest ends the work but keeps the place among those present, for an answer that must still be sent.
func (t *turn) rest() {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	t.stop()
	t.gate.advance()
}

// again goes back to the end of the queue when others wait there, so that long work is done by turns; enter waits for the next. It reports
// whether it did so.
func (t *turn) again() bool {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	if t.left || !t.working || len(t.gate.queue) == 0 {
		return false
	}
	t.stop()
	t.gate.queue = append(t.gate.queue, t)
	t.gate.advance()
	return true
}

// leave gives everything back; it may be called again.
func (t *turn) leave() {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	if t.left {
		return
	}
	t.left = true
	t.stop()
	t.gate.present--
	has := t.gate.presence[t.client]
	if has.places--; has.places == 0 {
		delete(t.gate.presence, t.client)
	} else {
		t.gate.presence[t.client] = has
	}
	t.gate.advance()
}

// stop ends waiting or working. The gate is locked.
func (t *turn) stop() {
	g := t.gate
	if t.working {
		t.working = false
		g.working--
		has := g.presence[t.client]
		has.atOnce--
		g.presence[t.client] = has
	}
	g.queue = slices.DeleteFunc(g.queue, func(other *turn) bool { return other == t })
	t.place = 0
}

// advance lets in those whose turn it is and tells the others their places. The gate is locked.
func (g *gate) advance() {
	waiting := g.queue[:0]
	for _, t := range g.queue {
		has := g.presence[t.client]
		place := len(waiting) + 1
		if g.working < g.atOnce && (g.mine.atOnce == 0 || has.atOnce < g.mine.atOnce) {
			g.working++
			has.atOnce++
			g.presence[t.client] = has
			t.working, place = true, 0
		} else {
			waiting = append(waiting, t)
		}
		t.move(place)
	}
	clear(g.queue[len(waiting):])
	g.queue = waiting
}

// move notes the place and wakes the one who waits there.
func (t *turn) move(place int) {
	if place == t.place {
		return
	}
	t.place = place
	select {
	case t.moved <- struct{}{}:
	default:
	}
}

// load is how many work and how many wait.
func (g *gate) load() (working, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.working, len(g.queue)
}

// busy is how many are present: that work, wait, or have an answer still to be taken.
func (g *gate) busy() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.present
}
