package search

import (
	"slices"
	"sync"
	"sync/atomic"
)

const (
	sharedEnding = 12 // plies to the end of the game from which the moves of a node are worth handing to other workers
	sharedMiddle = 4  // the same where a position is evaluated
)

// eldest is how many moves of a node one worker searches before others may join it: the first, which tells the others
// what to beat. On the principal variation every move may narrow the window for the next, so that in an ending, where
// the windows are what counts, nothing is shared but below it. In the middle game ProbCut leaves few other nodes that
// are worth sharing.
func eldest(k kind, depth int, exact bool) int {
	if exact && (k == pv || depth < sharedEnding) || !exact && depth < sharedMiddle {
		return never
	}
	return 1
}

// vigil is how often a worker that waits looks whether there is something to do before it goes to sleep: some tenths of
// a millisecond.
const vigil = 100_000

// team is the workers of a search beside the first, and the nodes that they may help with.
type team struct {
	mu      sync.Mutex
	changed sync.Cond
	open    []*split
	asleep  int           // workers that the system has to wake up
	idle    atomic.Int32  // workers that wait for work
	news    atomic.Uint32 // counts what those who wait may want to know
	done    bool
	members sync.WaitGroup
}

// split is a node whose moves, but for the first, several workers search.
type split struct {
	parent      *split // the split in which its owner works
	parentLow   int    // what the owner's move there was to beat
	node        node   // its state is the split's own
	beta, depth int
	sure        confidence
	within      int
	kind        kind

	list     []candidate // the moves that no one has taken yet
	best     int
	bestMove int8
	low      atomic.Int64 // the greater of best and alpha
	working  int          // workers in it, the owner excepted
	cut      atomic.Bool  // best ≥ beta: the rest need not be searched
}

// recruit makes the run a search by n workers; the first is the caller, the others live until dismiss.
func (r *run) recruit(n int) {
	r.team.changed.L = &r.team.mu
	for range n - 1 {
		w := &worker{run: r, solver: r.newSolver()}
		r.team.members.Go(func() {
			w.help(nil)
			w.publish()
		})
	}
}

// dismiss waits for the others to leave.
func (r *run) dismiss() {
	t := &r.team
	t.mu.Lock()
	t.done = true
	t.news.Add(1)
	t.changed.Broadcast()
	t.mu.Unlock()
	t.members.Wait()
}

// waiting reports whether a worker has nothing to do.
func (t *team) waiting() bool { return t.idle.Load() > 0 }

// wake lets those who wait look again.
func (t *team) wake() {
	t.news.Add(1)
	if t.asleep > 0 {
		t.changed.Broadcast()
	}
}

// newSplit opens a node for other workers: list is the moves that are left. Its state is copied, since the owner's is
// on the stack.
func (w *worker) newSplit(n node, list []candidate, beta, depth int, k kind) *split {
	s := &split{
		parent: w.split, parentLow: w.low, node: node{mover: n.mover, other: n.other, empties: n.empties},
		beta: beta, depth: depth, kind: k, sure: w.sure, within: w.within, list: slices.Clone(list),
	}
	if n.state != nil {
		own := *n.state
		s.node.state = &own
	}
	return s
}

// share searches the moves of s, which are not the first of their node, with whoever is free, and returns the best
// value and move of all. low is what a move is to beat.
func (w *worker) share(s *split, low int) (best int, move int8) {
	s.low.Store(int64(low))
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

// help works in the splits of others until there is nothing more to do: for good, or below s, when s is not nil, until
// all have left it. The owner of s thus helps those who help it, and never begins what could keep it from going on.
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

// wait returns when something may have changed. To be woken up by the system takes longer than many a subtree, so that
// a worker looks out for a while before it sleeps.
func (t *team) wait() {
	seen := t.news.Load()
	t.idle.Add(1)
	t.mu.Unlock()
	for range vigil {
		if t.news.Load() != seen {
			break
		}
	}
	t.mu.Lock()
	if t.news.Load() == seen {
		t.asleep++
		t.changed.Wait()
		t.asleep--
	}
	t.idle.Add(-1)
}

// find is a split below s, or any when s is nil, that has moves left.
func (t *team) find(s *split) *split {
	for _, open := range t.open {
		if len(open.list) > 0 && !open.pointless(int(open.low.Load())) && open.below(s) {
			return open
		}
	}
	return nil
}

// pointless reports whether nobody waits for what a worker does in c, whose move is to beat low, any more: c was cut
// off, another move has raised what is to be beaten, or the same has happened to a split for which c's owner works.
func (c *split) pointless(low int) bool {
	for ; c != nil; c, low = c.parent, c.parentLow {
		if c.cut.Load() || int(c.low.Load()) > low {
			return true
		}
	}
	return false
}

// below reports whether the owner of c works for s.
func (c *split) below(s *split) bool {
	for s != nil && c != nil && c != s {
		c = c.parent
	}
	return s == nil || c == s
}

// work searches moves of s until none is left or one cuts off. The team is locked before and after, but not during a
// search.
func (w *worker) work(s *split) {
	above, low, sure, within := w.split, w.low, w.sure, w.within
	w.split, w.sure, w.within = s, s.sure, s.within
	for len(s.list) > 0 {
		c := next(s.list)
		s.list = s.list[1:]
		v, ok := w.attempt(s, c)
		if !ok {
			break
		}
		if v > s.best {
			s.best, s.bestMove = v, int8(c.square)
			s.low.Store(max(s.low.Load(), int64(v)))
			s.cut.Store(v >= s.beta)
		}
	}
	w.split, w.low, w.sure, w.within = above, low, sure, within
}

// attempt is the value of a move of s, which it searches anew whenever another move has raised what is to be beaten:
// most of what is found against less is of no use (experiments/026). ok is false when nobody waits for it any more. The
// team is locked as for work.
func (w *worker) attempt(s *split, c candidate) (value int, ok bool) {
	t := &w.team
	for w.low = int(s.low.Load()); !w.halted(); w.low = int(s.low.Load()) {
		t.mu.Unlock()
		v := w.child(s.node, c, w.low, s.beta, s.depth, s.kind)
		halted := w.halted()
		t.mu.Lock()
		if !halted {
			return v, true
		}
	}
	return 0, false
}
