package book

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// MostBatch is the greatest number of positions of a batch.
const MostBatch = 256

// Search is a search of a position for the best move that is not skipped.
type Search struct {
	Position othello.Position
	Skip     bitboard.Set
}

// Check returns an error unless the leaf is a possible result of the search.
func (s Search) Check(l Leaf) error {
	if err := check(s.Position, l); err != nil {
		return err
	}
	if s.Skip.Has(int(l.Move)) {
		return fmt.Errorf("position %s: the result is a move that was not searched", s.Position)
	}
	return nil
}

// Fault is the error of searches that no machine could do. Growth leaves their position out.
type Fault struct{ Err error }

// Error returns the text of Err.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// batched is a task of a batch with its searches.
type batched struct {
	task

	searches []searchTask
	leaves   []Leaf
	err      error
}

// growBatches performs tasks in batches until there are none. The tasks of a batch are chosen for the same graph,
// judged at the same time and merged in order, and the batch is one change of the file. The book therefore depends
// neither on the number of machines nor on their speed, and a killed run leaves whole batches.
func (g *growing) growBatches(ctx context.Context) error {
	free := make(chan *Judge, len(g.Judges))
	for _, j := range g.Judges {
		free <- j
	}
	for ctx.Err() == nil {
		batch := g.chooseBatch()
		if len(batch) == 0 {
			break
		}
		var all sync.WaitGroup
		for _, b := range batch {
			all.Go(func() { b.leaves, b.err = g.judgeTask(ctx, free, b) })
		}
		all.Wait()
		if err := g.merge(batch); err != nil {
			return err
		}
	}
	if g.failed > 0 {
		return fmt.Errorf("positions that could not be searched: %d; the same command tries them again",
			g.failed)
	}
	return nil
}

// chooseBatch reserves the next tasks.
func (g *growing) chooseBatch() (batch []*batched) {
	for len(batch) < g.Batch {
		t, ok := g.next()
		if !ok {
			break
		}
		b := &batched{task: t}
		if t.again {
			b.searches = []searchTask{{t.at, g.file.nodes[g.file.index[t.at]].links}}
		} else {
			b.searches = g.file.searchTasks(t.at, nil)
			slices.SortFunc(b.searches, func(x, y searchTask) int { return compareKeys(x.at, y.at) })
			g.adding++
		}
		g.file.reserve(t.at, true)
		batch = append(batch, b)
	}
	return batch
}

// judgeTask does the searches of a task, remotely or with the next free judge.
func (g *growing) judgeTask(ctx context.Context, free chan *Judge, b *batched) (leaves []Leaf, err error) {
	if g.Remote != nil {
		return g.judgeRemotely(ctx, b.searches)
	}
	j := <-free
	defer func() { free <- j }()
	for _, q := range b.searches {
		leaf, err := j.leaf(ctx, q)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, leaf)
	}
	return leaves, nil
}

// judgeRemotely checks that remote results are moves of their positions.
func (g *growing) judgeRemotely(ctx context.Context, searches []searchTask) ([]Leaf, error) {
	list := make([]Search, len(searches))
	for i, q := range searches {
		list[i] = Search{q.at.position(), q.skip}
	}
	leaves, err := g.Remote(ctx, list)
	if err == nil && len(leaves) != len(list) {
		err = fmt.Errorf("%d results of %d searches", len(leaves), len(list))
	}
	for i := 0; i < len(leaves) && err == nil; i++ {
		err = list[i].Check(leaves[i])
	}
	return leaves, err
}

// merge adds the results of a batch to the book, in order. It leaves out tasks whose searches are outdated by earlier
// tasks of the batch; the first one never is. Tasks that failed stay reserved, so that they are not chosen again.
func (g *growing) merge(batch []*batched) error {
	for _, b := range batch {
		if failed := (*Fault)(nil); b.err != nil && !errors.As(b.err, &failed) {
			return b.err
		}
	}
	var all change
	for _, b := range batch {
		if !b.again {
			g.adding--
		}
		if b.err != nil {
			g.failed++
			continue
		}
		c, ok := g.changeOf(b)
		if !ok || len(all)+len(c) > mostVerdicts {
			continue
		}
		g.file.apply(c)
		all = append(all, c...)
		if b.again {
			g.judged[b.at] = true
			g.done.Again++
		} else {
			g.done.Added++
		}
	}
	for _, b := range batch {
		if b.err == nil {
			g.file.reserve(b.at, false)
		}
	}
	if len(all) > 0 {
		if err := g.file.record(all); err != nil {
			return err
		}
	}
	g.updateProgress()
	if g.Progress != nil {
		g.Progress(g.done)
	}
	return g.file.flushIfOld()
}

// changeOf returns the change of a task. It returns false if the task requires other searches.
func (g *growing) changeOf(b *batched) (change, bool) {
	if b.again {
		leaf, n := b.leaves[0], &g.file.nodes[g.file.index[b.at]]
		if n.links.Has(int(leaf.Move)) {
			return nil, false
		}
		if leaf == n.leaf {
			return nil, true
		}
		return change{{b.at, leaf}}, true
	}
	if _, known := g.file.index[b.at]; known {
		return nil, false
	}
	judged := map[key]Leaf{}
	for i, q := range b.searches {
		judged[q.at] = b.leaves[i]
	}
	if len(g.file.searchTasks(b.at, judged)) > 0 {
		return nil, false
	}
	return g.file.changeFor(b.at, judged), true
}
