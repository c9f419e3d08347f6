package work

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Errors of [Queue.Join].
var (
	// ErrBusy reports that all places of a queue are taken.
	ErrBusy = errors.New("too many requests are waiting")
	// ErrClientLimit reports that a client has used up its share of a queue.
	ErrClientLimit = errors.New("too many concurrent requests from this client")
)

// Queue admits a limited number of requests. Some of them work at the same time, and the others wait in the order of
// arrival. Each client has a limited share of both. A request may overtake others only if they wait because their
// client has used up its share.
type Queue struct {
	atOnce int   // maximum number of requests that work
	places int   // maximum number of requests that work, wait, or send their response
	share  Share // limits of each client

	mu      sync.Mutex
	working int
	present int
	waiting []*Ticket // in order of arrival
	clients map[string]Share
}

// Share is the part of a queue that a client holds or may hold. As a limit, 0 means unlimited.
type Share struct {
	AtOnce int // requests that work
	Places int // all requests
}

// NewQueue returns a queue in which atOnce requests may work and waiting others may wait. share limits each client.
func NewQueue(atOnce, waiting int, share Share) *Queue {
	return &Queue{atOnce: atOnce, places: atOnce + waiting, share: share, clients: map[string]Share{}}
}

// Ticket is the place of a request in a queue. The caller must call [Ticket.Leave].
type Ticket struct {
	queue  *Queue
	client string
	moved  chan struct{} // receives a value when place has changed
	// Guarded by the queue's mutex.
	place         int // position among the waiting requests, from 1; 0: the request works or has worked
	working, left bool
}

// Join takes a place for a request of the client. The error is [ErrClientLimit] if the client has used up its share,
// and [ErrBusy] if all places are taken.
func (q *Queue) Join(client string) (*Ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	has := q.clients[client]
	switch {
	case q.share.Places > 0 && has.Places >= q.share.Places:
		return nil, ErrClientLimit
	case q.present >= q.places:
		return nil, ErrBusy
	}
	t := &Ticket{queue: q, client: client, moved: make(chan struct{}, 1)}
	has.Places++
	q.clients[client] = has
	q.present++
	q.waiting = append(q.waiting, t)
	q.advance()
	return t, nil
}

// Wait waits until the request may work. It calls report, unless nil, with the position in the queue at first and after
// each change; 1 is the next request. If ctx ends first, the error is its cause. Release, Yield and Leave end the work.
func (t *Ticket) Wait(ctx context.Context, report func(place int)) error {
	for last := 0; ; {
		place := t.current()
		if place == 0 {
			return nil
		}
		if place != last && report != nil {
			report(place)
		}
		last = place
		select {
		case <-t.moved:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// current returns the position in the queue, or 0 if the request does not wait.
func (t *Ticket) current() int {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	return t.place
}

// Contended reports whether other requests wait in the queue.
func (t *Ticket) Contended() bool {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	return len(t.queue.waiting) > 0
}

// Release ends the work but keeps the place while the response is sent.
func (t *Ticket) Release() {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	t.stop()
	t.queue.advance()
}

// Yield moves a working request to the end of the queue if others wait, and reports whether it did. Wait then waits for
// the next turn.
func (t *Ticket) Yield() bool {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	if t.left || !t.working || len(t.queue.waiting) == 0 {
		return false
	}
	t.stop()
	t.queue.waiting = append(t.queue.waiting, t)
	t.queue.advance()
	return true
}

// Leave gives up the place. Further calls do nothing.
func (t *Ticket) Leave() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.left {
		return
	}
	t.left = true
	t.stop()
	q.present--
	has := q.clients[t.client]
	if has.Places--; has.Places == 0 {
		delete(q.clients, t.client)
	} else {
		q.clients[t.client] = has
	}
	q.advance()
}

// stop ends waiting or working. The caller holds the queue's mutex.
func (t *Ticket) stop() {
	q := t.queue
	if t.working {
		t.working = false
		q.working--
		has := q.clients[t.client]
		has.AtOnce--
		q.clients[t.client] = has
	}
	q.waiting = slices.DeleteFunc(q.waiting, func(other *Ticket) bool { return other == t })
	t.place = 0
}

// advance starts the requests that may work and updates the positions of the others. The caller holds mu.
func (q *Queue) advance() {
	waiting := q.waiting[:0]
	for _, t := range q.waiting {
		has := q.clients[t.client]
		place := len(waiting) + 1
		if q.working < q.atOnce && (q.share.AtOnce == 0 || has.AtOnce < q.share.AtOnce) {
			q.working++
			has.AtOnce++
			q.clients[t.client] = has
			t.working, place = true, 0
		} else {
			waiting = append(waiting, t)
		}
		t.move(place)
	}
	clear(q.waiting[len(waiting):])
	q.waiting = waiting
}

// move sets the place and wakes Wait.
func (t *Ticket) move(place int) {
	if place == t.place {
		return
	}
	t.place = place
	select {
	case t.moved <- struct{}{}:
	default:
	}
}

// Load returns the number of requests that work and that wait.
func (q *Queue) Load() (working, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.working, len(q.waiting)
}
