package work

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

// TournamentLimits bound the tournaments of a server.
type TournamentLimits struct {
	match.Limits

	Open      int           // queued, running and paused tournaments
	PerClient int           // those of one client
	Running   time.Duration // total running time of a tournament
	Move      time.Duration // time of a move; the default is Options.MaxThink
}

// Limits of tournaments on a server.
const (
	tournamentPlayers   = 16
	tournamentGames     = 10_000
	tournamentOpenings  = 1000
	tournamentTime      = 24 * time.Hour
	tournamentInstances = 32 // 2 GB of tables at most
	tournamentsOpen     = 20
	tournamentsEach     = 5
	tournamentsChecking = 8 // requests that wait for the check of another tournament
)

// UsualTournamentLimits returns the limits of a server with the given number of processors. Half of them play.
func UsualTournamentLimits(cores int) TournamentLimits {
	return TournamentLimits{
		Limits: match.Limits{
			Players: tournamentPlayers, Games: tournamentGames, Openings: tournamentOpenings, Time: tournamentTime,
			Concurrency: cores, Usual: max(1, cores/2), Instances: tournamentInstances,
		},
		Open: tournamentsOpen, PerClient: tournamentsEach, Running: tournamentTime,
	}
}

// Tournaments runs the tournaments of a store that were started on the page, one after another in the order of their
// ids. All state that must outlive the process is in the store.
type Tournaments struct {
	*runner

	scheduler *Scheduler
	store     *store.Store
	limits    TournamentLimits
	checking  *Queue // tournaments are checked and stored one at a time

	mu      sync.Mutex
	id      int64                   // the running tournament; 0: none
	stop    context.CancelCauseFunc // ends the running tournament
	clients map[int64]string        // clients of the open tournaments that were started since the program's start
}

// Errors of runs, which the page shows.
var (
	errTournamentTime = errors.New("the tournament has used up the running time that this server allows")
	errTournamentRun  = errors.New("the tournament was interrupted by an error; see the server's log")
	// ErrTournamentState is the error of a change that the state of a tournament does not permit.
	ErrTournamentState = errors.New("the state of the tournament does not permit this")
)

// NewTournaments returns the tournaments of a store. [Tournaments.Resume] starts the open ones.
func NewTournaments(s *Scheduler, kept *store.Store, limits TournamentLimits) *Tournaments {
	if limits.Move == 0 {
		limits.Move = s.options.MaxThink
	}
	t := &Tournaments{
		scheduler: s, store: kept, limits: limits, clients: map[int64]string{},
		checking: NewQueue(1, tournamentsChecking, Share{AtOnce: 1, Places: 2}),
	}
	t.runner = &runner{
		closing: s.closing, log: s.options.Logger, what: "tournaments", next: t.runNext, intervals: usualIntervals(),
	}
	return t
}

// Limits returns the limits.
func (t *Tournaments) Limits() TournamentLimits { return t.limits }

// Resume continues the tournaments that were open when the program ended.
func (t *Tournaments) Resume() { t.wake() }

// Close waits until the running tournament is interrupted. Closing the [Scheduler] first interrupts it. Open
// tournaments continue at the next start.
func (t *Tournaments) Close() { t.close() }

// Start stores a tournament of a client and runs it after those before it. The error is a [*SpecError], a
// [*match.LimitError] or a [*match.Unplayable] for an invalid description, [ErrClientLimit] or [ErrBusy] if too many
// tournaments are open, or that of the store.
func (t *Tournaments) Start(ctx context.Context, client string, wanted match.Tournament) (store.Tournament, error) {
	ticket, err := t.checking.Join(client)
	if err != nil {
		return store.Tournament{}, err
	}
	defer ticket.Leave()
	ctx, release := t.scheduler.joined(ctx)
	defer release()
	if err := t.scheduler.Wait(ctx, ticket); err != nil {
		return store.Tournament{}, err
	}
	prepared, err := t.prepare(ctx, client, wanted)
	if err != nil {
		return store.Tournament{}, err
	}
	if err := t.admit(ctx, client); err != nil {
		return store.Tournament{}, err
	}
	row, err := prepared.Queue(ctx, t.store)
	if err != nil {
		return row, err
	}
	t.mu.Lock()
	t.clients[row.ID] = client
	t.mu.Unlock()
	t.wake()
	return row, nil
}

// prepare checks a tournament and makes its openings.
func (t *Tournaments) prepare(ctx context.Context, client string, wanted match.Tournament) (*match.Prepared, error) {
	limited, err := t.limits.Apply(wanted)
	if err != nil {
		if _, beyond := errors.AsType[*match.LimitError](err); !beyond {
			err = &match.Unplayable{Err: err}
		}
		return nil, err
	}
	for _, spec := range limited.Players {
		if _, err := t.scheduler.Spec(ctx, client, spec); err != nil {
			return nil, err
		}
	}
	return match.Prepare(ctx, limited, t.make)
}

// admit returns an error if too many tournaments are open.
func (t *Tournaments) admit(ctx context.Context, client string) error {
	open, err := t.store.OpenRuns(ctx)
	if err != nil {
		return err
	}
	if len(open) >= t.limits.Open {
		return ErrBusy
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := 0
	for _, id := range open {
		if t.clients[id] == client {
			mine++
		}
	}
	if mine >= t.limits.PerClient {
		return ErrClientLimit
	}
	return nil
}

// Pause interrupts a queued or running tournament. Interrupted games are played again when it continues. The error is
// [ErrTournamentState], or that of the store.
func (t *Tournaments) Pause(ctx context.Context, id int64) error {
	return t.change(ctx, id, store.RunPaused, store.RunQueued, store.RunRunning)
}

// Continue puts a paused or failed tournament into the queue again. The error is that of [Tournaments.Pause].
func (t *Tournaments) Continue(ctx context.Context, id int64) error {
	return t.change(ctx, id, store.RunQueued, store.RunPaused, store.RunFailed)
}

// Cancel ends an open or failed tournament. The error is that of [Tournaments.Pause].
func (t *Tournaments) Cancel(ctx context.Context, id int64) error {
	return t.change(ctx, id, store.RunCancelled, store.RunQueued, store.RunRunning, store.RunPaused, store.RunFailed)
}

func (t *Tournaments) change(ctx context.Context, id int64, to store.RunState, from ...store.RunState) error {
	changed, err := t.store.SetRun(ctx, id, to, "", from...)
	switch {
	case err != nil:
		return err
	case !changed:
		return ErrTournamentState
	case to == store.RunQueued:
		t.wake()
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.id == id {
		t.stop(context.Canceled)
	}
	return nil
}

// runNext runs the first open tournament until it ends or is interrupted. The error is one of the store.
func (t *Tournaments) runNext() error {
	id, err := t.store.NextRun(t.closing)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(search.Polling(t.closing, t.scheduler.priority.yield))
	defer stop(nil)
	t.begin(id, stop)
	defer t.begin(0, nil)
	if started, err := t.store.SetRun(ctx, id, store.RunRunning, "", store.RunQueued, store.RunRunning); !started {
		return err // nil if the tournament was paused or cancelled meanwhile
	}
	failure := t.run(ctx, id)
	if ctx.Err() != nil {
		return nil // paused or cancelled, or the server closes; the store has the state
	}
	to, text := store.RunDone, ""
	if failure != nil {
		t.log.Error("tournament", "id", id, "err", failure)
		to, text = store.RunFailed, errTournamentRun.Error()
	}
	if errors.Is(failure, errTournamentTime) {
		text = errTournamentTime.Error()
	}
	_, err = t.store.SetRun(ctx, id, to, text, store.RunRunning)
	return err
}

func (t *Tournaments) begin(id int64, stop context.CancelCauseFunc) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.id, t.stop = id, stop
}

// run plays the remaining games of a tournament. A panic fails this tournament only.
func (t *Tournaments) run(ctx context.Context, id int64) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			t.log.Error("tournament panicked", "id", id, "panic", fault, "stack", string(debug.Stack()))
			err = errTournamentRun
		}
	}()
	row, err := t.store.Tournament(ctx, id)
	if err != nil || !row.Ended.IsZero() { // kaeshi match --resume may have played the rest
		return err
	}
	event, err := match.Resume(ctx, t.store, id)
	if err != nil {
		return err
	}
	left := t.limits.Running - row.Run.Spent
	timed, cancel := context.WithTimeoutCause(ctx, left, errTournamentTime)
	defer cancel()
	const step = 10 * time.Second // between updates of the stored running time
	last := time.Now()
	spend := func() error {
		now := time.Now()
		spent := now.Sub(last)
		last = now
		return t.store.SpendRun(context.WithoutCancel(ctx), id, spent)
	}
	err = event.Run(timed, nil, t.make, match.Watch{Ended: func(*match.Event, store.TournamentGame) {
		if time.Since(last) >= step {
			_ = spend() // the next update reports a lasting error
		}
	}})
	if ctx.Err() == nil && errors.Is(context.Cause(timed), errTournamentTime) {
		err = errTournamentTime
	}
	return errors.Join(err, spend())
}

// make makes a player whose moves are limited.
func (t *Tournaments) make(spec string) (player.Player, error) {
	p, err := t.scheduler.options.Players(spec)
	if err != nil {
		return nil, err
	}
	return &limitedPlayer{p, t.limits.Move}, nil
}

// limitedPlayer limits the time of each move of a player. A panic of the player is an error of the move.
type limitedPlayer struct {
	player.Player

	most time.Duration
}

// Choose chooses a move.
func (p *limitedPlayer) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	if c.Move == 0 || c.Move > p.most {
		c.Move = p.most
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.most+lateness, ErrTimeout)
	defer cancel()
	choice, err := recovered(func() (player.Choice, error) { return p.Player.Choose(limited, g, c) })
	if err != nil && ctx.Err() == nil && errors.Is(context.Cause(limited), ErrTimeout) {
		err = &TimeoutError{p.Name(), p.most}
	}
	return choice, err
}

// Seed seeds the player.
func (p *limitedPlayer) Seed(seed uint64) {
	if s, ok := p.Player.(player.Seeder); ok {
		s.Seed(seed)
	}
}

// Prepare prepares the player for a move.
func (p *limitedPlayer) Prepare(c player.Clock) {
	if s, ok := p.Player.(player.Preparer); ok {
		s.Prepare(c)
	}
}
