package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// Entry is a game of an input, or why it could not be read.
type Entry struct {
	File   string
	Number int // from 1, damaged games included
	Game   *record.Game
	Err    error
}

// Files are the games of files in whatever formats, one after the other; see [files.Inputs] for paths. A file that
// cannot be opened is one entry with an error.
func Files(paths []string, stdin io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for source := range (files.Inputs{Paths: paths, Stdin: stdin}).Sources() {
			number := 0
			for g, err := range source.Games {
				number++
				if !yield(Entry{source.Name, number, g, err}) {
					return
				}
			}
		}
	}
}

// Run judges many games side by side. However many they are, it holds only a few of them at a time.
type Run struct {
	Effort Effort
	Marks  Marks
	// of all threads together; HashBytes is the table of each game, 0 one that fits the effort
	Options search.Options
	Journal *Journal // what is judged already, and where more is noted; may be nil
	// called with each game, in the order of the input, as soon as it and those before it are judged
	Told     func(*Game) error
	Bad      func(error)                 // called, in the same order, for each game that could not be read
	Progress func(e Entry, done, of int) // told, by several goroutines, how many moves of a game are judged; may be nil
	// Elsewhere judges games, as on a cluster, for as many goroutines as Options has threads; nil: this program does.
	Elsewhere func(context.Context, *record.Game) (*Game, error)
}

// UnjudgedError is the error of a game that could not be judged elsewhere. The run goes on with the others.
type UnjudgedError struct{ Err error }

// Error is the text of Err.
func (e *UnjudgedError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *UnjudgedError) Unwrap() error { return e.Err }

// task is an entry on its way: judged, its document or error is there when done is closed.
type task struct {
	Entry

	document *Game
	err      error
	done     chan struct{}
}

// Games judges the games of all entries. Each game is searched by one thread, so that it is always judged alike; when
// there are fewer games than threads, the threads share them out. The error is ctx's, the journal's or that of Told;
// what was told by then is a beginning of what an undisturbed run tells.
func (r *Run) Games(ctx context.Context, entries iter.Seq[Entry]) error {
	working, cancel := context.WithCancel(ctx)
	threads := max(r.Options.Threads, 1)
	ahead, rest, stop := lookAhead(entries, threads)
	var workers sync.WaitGroup
	defer stop()
	defer workers.Wait()
	defer cancel()

	side := threads // games side by side
	if n := len(ahead); n < threads {
		side = max(n, 1)
	}
	tasks, order := make(chan *task), make(chan *task, 2*side)
	for range side {
		workers.Go(func() { r.work(working, threads/side, tasks) })
	}
	workers.Go(func() {
		defer close(order)
		defer close(tasks)
		for _, e := range ahead {
			if !hand(working, e, tasks, order) {
				return
			}
		}
		for {
			if e, ok := rest(); !ok || !hand(working, e, tasks, order) {
				return
			}
		}
	})
	for t := range order {
		if err := r.tell(ctx, t); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// lookAhead takes the first n entries; rest gives the others.
func lookAhead(entries iter.Seq[Entry], n int) (ahead []Entry, rest func() (Entry, bool), stop func()) {
	rest, stop = iter.Pull(entries)
	for range n {
		e, ok := rest()
		if !ok {
			break
		}
		ahead = append(ahead, e)
	}
	return ahead, rest, stop
}

// hand gives an entry to whoever tells it and, if it is a game, first to whoever judges it; false when ctx ends before.
func hand(ctx context.Context, e Entry, tasks, order chan<- *task) bool {
	t := &task{Entry: e, done: make(chan struct{})}
	select {
	case order <- t:
	case <-ctx.Done():
		return false
	}
	if e.Err != nil {
		close(t.done)
		return true
	}
	select {
	case tasks <- t:
		return true
	case <-ctx.Done():
		t.err = ctx.Err()
		close(t.done)
		return false
	}
}

// work judges games until there are no more.
func (r *Run) work(ctx context.Context, threads int, tasks <-chan *task) {
	options := r.Options
	options.Threads = threads
	judge := func(ctx context.Context, e Entry) (*Game, error) { return r.Elsewhere(ctx, e.Game) }
	if r.Elsewhere == nil {
		analyst := New(options, r.Effort, r.Marks)
		judge = func(ctx context.Context, e Entry) (*Game, error) { return analyst.Game(ctx, e.Game, r.progress(e)) }
	}
	for t := range tasks {
		t.document, t.err = r.judged(ctx, judge, t.Entry)
		close(t.done)
	}
}

// judged is the journal's document of a game, or a new one that the journal has noted.
func (r *Run) judged(
	ctx context.Context, judge func(context.Context, Entry) (*Game, error), e Entry,
) (*Game, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	d, err := r.Journal.find(e.Game)
	if d == nil && err == nil {
		d, err = judge(ctx, e)
		if err == nil {
			err = r.Journal.note(e.Game, d)
		}
	}
	if err != nil {
		return nil, err
	}
	d.describe(e.Game)
	d.sum(r.Marks)
	d.File, d.Game = e.File, e.Number
	if e.File == "-" {
		d.File = ""
	}
	return d, nil
}

func (r *Run) progress(e Entry) func(done, of int) {
	if r.Progress == nil {
		return nil
	}
	return func(done, of int) { r.Progress(e, done, of) }
}

// tell waits for a game and tells it.
func (r *Run) tell(ctx context.Context, t *task) error {
	<-t.done // soon after ctx ends, if that comes first; what is judged by then is told all the same
	if t.err == nil && t.document != nil {
		return r.Told(t.document)
	}
	if unjudged := (*UnjudgedError)(nil); errors.As(t.err, &unjudged) {
		r.Bad(fmt.Errorf("%s, game %d: %w", t.File, t.Number, unjudged))
		return nil
	}
	if t.Err == nil {
		return t.err
	}
	if ctx.Err() != nil {
		return ctx.Err() // perhaps nothing is wrong with the input but that the run lets go of it
	}
	r.Bad(t.Err)
	return nil
}
