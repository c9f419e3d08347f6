package analysis

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

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/search"
)

// Server answers queries, a JSON object a line, with any number of answers each, as they are found. docs/analysis.md and schema/stdio.schema.json describe them.
type Server struct {
	Effort  Effort         // of queries that do not say
	Lines   int            // likewise: how many of the best moves
	Options search.Options // Threads: how many positions are searched side by side, by one thread each; HashBytes: the table of each thread
	Book    *book.Book     // looked into first, unless a query forbids it; nil: none
	Version string         // of the program
	Commit  string         // that it was built from; may be empty
	Queue   int            // positions that may wait before the next line is read; 0: QueueLength
}

// Bounds of a server.
const (
	QueueLength = 10_000
	LongestLine = 1 << 20 // bytes
)

// service is a server at work.
type service struct {
	*Server

	queue   *queue
	cleared atomic.Uint64 // how often the tables were to be forgotten
	stop    context.CancelFunc

	mu  sync.Mutex
	out *json.Encoder
	err error // of the output, the first
}

// Serve reads queries until the input ends, and returns when all are answered. When ctx ends first, what is being searched is answered as far as it came, what waits is
// not, and the error is ctx's; when the output fails, the error is that.
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
	case <-ctx.Done(): // the reader may wait for a line that never comes; it ends with the input
	}
	v.queue.close()
	workers.Wait()
	return v.finish(ctx, err)
}

// finish is why the service ended; a reader that still waits for a line finds nobody to answer.
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

// read takes lines until there are no more or nobody listens.
func (v *service) read(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		line, whole, err := readLine(lines)
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

// readLine is the next line; whole is false when it is too long, and what there is of it means nothing.
func readLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > LongestLine {
			line, whole = line[:0], false
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

// take does what a line asks for.
func (v *service) take(line []byte, number int) {
	q, err := parseQuery(line, v.Effort, v.Lines)
	if err != nil {
		v.write(refuse(q, number, err))
		return
	}
	switch q.action {
	case "":
		for _, name := range q.unknown {
			v.write(Refusal{Schema: refusalSchema, ID: q.id, Line: number, Field: name, Warning: "nobody reads this field"})
		}
		v.queue.add(&q)
	case actVersion:
		v.echo(q, map[string]string{"version": v.Version, "git_hash": v.Commit})
	case actClear:
		v.cleared.Add(1)
		v.echo(q, nil)
	case actTerminate, actTerminateAll:
		v.echo(q, nil)
		v.terminate(q)
	}
}

// terminate ends the queries that an action names. Every turn gets its last answer all the same.
func (v *service) terminate(q query) {
	dropped := v.queue.terminate(func(t *turn) bool {
		return (q.action == actTerminateAll || t.query.id == q.terminate) && (q.numbers == nil || slices.Contains(q.numbers, t.number))
	})
	for _, t := range dropped {
		v.write(Reply{Schema: replySchema, ID: t.query.id, TurnNumber: t.number, NoResults: true})
	}
}

// echo repeats an action, with more fields.
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

// write sends an answer; when that fails nobody listens any more.
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

// work searches turns until there are no more. Tables that were to be cleared are cleared before the next search.
func (v *service) work(ctx context.Context) {
	options := v.Options
	options.Threads = 1
	engine := search.New(options)
	for cleared := uint64(0); ; {
		t, of, done := v.queue.next(ctx)
		if t == nil {
			return
		}
		if now := v.cleared.Load(); now != cleared {
			engine.Forget()
			cleared = now
		}
		v.search(of, engine, t)
		done()
		if ctx.Err() != nil {
			return
		}
	}
}

// search answers a turn, and from time to time before it knows everything.
func (v *service) search(ctx context.Context, engine *search.Engine, t *turn) {
	var latest atomic.Pointer[Hint]
	finish := v.report(t, &latest)
	from := asker{engine, v.Book, false}
	if t.query.noBook {
		from.book = nil
	}
	h, err := from.hint(ctx, t.query.positions[t.number], t.query.effort.Limits, t.query.lines, func(h Hint) { latest.Store(&h) })
	finish()
	if err != nil && ctx.Err() == nil {
		v.write(refuse(*t.query, 0, err))
		return
	}
	v.write(newReply(t, h, false))
}

// report writes the latest hint now and then until finish is called.
func (v *service) report(t *turn, latest *atomic.Pointer[Hint]) (finish func()) {
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
