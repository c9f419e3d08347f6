package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// Entry is a game of an input, or the error of a game that could not be read.
type Entry struct {
	File   string
	Number int // from 1, including damaged games
	Game   *record.Game
	Err    error
}

// Files yields the games of files in any format. [files.Inputs] describes the paths. A file that cannot be opened
// yields one entry with an error.
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

// Run judges many games concurrently. It keeps only a few of them in memory.
type Run struct {
	Effort Effort
	Marks  Marks
	// Threads is the total number of threads. HashBytes is the size of the hash table for each game, or 0 for a size
	// that suits the effort.
	Options search.Options
	Journal *Journal // of judged games; may be nil
	// called with each judged game, in the order of the input
	OnGame   func(*Game) error
	OnBad    func(error)                 // called in the same order for each game that could not be read
	Progress func(e Entry, done, of int) // called concurrently with the number of judged moves of a game; may be nil
	// Remote judges a game remotely, for example on a cluster. It is called by as many goroutines as Options has
	// threads. If it is nil, games are judged by this process.
	Remote func(context.Context, *record.Game) (*Game, error)
	// Rehearse is called with a function that judges all games by Remote and drops the results, before the results
	// are used. It may call the function several times. All games are then kept in memory. It may be nil.
	Rehearse func(judge func() error) error
}

// UnjudgedError is the error of a game that Run.Remote could not judge. The run continues with the other games.
type UnjudgedError struct{ Err error }

// Error returns the text of Err.
func (e *UnjudgedError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *UnjudgedError) Unwrap() error { return e.Err }

// task is an entry and its result, which is set when done is closed.
type task struct {
	Entry

	document *Game
	err      error
	done     chan struct{}
}

// Games judges the games of all entries. Each game is searched by one thread, so that results are reproducible. If
// there are fewer games than threads, games are searched by several threads. It returns the error of ctx, the journal
// or OnGame. The games reported before an error are the first ones of a complete run.
func (r *Run) Games(ctx context.Context, entries iter.Seq[Entry]) error {
	if r.Rehearse != nil {
		all := slices.Collect(entries)
		if err := r.Rehearse(func() error { return r.rehearse(ctx, all) }); err != nil {
			return err
		}
		entries = slices.Values(all)
	}
	working, cancel := context.WithCancel(ctx)
	threads := max(r.Options.Threads, 1)
	ahead, rest, stop := lookAhead(entries, threads)
	var workers sync.WaitGroup
	defer stop()
	defer workers.Wait()
	defer cancel()

	side := threads // number of games judged concurrently
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
			if !enqueue(working, e, tasks, order) {
				return
			}
		}
		for {
			if e, ok := rest(); !ok || !enqueue(working, e, tasks, order) {
				return
			}
		}
	})
	for t := range order {
		if err := r.report(ctx, t); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// rehearse judges the games that are not in the journal, and drops the results. It returns the error of ctx. Other
// errors occur again when the results are used.
func (r *Run) rehearse(ctx context.Context, entries []Entry) error {
	var all sync.WaitGroup
	defer all.Wait()
	tokens := make(chan struct{}, max(r.Options.Threads, 1))
	for _, e := range entries {
		if e.Err != nil {
			continue
		}
		if d, err := r.Journal.find(e.Game); d != nil || err != nil {
			continue
		}
		select {
		case tokens <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		all.Go(func() {
			_, _ = r.Remote(ctx, e.Game)
			<-tokens
		})
	}
	return nil
}

// lookAhead returns the first n entries and a function that returns the remaining ones.
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

// enqueue sends an entry to order and, if it is a game, to tasks. It returns false if ctx ends first.
func enqueue(ctx context.Context, e Entry, tasks, order chan<- *task) bool {
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

// work judges games until tasks is closed.
func (r *Run) work(ctx context.Context, threads int, tasks <-chan *task) {
	options := r.Options
	options.Threads = threads
	judge := func(ctx context.Context, e Entry) (*Game, error) { return r.Remote(ctx, e.Game) }
	if r.Remote == nil {
		analyst := New(options, r.Effort, r.Marks)
		judge = func(ctx context.Context, e Entry) (*Game, error) { return analyst.Game(ctx, e.Game, r.progress(e)) }
	}
	for t := range tasks {
		t.document, t.err = r.document(ctx, judge, t.Entry)
		close(t.done)
	}
}

// document returns the document of a game from the journal, or judges the game and adds it to the journal.
func (r *Run) document(
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

// report waits for a game and reports it.
func (r *Run) report(ctx context.Context, t *task) error {
	<-t.done // closed soon after ctx ends; games judged by then are still reported
	if t.err == nil && t.document != nil {
		return r.OnGame(t.document)
	}
	if unjudged := (*UnjudgedError)(nil); errors.As(t.err, &unjudged) {
		r.OnBad(fmt.Errorf("%s, game %d: %w", t.File, t.Number, unjudged))
		return nil
	}
	if t.Err == nil {
		return t.err
	}
	if ctx.Err() != nil {
		return ctx.Err() // the error of the entry may be caused by the cancellation
	}
	r.OnBad(t.Err)
	return nil
}
