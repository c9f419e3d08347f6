package queries

import (
	"container/heap"
	"context"
	"slices"
	"sync"
)

// turn is one position of a query.
type turn struct {
	query    *query
	number   int
	priority int
	order    uint64             // order of arrival
	end      context.CancelFunc // cancels the search; set while it runs
}

// queue holds the queued and the running turns. Turns are taken by priority, those of equal priority in the order of
// arrival.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting turns
	running []*turn
	arrived uint64
	most    int  // limit on queued turns
	closed  bool // no turn will be added
	broken  bool // no turn will be taken
}

func newQueue(most int) *queue {
	q := &queue{most: most}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// add queues the turns of a query. It blocks while the queue is full.
func (q *queue) add(asked *query) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) >= q.most && !q.broken {
		q.changed.Wait()
	}
	for i, number := range asked.turns {
		heap.Push(&q.waiting, &turn{query: asked, number: number, priority: asked.priorities[i], order: q.arrived})
		q.arrived++
	}
	q.changed.Broadcast()
}

// next waits for the next turn and returns it, or nil if no more turns follow. The returned context, of, ends when the
// turn is terminated. The caller calls done after answering the turn.
func (q *queue) next(ctx context.Context) (t *turn, of context.Context, done func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed && !q.broken {
		q.changed.Wait()
	}
	if len(q.waiting) == 0 || q.broken {
		return nil, nil, nil
	}
	t = heap.Pop(&q.waiting).(*turn)
	of, t.end = context.WithCancel(ctx)
	q.running = append(q.running, t)
	q.changed.Broadcast()
	return t, of, func() { q.done(t) }
}

func (q *queue) done(t *turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t.end()
	q.running = slices.DeleteFunc(q.running, func(r *turn) bool { return r == t })
}

// terminate cancels the running turns that match and removes and returns the queued ones.
func (q *queue) terminate(matches func(*turn) bool) (dropped []*turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.running {
		if matches(t) {
			t.end()
		}
	}
	var kept turns
	for _, t := range q.waiting {
		if matches(t) {
			dropped = append(dropped, t)
		} else {
			kept = append(kept, t)
		}
	}
	heap.Init(&kept)
	q.waiting = kept
	slices.SortFunc(dropped, func(a, b *turn) int { return int(a.order) - int(b.order) })
	q.changed.Broadcast()
	return dropped
}

// close announces that no turn will be added. stop discards the queued turns.
func (q *queue) close() { q.set(&q.closed) }
func (q *queue) stop()  { q.set(&q.broken) }

func (q *queue) set(flag *bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	*flag = true
	q.changed.Broadcast()
}

// turns is a heap of queued turns.
type turns []*turn

func (t turns) Len() int { return len(t) }

func (t turns) Less(i, j int) bool {
	if t[i].priority != t[j].priority {
		return t[i].priority > t[j].priority
	}
	return t[i].order < t[j].order
}

func (t turns) Swap(i, j int) { t[i], t[j] = t[j], t[i] }

// Push is part of heap.Interface.
func (t *turns) Push(x any) { *t = append(*t, x.(*turn)) }

// Pop is part of heap.Interface.
func (t *turns) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}
