package web

import (
	"sync"
	"time"
)

// The lanes of work: what happens in one never takes a place in another. Quick moves take milliseconds and go first; strong players think
// for seconds; analyses take as long as someone looks at them; jobs are nobody's hurry.
const (
	lightWaiting   = 256 // some seconds of them
	lightIdle      = 64
	heavyWaiting   = 4  // for each strong player that thinks
	heavyIdle      = 8  // their tables are large
	analysisWaits  = 64 // who sees the place in the queue may decide whether to wait
	analysesAtOnce = 2  // at the least: two engines stand side by side
	jobsAtOnce     = 1
	jobsWaiting    = 1 << 20 // they are stored: how many there may be is decided where they are taken in
)

// fairTime is how long an analysis works before it lets others have their turn.
const fairTime = 15 * time.Second

// lane is where players of like weight think.
type lane struct {
	gate *gate
	pool *pool
}

func newLane(o Options, g *gate, idle int) lane {
	return lane{g, &pool{make: o.Players, log: o.Logger, most: idle}}
}

// lightLane runs few more at once than there are processors: each is done in milliseconds, and the sooner the fewer share a processor.
func lightLane(o Options) lane {
	mine := share{}
	if o.PerClient > 0 {
		mine.places = 8 * o.PerClient
	}
	return newLane(o, newSharedGate(2*o.Thinking, lightWaiting, mine), lightIdle)
}

func heavyLane(o Options) lane {
	return newLane(o, newSharedGate(o.Thinking, o.Thinking*heavyWaiting, share{places: o.PerClient}), heavyIdle)
}

// analysisGate is where streamed analyses take turns. A client may watch two at a time.
func analysisGate(o Options) *gate {
	return newSharedGate(max(o.Thinking, analysesAtOnce), analysisWaits, share{atOnce: analysesAtOnce, places: o.PerClient})
}

// Processors is how many Go should think that a machine of so many cores has (runtime.GOMAXPROCS) while it serves: one for each search that may take long, and one for each
// core besides. Go lets a search run for ten milliseconds before another goroutine gets its processor, and looks at the network as rarely while all are taken, so that a
// request would wait at every step of its way; threads that wake up are preferred by the system (experiment 062).
func Processors(cores int) int {
	return cores + cores + max(cores, analysesAtOnce) + cores + lessonsAtOnce // strong players, analyses, the threads of a job, lessons
}

// rush lets long searches stand back while quick moves are thought about, so that who plays does not feel who analyses.
type rush struct {
	mu    sync.Mutex
	moves int
	over  chan struct{} // closed when there are none; nil: there are none
}

// mostPatience bounds how long a search stands back at a time: it goes on, slowly, in the longest rush.
const mostPatience = 20 * time.Millisecond

// begin tells that a quick move is wanted, until the function that it returns is called.
func (r *rush) begin() (end func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.moves++; r.over == nil {
		r.over = make(chan struct{})
	}
	return r.end
}

func (r *rush) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.moves--; r.moves == 0 {
		close(r.over)
		r.over = nil
	}
}

// standBack returns when no quick move is wanted, or after mostPatience. Long searches call it every few thousand positions, as
// [search.Polling] has it.
func (r *rush) standBack() {
	r.mu.Lock()
	over := r.over
	r.mu.Unlock()
	if over == nil {
		return
	}
	patience := time.NewTimer(mostPatience)
	defer patience.Stop()
	select {
	case <-over:
	case <-patience.C:
	}
}
