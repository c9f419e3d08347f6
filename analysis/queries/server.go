// Package queries answers queries for the best moves of positions. A [Server] answers lines of JSON from a pipe, and
// [Positions] reads the positions that a user names on the command line.
//
// The messages of the server follow those of the analysis engine of KataGo by D. Wu.
package queries

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/search"
)

// Server answers queries. Each line of its input is a JSON object, to which it writes any number of replies as they
// are found. docs/analysis-reference.md and analysis/schema/stdio.schema.json describe the messages.
type Server struct {
	Effort analysis.Effort // of queries without an effort
	Lines  int             // number of best moves for queries without one
	// Options.Threads is the number of positions searched concurrently, each by one thread. Options.HashBytes is the
	// size of the hash table of each thread.
	Options search.Options
	Book    *book.Book // consulted before the search, unless a query forbids it; may be nil
	Version string     // of the program
	Commit  string     // of the program; may be empty
	Queue   int        // limit on queued positions, at which reading pauses; 0 for QueueLength
}

// Limits of a server.
const (
	QueueLength = 10_000  // queued positions
	LongestLine = 1 << 20 // bytes
)

// service is the state of one call of Serve.
type service struct {
	*Server

	queue *queue
	stop  context.CancelFunc

	mu  sync.Mutex
	out *json.Encoder
	err error // the first error of the output
}

// Serve reads queries until the input ends and returns when all of them are answered. When ctx ends early, running
// searches are answered with the best moves found so far, queued positions are not answered, and the error is that of
// ctx. A failed read or write ends the service too and is its error.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	most := s.Queue
	if most <= 0 {
		most = QueueLength
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	v := &service{Server: s, queue: newQueue(most), stop: cancel, out: json.NewEncoder(out)}
	v.out.SetEscapeHTML(false)
	detach := context.AfterFunc(ctx, v.queue.stop)
	defer detach()
	var workers sync.WaitGroup
	for range max(s.Options.Threads, 1) {
		workers.Go(func() { v.work(ctx) })
	}
	read := make(chan error, 1)
	go func() { read <- v.read(in) }()
	var err error
	select {
	case err = <-read:
	case <-ctx.Done(): // the reader may block until the input ends
	}
	v.queue.close()
	workers.Wait()
	return v.finish(ctx, err)
}

// finish returns the error with which the service ends. After finish returns, a reader that is still blocked cannot
// write.
func (v *service) finish(ctx context.Context, err error) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err == nil {
		v.err = ctx.Err()
	}
	if v.err != nil {
		return v.err
	}
	v.err = io.ErrClosedPipe
	return err
}

// read handles lines until the input ends.
func (v *service) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		line, whole, err := lines.Append(nil, r, LongestLine)
		switch {
		case !whole:
			v.write(refuse(query{}, number, fmt.Errorf("a line of more than %d bytes", LongestLine)))
		case len(bytes.TrimSpace(line)) > 0:
			v.take(line, number)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("input: %w", err)
		}
	}
}

// take handles one line of input.
func (v *service) take(line []byte, number int) {
	q, err := parseQuery(line, v.Effort, v.Lines)
	if err != nil {
		v.write(refuse(q, number, err))
		return
	}
	switch q.action {
	case "":
		for _, name := range q.unknown {
			v.write(Refusal{Schema: refusalSchema, ID: q.id, Line: number, Field: name, Warning: "unknown field"})
		}
		v.queue.add(&q)
	case actVersion:
		v.echo(q, map[string]string{"version": v.Version, "git_hash": v.Commit})
	case actClear: // each search starts with an empty table anyway
		v.echo(q, nil)
	case actTerminate, actTerminateAll:
		v.echo(q, nil)
		v.terminate(q)
	}
}

// terminate ends the turns that match an action. Each of them still gets its final reply.
func (v *service) terminate(q query) {
	dropped := v.queue.terminate(func(t *turn) bool {
		return (q.action == actTerminateAll || t.query.id == q.terminate) &&
			(q.numbers == nil || slices.Contains(q.numbers, t.number))
	})
	for _, t := range dropped {
		v.write(Reply{Schema: replySchema, ID: t.query.id, TurnNumber: t.number, NoResults: true})
	}
}

// echo answers an action by repeating its fields and adding more.
func (v *service) echo(q query, more map[string]string) {
	answer := map[string]any{}
	for name, value := range q.echo {
		answer[name] = value
	}
	maps.Copy(answer, map[string]any{"schema": "kaeshi/analysis-action/1"})
	for name, value := range more {
		answer[name] = value
	}
	v.write(answer)
}

// write sends a message. The first failure stops the service.
func (v *service) write(answer any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err != nil {
		return
	}
	if v.err = v.out.Encode(answer); v.err != nil {
		v.stop()
	}
}

// work searches turns until there are none.
func (v *service) work(ctx context.Context) {
	options := v.Options
	options.Threads = 1
	engine := search.New(options)
	for {
		t, of, done := v.queue.next(ctx)
		if t == nil {
			return
		}
		v.search(of, engine, t)
		done()
		if ctx.Err() != nil {
			return
		}
	}
}

// search answers a turn, with intermediate reports if the query requests them.
func (v *service) search(ctx context.Context, engine *search.Engine, t *turn) {
	var latest atomic.Pointer[analysis.Hint]
	finish := v.report(t, &latest)
	from := analysis.Advisor{Engine: engine, Book: v.Book}
	if t.query.noBook {
		from.Book = nil
	}
	q := t.query
	h, err := from.Hint(ctx, q.positions[t.number], q.effort.Limits, q.lines,
		func(h analysis.Hint) { latest.Store(&h) })
	finish()
	if err != nil && ctx.Err() == nil {
		v.write(refuse(*t.query, 0, err))
		return
	}
	v.write(newReply(t, h, false))
}

// report writes the latest hint at the interval of the query until finish is called.
func (v *service) report(t *turn, latest *atomic.Pointer[analysis.Hint]) (finish func()) {
	if t.query.every <= 0 {
		return func() {}
	}
	stop := make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		tick := time.NewTicker(t.query.every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if h := latest.Load(); h != nil {
					v.write(newReply(t, *h, true))
				}
			case <-stop:
				return
			}
		}
	})
	return func() { close(stop); reporter.Wait() }
}
