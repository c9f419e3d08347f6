package search

import (
	"slices"
	"sync"
	"sync/atomic"
)

const (
	sharedEnding = 12 // least depth of shared nodes in a search to the end of the game
	sharedMiddle = 4  // the same in the middle game
)

// serialMoves returns how many moves of a node one worker searches before it shares the others. It is never for nodes
// that are not shared, and otherwise 1, because the first move sets alpha for the others. In a search to the end, nodes
// on the principal variation are not shared, because each of their moves may narrow the window for the next. In the
// middle game they are, because ProbCut leaves few other nodes that are worth sharing.
func serialMoves(k kind, depth int, exact bool) int {
	if exact && (k == pv || depth < sharedEnding) || !exact && depth < sharedMiddle {
		return never
	}
	return 1
}

// spinChecks is the number of times that an idle worker checks for events before it sleeps. It takes some tenths of a
// millisecond.
const spinChecks = 100_000

// team coordinates the workers of a search.
type team struct {
	mu      sync.Mutex
	changed sync.Cond
	open    []*split
	asleep  int           // workers that wait on changed
	idle    atomic.Int32  // workers without work, asleep or spinning
	events  atomic.Uint32 // incremented when a waiting worker should check for work or for its end
	done    bool
	members sync.WaitGroup // workers beside the first
}

// split is a node whose remaining moves are searched by several workers. The worker that opened it is its owner. Fields
// that change are guarded by team.mu, except the atomic ones.
type split struct {
	parent      *split // the split in which the owner works
	parentAlpha int    // the owner's sharedAlpha in parent
	node        node   // with a copy of the owner's state
	beta, depth int
	confidence  confidence
	probCuts    int
	kind        kind

	list     []candidate // moves that no worker has begun
	best     int
	bestMove int8
	alpha    atomic.Int64 // raised by best
	working  int          // number of workers in it, without the owner
	cut      atomic.Bool  // best ≥ beta: the other moves need not be searched
}

// startHelpers starts n-1 workers beside the caller's. They run until stopHelpers.
func (r *run) startHelpers(n int) {
	r.team.changed.L = &r.team.mu
	for range n - 1 {
		w := &worker{run: r, solver: r.newSolver()}
		r.team.members.Go(func() {
			w.help(nil)
			w.publish()
		})
	}
}

// stopHelpers ends the workers that startHelpers has started, and waits for them.
func (r *run) stopHelpers() {
	t := &r.team
	t.mu.Lock()
	t.done = true
	t.events.Add(1)
	t.changed.Broadcast()
	t.mu.Unlock()
	t.members.Wait()
}

// waiting reports whether a worker is idle.
func (t *team) waiting() bool { return t.idle.Load() > 0 }

// wake makes waiting workers check for work.
func (t *team) wake() {
	t.events.Add(1)
	if t.asleep > 0 {
		t.changed.Broadcast()
	}
}

// newSplit returns a split of the node with the remaining moves list. The state is copied, because the owner's is on
// its stack.
func (w *worker) newSplit(n node, list []candidate, beta, depth int, k kind) *split {
	s := &split{
		parent: w.split, parentAlpha: w.sharedAlpha, node: node{mover: n.mover, other: n.other, empties: n.empties},
		beta: beta, depth: depth, kind: k, confidence: w.confidence, probCuts: w.probCuts, list: slices.Clone(list),
	}
	if n.state != nil {
		own := *n.state
		s.node.state = &own
	}
	return s
}

// share searches the moves of s together with idle workers and returns the best value and move of the node, including
// its earlier moves. low is the current alpha of the node.
func (w *worker) share(s *split, low int) (best int, move int8) {
	s.alpha.Store(int64(low))
	t := &w.team
	t.mu.Lock()
	t.open = append(t.open, s)
	t.wake()
	w.work(s)
	at := slices.Index(t.open, s)
	t.open = slices.Delete(t.open, at, at+1)
	t.mu.Unlock()
	w.help(s)
	return s.best, s.bestMove
}

// help works in open splits. With s nil it returns when the team is done. Otherwise s is the worker's own split; help
// works only in splits below s and returns when the other workers have left s. The owner thus helps its helpers, and
// does not begin unrelated work that would delay it.
func (w *worker) help(s *split) {
	t := &w.team
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.done && (s == nil || s.working > 0) {
		if open := t.find(s); open != nil && !w.stop.Load() {
			open.working++
			w.work(open)
			open.working--
			t.wake()
			continue
		}
		t.wait()
	}
}

// wait returns when something may have changed. It spins for a while before it sleeps, because waking a goroutine takes
// longer than searching many subtrees. The team is locked before and after.
func (t *team) wait() {
	seen := t.events.Load()
	t.idle.Add(1)
	t.mu.Unlock()
	for range spinChecks {
		if t.events.Load() != seen {
			break
		}
	}
	t.mu.Lock()
	if t.events.Load() == seen {
		t.asleep++
		t.changed.Wait()
		t.asleep--
	}
	t.idle.Add(-1)
}

// find returns an open split below s that has moves left, or nil. With s nil, it considers all splits.
func (t *team) find(s *split) *split {
	for _, open := range t.open {
		if len(open.list) > 0 && !open.obsolete(int(open.alpha.Load())) && open.below(s) {
			return open
		}
	}
	return nil
}

// obsolete reports whether the search of a move in c that began with alpha low has become useless: c was cut off,
// another move has raised its alpha, or the same has happened in a split above c.
func (c *split) obsolete(low int) bool {
	for ; c != nil; c, low = c.parent, c.parentAlpha {
		if c.cut.Load() || int(c.alpha.Load()) > low {
			return true
		}
	}
	return false
}

// below reports whether c is s or a split below s. Every split is below nil.
func (c *split) below(s *split) bool {
	for s != nil && c != nil && c != s {
		c = c.parent
	}
	return s == nil || c == s
}

// work searches moves of s until none is left or s is obsolete. The team is locked before and after, but not during a
// search.
func (w *worker) work(s *split) {
	above, alpha, confidence, probCuts := w.split, w.sharedAlpha, w.confidence, w.probCuts
	w.split, w.confidence, w.probCuts = s, s.confidence, s.probCuts
	for len(s.list) > 0 {
		c := next(s.list)
		s.list = s.list[1:]
		v, ok := w.attempt(s, c)
		if !ok {
			break
		}
		if v > s.best {
			s.best, s.bestMove = v, int8(c.square)
			s.alpha.Store(max(s.alpha.Load(), int64(v)))
			s.cut.Store(v >= s.beta)
		}
	}
	w.split, w.sharedAlpha, w.confidence, w.probCuts = above, alpha, confidence, probCuts
}

// attempt returns the value of a move of s. It restarts the search whenever another move has raised alpha, because the
// result of a search with a lower alpha is rarely useful (experiments/026). ok is false when the result is obsolete.
// The team is locked as for work.
func (w *worker) attempt(s *split, c candidate) (value int, ok bool) {
	t := &w.team
	for w.sharedAlpha = int(s.alpha.Load()); !w.halted(); w.sharedAlpha = int(s.alpha.Load()) {
		t.mu.Unlock()
		v := w.scoutMove(s.node, c, w.sharedAlpha, s.beta, s.depth, s.kind)
		halted := w.halted()
		t.mu.Lock()
		if !halted {
			return v, true
		}
	}
	return 0, false
}
