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
	// ErrClientLimit reports that one client holds as many places as it may.
	ErrClientLimit = errors.New("too many concurrent requests from this client")
)

// Queue admits a bounded number of requests: some of them work at once and the others wait in the order of their
// arrival. A client has a bounded share of both. Requests that wait only because of their client's share are overtaken
// by others.
type Queue struct {
	atOnce int // requests that work at the same time
	places int // requests that work, wait, or still send their answer
	mine   Share

	mu      sync.Mutex
	working int
	present int
	waiting []*Ticket // in order of arrival
	clients map[string]Share
}

// Share is how much of a queue one client holds, or may hold. A limit of 0 is no limit.
type Share struct {
	AtOnce int // requests that work
	Places int // all requests
}

// NewQueue returns a queue in which atOnce requests work while waiting others wait. mine limits each client.
func NewQueue(atOnce, waiting int, mine Share) *Queue {
	return &Queue{atOnce: atOnce, places: atOnce + waiting, mine: mine, clients: map[string]Share{}}
}

// Ticket is the place of one request in a queue. Its holder must call [Ticket.Leave].
type Ticket struct {
	queue  *Queue
	client string
	moved  chan struct{} // receives a value when place has changed
	// Guarded by the queue's mutex.
	place         int // in the queue, from 1; 0: the request may work, or has worked
	working, left bool
}

// Join takes a place for a request of the client. The error is [ErrClientLimit] when the client holds its share
// already, and [ErrBusy] when all places are taken.
func (q *Queue) Join(client string) (*Ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	has := q.clients[client]
	switch {
	case q.mine.Places > 0 && has.Places >= q.mine.Places:
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

// Wait returns when the request may work. It calls report, if that is not nil, with the place in the queue, from 1 for
// the next request, at first and after each change. When ctx ends first, the error is its cause. The right to work ends
// with Release, Yield or Leave.
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

// current is the place in the queue, 0 when the request does not wait.
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

// Release ends the work but keeps the place, for an answer that must still be sent.
func (t *Ticket) Release() {
	t.queue.mu.Lock()
	defer t.queue.mu.Unlock()
	t.stop()
	t.queue.advance()
}

// Yield moves a working request to the end of the queue if others wait there, so that long searches take turns. It
// reports whether it did so; Wait then waits for the next turn.
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

// Leave gives the place back. Further calls do nothing.
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

// stop ends waiting or working. The queue is locked.
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

// advance starts the requests that may work and updates the places of the others. The queue is locked.
func (q *Queue) advance() {
	waiting := q.waiting[:0]
	for _, t := range q.waiting {
		has := q.clients[t.client]
		place := len(waiting) + 1
		if q.working < q.atOnce && (q.mine.AtOnce == 0 || has.AtOnce < q.mine.AtOnce) {
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

// Load is how many requests work and how many wait.
func (q *Queue) Load() (working, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.working, len(q.waiting)
}
