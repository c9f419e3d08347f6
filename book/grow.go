package book

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Growth holds the settings for growing a book.
type Growth struct {
	Judges    []*Judge         // one for each worker; at least one
	Start     othello.Position // the root of growth; added if it is missing
	Ply       Value            // cost of each ply of a path, in addition to the losses of its moves
	Most      Value            // greatest cost of a path; 0: no limit
	Least     int              // least number of empty squares of a new position
	Positions int              // number of positions to add; 0: no limit
	Time      time.Duration    // of the run; 0: no limit
	Progress  func(Growing)    // called after each step, by one goroutine at a time; may be nil

	// Batch, unless it is 0, is the number of positions to choose at a time, at most [MostBatch]. The same growth
	// then always gives the same book, also after interruptions. Otherwise each judge chooses its next position.
	Batch int
	// Remote does searches on other machines, if Batch is not 0. It is called by several goroutines. The first
	// judge, which needs no engine, has the limits of the searches. If Remote returns a *[Fault], growth leaves the
	// position out.
	Remote func(context.Context, []Search) ([]Leaf, error)
}

// Growing is the progress of growth.
type Growing struct {
	Added, Again int   // positions added and positions searched again
	Len          int   // positions in the book
	Value        Value // of the start
	From         Provenance
}

// String returns the progress as a line of text.
func (g Growing) String() string {
	return fmt.Sprintf("%s, %d new, %d searched again; start %v, %v",
		lang.Count(g.Len, "position", "positions"), g.Added, g.Again, g.Value, g.From)
}

// growing is the state of a running growth.
type growing struct {
	Growth
	*team
	start  key
	done   Growing
	adding int          // positions that workers are adding
	judged map[key]bool // positions that were searched again in this run, which happens once
	failed int          // positions without a result, in batches
}

// Grow adds positions, those with the cheapest path first, until ctx ends, a limit is reached or no task is left. The
// file is consistent after any error. The error is that of ctx if ctx ended the run.
func (f *File) Grow(ctx context.Context, growth Growth) (Growing, error) {
	start, _ := afterForcedPass(growth.Start)
	switch {
	case start.Size != othello.Size8:
		return Growing{}, fmt.Errorf("the start position has a %d×%d board: want 8×8", start.Size, start.Size)
	case start.Validate() != nil:
		return Growing{}, start.Validate()
	case start.Legal() == 0:
		return Growing{}, errors.New("the game is over at the start position")
	}
	if growth.Most <= 0 {
		growth.Most = math.MaxInt16
	}
	limited, cancel := ctx, func() {}
	if growth.Time > 0 {
		limited, cancel = context.WithTimeout(ctx, growth.Time)
	}
	defer cancel()
	g := &growing{Growth: growth, team: newTeam(f), judged: map[key]bool{}}
	g.start, _ = canonical(start)
	f.setAim(&aim{growth.Ply, growth.Least, map[key]bool{}, g.stale})
	defer f.setAim(nil)
	var err error
	if growth.Batch > 0 {
		err = g.growBatches(limited)
	} else {
		err = g.work(limited, growth.Judges, g.worker)
	}
	g.updateProgress()
	return g.done, stopped(ctx, errors.Join(err, ctx.Err()))
}

// Rehearse grows a copy of the book in memory, as [File.Grow] would grow the book with the same settings.
func (f *File) Rehearse(ctx context.Context, growth Growth) error {
	g, err := GraphOf(f.Book(nil))
	if err != nil {
		return err
	}
	growth.Progress = nil
	_, err = (&File{Graph: g}).Grow(ctx, growth)
	return err
}

// stale reports whether a node needs another search: it has moves without a value, or the judges of this run search
// deeper.
func (g *growing) stale(n *node) bool {
	if g.judged[n.at] {
		return false
	}
	open := n.leaf.Move < 0 && n.links != n.at.position().Legal()
	return open || n.leaf.Move >= 0 && g.Judges[0].deeper(n.leaf, n.at.empties())
}

// worker performs tasks until there are none.
func (g *growing) worker(ctx context.Context, j *Judge) error {
	for {
		t, ok := g.reserveNext(ctx)
		if !ok {
			return nil
		}
		var err error
		added := false
		if t.again {
			err = g.again(ctx, j, t.at)
		} else {
			added, err = g.add(ctx, j, t.at)
		}
		g.finish(t, added, err)
		if err != nil {
			return err
		}
	}
}

// reserveNext waits for a task and reserves it. It returns false if there will be none.
func (g *growing) reserveNext(ctx context.Context) (t task, ok bool) {
	g.Lock()
	defer g.Unlock()
	for ctx.Err() == nil {
		if g.Positions > 0 && g.done.Added >= g.Positions {
			return t, false
		}
		if t, ok = g.next(); ok {
			if !t.again {
				g.adding++
			}
			g.file.reserve(t.at, true)
			return t, true
		}
		if len(g.file.aim.busy) == 0 {
			return t, false
		}
		g.freed.Wait()
	}
	return t, false
}

// next returns the cheapest task that is not reserved.
func (g *growing) next() (task, bool) {
	full := g.Positions > 0 && g.done.Added+g.adding >= g.Positions
	id, known := g.file.index[g.start]
	switch {
	case full:
		return task{}, false
	case !known:
		return task{g.start, false}, !g.file.aim.busy[g.start]
	}
	return g.file.next(id, g.Most)
}

func (g *growing) finish(t task, added bool, err error) {
	g.Lock()
	defer g.Unlock()
	defer g.freed.Broadcast()
	if t.again {
		g.judged[t.at] = true
	} else {
		g.adding--
	}
	g.file.reserve(t.at, false)
	if err != nil {
		return
	}
	if t.again {
		g.done.Again++
	} else if added {
		g.done.Added++
	}
	g.updateProgress()
	if g.Progress != nil {
		g.Progress(g.done)
	}
}

// updateProgress updates the reported progress.
func (g *growing) updateProgress() {
	g.done.Len = g.file.Len()
	if id, ok := g.file.index[g.start]; ok {
		g.done.Value, g.done.From = g.file.nodes[id].value, g.file.nodes[id].from
	}
}
