package book

import (
	"context"
	"errors"
	"sync"
)

// team holds the workers that judge positions for one file. The lock protects their shared state; searches run without
// it.
type team struct {
	sync.Mutex
	freed *sync.Cond // signals a change of the shared state
	file  *File
	wrong error // first error of a worker
}

func newTeam(f *File) *team {
	t := &team{file: f}
	t.freed = sync.NewCond(t)
	return t
}

// work runs a worker for each judge until all have returned. The first error stops the others.
func (t *team) work(ctx context.Context, judges []*Judge, worker func(context.Context, *Judge) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { t.Lock(); t.freed.Broadcast(); t.Unlock() })()
	var all sync.WaitGroup
	for _, j := range judges {
		all.Go(func() {
			err := worker(ctx, j)
			t.Lock()
			defer t.Unlock()
			if err != nil && t.wrong == nil {
				t.wrong = err
				cancel()
			}
			t.freed.Broadcast()
		})
	}
	all.Wait()
	return t.wrong
}

// add judges a position and adds it. It returns false if the graph has it already. If other workers change the graph
// meanwhile, it repeats the searches that became outdated.
func (t *team) add(ctx context.Context, j *Judge, k key) (added bool, err error) {
	judged := map[key]Leaf{}
	for {
		tasks, added, err := t.tryAdd(k, judged)
		if len(tasks) == 0 {
			return added, err
		}
		for _, q := range tasks {
			if judged[q.at], err = j.leaf(ctx, q); err != nil {
				return false, err
			}
		}
	}
}

// tryAdd adds a position, or returns the searches that must be done first.
func (t *team) tryAdd(k key, judged map[key]Leaf) (tasks []searchTask, added bool, err error) {
	t.Lock()
	defer t.Unlock()
	if _, known := t.file.index[k]; known {
		return nil, false, nil
	}
	if tasks = t.file.searchTasks(k, judged); len(tasks) > 0 {
		return tasks, false, nil
	}
	return nil, true, t.commit(t.file.changeFor(k, judged))
}

// again repeats the search of a position of the graph.
func (t *team) again(ctx context.Context, j *Judge, k key) error {
	for {
		t.Lock()
		q := searchTask{k, t.file.nodes[t.file.index[k]].links}
		t.Unlock()
		leaf, err := j.leaf(ctx, q)
		if err != nil {
			return err
		}
		if done, err := t.tryAgain(k, leaf); done {
			return err
		}
	}
}

func (t *team) tryAgain(k key, leaf Leaf) (done bool, err error) {
	t.Lock()
	defer t.Unlock()
	n := &t.file.nodes[t.file.index[k]]
	switch {
	case n.links.Has(int(leaf.Move)):
		return false, nil
	case leaf == n.leaf:
		return true, nil
	}
	return true, t.commit(change{{k, leaf}})
}

// commit makes a change, and writes the book if the last write is long ago.
func (t *team) commit(c change) error {
	if err := t.file.commit(c); err != nil {
		return err
	}
	return t.file.flushIfOld()
}

// stopped returns err, or nil if it comes from a time limit that was added to ctx.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
