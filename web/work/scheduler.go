// Package work bounds and runs what a server computes for its clients: moves of players, analyses of positions,
// searches of the classroom and stored jobs. Each kind of work has a queue with a limit for all clients and one for
// each of them. Quick moves take precedence over long searches.
//
// The package knows nothing of HTTP. Its errors say why work was refused or ended, and callers test for them with
// [errors.Is] and [errors.As].
package work

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

// Sizes of the queues. Work of one kind never takes a place of another kind.
const (
	quickWaiting    = 256 // quick moves take milliseconds
	quickIdle       = 64  // idle players that are kept
	strongWaiting   = 4   // for each strong player that may think
	strongIdle      = 8   // their tables are large
	analysesAtOnce  = 2   // at least: the page shows two engines side by side
	analysesWaiting = 64  // clients see their place and decide whether to wait
	jobsAtOnce      = 1
	jobsWaiting     = 1 << 20 // jobs are stored; their number is limited where they are accepted
	// searches of the classroom hold their trees in memory: up to some hundred megabytes each
	lessonsAtOnce    = 2
	lessonsWaiting   = 14 // some of these hold a finished document that is being sent
	watchersAtOnce   = 64 // event streams of tournaments and jobs
	watchersPerShare = 2  // of one client, times Options.PerClient
	quickPerShare    = 8  // of one client, times Options.PerClient
)

// lateness is how long a player may exceed the time for a move before its context ends.
const lateness = time.Second

// Options configures a [Scheduler].
type Options struct {
	// Players makes a player from its specification. Its errors list the players that exist. A player serves many
	// requests, one after another.
	Players func(spec string) (player.Player, error)
	// Listed holds specifications that are known to be valid.
	Listed []string
	// MaxThink limits the time for a move.
	MaxThink time.Duration
	// Thinking is how many strong players think at once.
	Thinking int
	// PerClient is how many requests one client may have in a queue; quick moves and event streams allow a multiple. 0
	// is no limit.
	PerClient int
	// Poll is called every few thousand positions by searches that belong to no request, as in [search.Polling]. It may
	// be nil.
	Poll func()
	// Observe is called with the duration of each move that was chosen, waiting included. It may be nil.
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
	Lessons  *Queue // documents of the classroom, until they are sent
	Watchers *Queue // event streams of tournaments and jobs

	options  Options
	quick    *pool
	strong   *pool
	listed   map[string]bool
	checking *Queue // players that are made only to validate a specification, one at a time
	priority priority
	closing  context.Context // ends with the scheduler, not with a request
	stop     context.CancelCauseFunc
}

// NewScheduler returns a scheduler; [Scheduler.Close] frees it.
func NewScheduler(o Options) *Scheduler {
	each := Share{Places: o.PerClient}
	s := &Scheduler{
		// Few more quick moves at once than there are processors: each is done in milliseconds.
		Quick:  NewQueue(2*o.Thinking, quickWaiting, Share{Places: quickPerShare * o.PerClient}),
		Strong: NewQueue(o.Thinking, o.Thinking*strongWaiting, each),
		Analyses: NewQueue(max(o.Thinking, analysesAtOnce), analysesWaiting,
			Share{AtOnce: analysesAtOnce, Places: o.PerClient}),
		Jobs:     NewQueue(jobsAtOnce, jobsWaiting, Share{}),
		Lessons:  NewQueue(lessonsAtOnce, lessonsWaiting, Share{}),
		Watchers: NewQueue(watchersAtOnce, 0, Share{Places: watchersPerShare * o.PerClient}),
		options:  o,
		quick:    &pool{make: o.Players, log: o.Logger, most: quickIdle},
		strong:   &pool{make: o.Players, log: o.Logger, most: strongIdle},
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

// Queues returns the queues by name.
func (s *Scheduler) Queues() map[string]*Queue {
	return map[string]*Queue{
		"light": s.Quick, "heavy": s.Strong, "analysis": s.Analyses, "job": s.Jobs, "lesson": s.Lessons,
		"watch": s.Watchers,
	}
}

// Closing is a context that ends, with the cause [ErrClosing], when the scheduler is closed.
func (s *Scheduler) Closing() context.Context { return s.closing }

// Close ends all work and closes the idle players. Players that still think are closed when they end.
func (s *Scheduler) Close() error {
	s.stop(ErrClosing)
	return errors.Join(s.quick.close(), s.strong.close())
}

// Processors returns the value of runtime.GOMAXPROCS that suits a server on a machine with so many cores: one for each
// search that may take long, and one for each core besides. Go lets a search run for ten milliseconds before another
// goroutine gets its processor, and polls the network as rarely while all processors are taken, so that a request would
// wait at every step. The operating system prefers threads that wake up (experiment 062).
func Processors(cores int) int {
	strong, analyses, job := cores, max(cores, analysesAtOnce), cores
	return cores + strong + analyses + job + lessonsAtOnce
}

// joined returns a context that also ends, with [ErrClosing], when the scheduler is closed. release frees it.
func (s *Scheduler) joined(ctx context.Context) (joined context.Context, release func()) {
	joined, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.closing, func() { cancel(ErrClosing) })
	return joined, func() {
		stop()
		cancel(nil)
	}
}

// Wait waits for the turn of a ticket, at most as long as a move may take: then the error is [ErrBusy].
func (s *Scheduler) Wait(ctx context.Context, t *Ticket) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.options.MaxThink, ErrBusy)
	defer cancel()
	return t.Wait(ctx, nil)
}

// longestLesson limits one search of the classroom.
const longestLesson = 10 * time.Second

// LessonTime is how long a search of the classroom may take.
func (s *Scheduler) LessonTime() time.Duration { return min(longestLesson, s.options.MaxThink) }

// Run runs do for a client behind a queue, within [Scheduler.LessonTime], and ends its context when ctx ends or the
// scheduler is closed. The error is that of the queue, [ErrTimeout], the cause of the end of ctx, or the error of do.
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
