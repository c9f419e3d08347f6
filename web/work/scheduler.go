// Package work schedules the computations of a server: moves of players, analyses of positions, searches of the
// classroom and stored jobs. Each kind of work has a queue with a total limit and a limit for each client. Quick moves
// take precedence over long searches.
//
// The package is independent of HTTP. Callers test its errors with [errors.Is] and [errors.As].
package work

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

// Sizes of the queues and pools.
const (
	quickWaiting    = 256 // quick moves take milliseconds
	quickIdle       = 64  // idle players
	strongWaiting   = 4   // for each of Options.Thinking
	strongIdle      = 8   // strong players have large tables
	analysesAtOnce  = 2   // minimum, as the page shows two engines side by side
	analysesWaiting = 64  // clients see their position in the queue
	jobsAtOnce      = 1
	jobsWaiting     = 1 << 20 // Jobs.Add limits the number of jobs
	// A search of the classroom keeps its tree in memory, up to some hundred megabytes.
	lessonsAtOnce    = 2
	lessonsWaiting   = 14 // includes finished documents that are being sent
	watchersAtOnce   = 64 // event streams of tournaments and jobs
	watchersPerShare = 2  // for one client, times Options.PerClient
	quickPerShare    = 8  // for one client, times Options.PerClient
)

// lateness is the time by which a player may exceed the limit of a move before its context ends.
const lateness = time.Second

// Options configures a [Scheduler].
type Options struct {
	// Players makes a player from its spec. Its errors list the players that exist. A player serves many requests, one
	// after another.
	Players func(spec string) (player.Player, error)
	// Listed holds specs that are known to be valid.
	Listed []string
	// MaxThink is the time limit of a move.
	MaxThink time.Duration
	// Thinking is the number of strong players that search concurrently.
	Thinking int
	// PerClient is the number of requests that one client may have in a queue. Quick moves and event streams may be a
	// multiple of it. 0 means unlimited.
	PerClient int
	// Poll is called every few thousand positions by searches that do not belong to a request, as in [search.Polling].
	// It may be nil.
	Poll func()
	// Remote judges the moves of jobs on other machines. Without it, this machine judges them.
	Remote Remote
	// Observe is called with the duration of each chosen move, waiting included. It may be nil.
	Observe func(quick bool, took time.Duration)
	Logger  *slog.Logger
}

// Errors that end work early.
var (
	// ErrTimeout reports that the time for a move or a search ran out.
	ErrTimeout = errors.New("out of time")
	// ErrClosing reports that the scheduler was closed.
	ErrClosing = errors.New("the server is closing")
)

// Scheduler holds the queues of all work and the players that choose moves.
type Scheduler struct {
	Quick    *Queue // moves of players that answer within milliseconds
	Strong   *Queue // moves of other players, and searches of the classroom
	Analyses *Queue
	Jobs     *Queue
	Lessons  *Queue // searches of the classroom, until their documents are sent
	Watchers *Queue // event streams of tournaments and jobs

	options  Options
	quick    *pool
	strong   *pool
	listed   map[string]bool
	checking *Queue // players that are made to validate a spec, one at a time
	priority priority
	closing  context.Context // ends when the scheduler is closed
	stop     context.CancelCauseFunc
}

// NewScheduler returns a scheduler. The caller must call [Scheduler.Close].
func NewScheduler(o Options) *Scheduler {
	each := Share{Places: o.PerClient}
	s := &Scheduler{
		// Quick moves take milliseconds, so more of them would not help.
		Quick:  NewQueue(2*o.Thinking, quickWaiting, Share{Places: quickPerShare * o.PerClient}),
		Strong: NewQueue(o.Thinking, o.Thinking*strongWaiting, each),
		Analyses: NewQueue(max(o.Thinking, analysesAtOnce), analysesWaiting,
			Share{AtOnce: analysesAtOnce, Places: o.PerClient}),
		Jobs:     NewQueue(jobsAtOnce, jobsWaiting, Share{}),
		Lessons:  NewQueue(lessonsAtOnce, lessonsWaiting, Share{}),
		Watchers: NewQueue(watchersAtOnce, 0, Share{Places: watchersPerShare * o.PerClient}),
		options:  o,
		quick:    &pool{make: o.Players, log: o.Logger, max: quickIdle},
		strong:   &pool{make: o.Players, log: o.Logger, max: strongIdle},
		listed:   map[string]bool{},
		checking: NewQueue(1, 0, Share{}),
	}
	for _, spec := range o.Listed {
		s.listed[spec] = true
	}
	work := context.Background()
	if o.Poll != nil {
		work = search.Polling(work, o.Poll)
	}
	s.closing, s.stop = context.WithCancelCause(work)
	return s
}

// Queues returns the queues by their names in the metrics.
func (s *Scheduler) Queues() map[string]*Queue {
	return map[string]*Queue{
		"light": s.Quick, "heavy": s.Strong, "analysis": s.Analyses, "job": s.Jobs, "lesson": s.Lessons,
		"watch": s.Watchers,
	}
}

// Closing returns a context that ends with the cause [ErrClosing] when the scheduler is closed.
func (s *Scheduler) Closing() context.Context { return s.closing }

// Close ends all work and closes the idle players. Players that are still thinking are closed when they end.
func (s *Scheduler) Close() error {
	s.stop(ErrClosing)
	return errors.Join(s.quick.close(), s.strong.close())
}

// Processors returns the value of runtime.GOMAXPROCS for a server on a machine with the given number of cores: the
// number of cores plus the number of long searches that may run concurrently. With fewer, requests would wait for
// running searches at every step: the Go scheduler preempts a goroutine only after ten milliseconds, and polls the
// network rarely while all processors are busy. The operating system favours threads that wake up (experiment 062).
func Processors(cores int) int {
	strong, analyses, job, tournament := cores, max(cores, analysesAtOnce), cores, cores
	return cores + strong + analyses + job + tournament + lessonsAtOnce
}

// joined returns a context that ends with ctx and, with the cause [ErrClosing], when the scheduler is closed. release
// frees it.
func (s *Scheduler) joined(ctx context.Context) (joined context.Context, release func()) {
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.closing, func() { cancel(ErrClosing) })
	return joined, func() {
		stop()
		cancel(nil)
	}
}

// Wait waits for the turn of a ticket. The error is [ErrBusy] if that takes longer than the time limit of a move, or
// the cause of the end of ctx.
func (s *Scheduler) Wait(ctx context.Context, t *Ticket) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.options.MaxThink, ErrBusy)
	defer cancel()
	return t.Wait(ctx, nil)
}

// longestLesson is the time limit of a search of the classroom.
const longestLesson = 10 * time.Second

// LessonTime returns the time limit of a search of the classroom.
func (s *Scheduler) LessonTime() time.Duration { return min(longestLesson, s.options.MaxThink) }

// Run waits for a turn in the queue and calls do with a context that ends after [Scheduler.LessonTime], with ctx, and
// when the scheduler is closed. The error is that of the queue, [ErrTimeout], the cause of the end of ctx, or that of
// do.
func (s *Scheduler) Run(ctx context.Context, client string, q *Queue, do func(context.Context) error) error {
	ticket, err := q.Join(client)
	if err != nil {
		return err
	}
	defer ticket.Leave()
	ctx, release := s.joined(ctx)
	defer release()
	if err := s.Wait(ctx, ticket); err != nil {
		return err
	}
	ctx, stop := context.WithTimeoutCause(ctx, s.LessonTime(), ErrTimeout)
	defer stop()
	err = do(search.Polled(ctx))
	if err == nil || ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	return context.Cause(ctx)
}
