package work

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// SpecError reports the spec of a player that does not exist or that clients may not use.
type SpecError struct{ Err error }

// Error describes the error of the spec.
func (e *SpecError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SpecError) Unwrap() error { return e.Err }

// TimeoutError reports that a player chose no move within the limit. It wraps [ErrTimeout].
type TimeoutError struct {
	Player string // spec
	Limit  time.Duration
}

// Error names the player and the limit.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s found no move in %v", e.Player, e.Limit)
}

// Unwrap returns [ErrTimeout].
func (e *TimeoutError) Unwrap() error { return ErrTimeout }

// PlayerError reports that a player failed: it panicked, chose an illegal move or returned an error.
type PlayerError struct {
	Player string // spec
	Err    error
}

// Error names the player and the failure.
func (e *PlayerError) Error() string { return e.Player + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PlayerError) Unwrap() error { return e.Err }

// Admission is a request for a move of a player that a queue has accepted. The caller must call [Admission.Leave].
type Admission struct {
	Clock player.Clock // clock of the game; the zero value means no clock

	scheduler *Scheduler
	pool      *pool
	ticket    *Ticket
	spec      player.Spec
	quick     bool
}

// Admit joins the queue for a move of a player. The error is a [*SpecError] for a player that does not exist or that
// clients may not use, or that of [Queue.Join].
func (s *Scheduler) Admit(ctx context.Context, client, spec string) (*Admission, error) {
	parsed, err := s.Spec(ctx, client, spec)
	if err != nil {
		return nil, err
	}
	a := &Admission{scheduler: s, pool: s.strong, spec: parsed, quick: parsed.Quick()}
	queue := s.Strong
	if a.quick {
		a.pool, queue = s.quick, s.Quick
	}
	if a.ticket, err = queue.Join(client); err != nil {
		return nil, err
	}
	return a, nil
}

// Player returns the spec of the player.
func (a *Admission) Player() string { return a.spec.Text }

// Leave leaves the queue.
func (a *Admission) Leave() { a.ticket.Leave() }

// Spec parses the spec of a player and checks that the player exists and that clients may use it. The errors are those
// of [Scheduler.Admit].
func (s *Scheduler) Spec(ctx context.Context, client, text string) (player.Spec, error) {
	spec, err := player.ParseSpec(text)
	if err == nil {
		err = allowed(spec)
	}
	if err != nil {
		return spec, &SpecError{err}
	}
	if s.listed[spec.Text] || s.quick.has(spec.Text) || s.strong.has(spec.Text) {
		return spec, nil
	}
	ticket, err := s.checking.Join(client)
	if err != nil {
		return spec, err
	}
	defer ticket.Leave()
	if err := ticket.Wait(ctx, nil); err != nil {
		return spec, err
	}
	p, err := s.options.Players(spec.Text)
	if err != nil {
		return spec, &SpecError{err}
	}
	if err := p.Close(); err != nil {
		s.options.Logger.ErrorContext(ctx, "closing a player", "player", spec.Text, "err", err)
	}
	return spec, nil
}

// Choose waits for its turn and lets the player choose a move in p, the last position of g. It calls progress with each
// intermediate answer. The error is a [*TimeoutError], a [*PlayerError], a [*SpecError], or the cause of the end of
// ctx.
func (a *Admission) Choose(
	ctx context.Context, g *record.Game, p othello.Position, progress func(player.Answer),
) (player.Answer, error) {
	s := a.scheduler
	ctx, release := s.joined(ctx)
	defer release()
	began := time.Now()
	if a.quick {
		defer s.priority.begin()()
	} else {
		ctx = search.Polling(ctx, s.priority.yield)
	}
	if err := s.Wait(ctx, a.ticket); err != nil {
		return player.Answer{}, err
	}
	defer a.ticket.Release()
	choice, err := a.think(ctx, g, p, progress)
	if err != nil {
		return player.Answer{}, err
	}
	if s.options.Observe != nil {
		s.options.Observe(a.quick, time.Since(began))
	}
	return player.NewAnswer(a.spec.Text, p, choice), nil
}

func (a *Admission) think(
	ctx context.Context, g *record.Game, p othello.Position, progress func(player.Answer),
) (player.Choice, error) {
	most := a.scheduler.options.MaxThink
	ctx, cancel := context.WithTimeoutCause(ctx, most+lateness, ErrTimeout)
	defer cancel()
	thinking, err := a.pool.get(a.spec.Text)
	if err != nil {
		return player.Choice{}, &SpecError{err}
	}
	clock := a.Clock
	clock.Move = most
	report := func(c player.Choice) { progress(player.NewAnswer(a.spec.Text, p, c)) }
	choice, err := recovered(func() (player.Choice, error) {
		return player.Think(ctx, thinking, g, clock, report)
	})
	if err == nil {
		err = checked(p, choice)
	}
	a.release(thinking, err)
	if err != nil {
		return choice, a.failure(ctx, err)
	}
	return choice, nil
}

// release returns a player to the pool, or closes it after a fault, as its state is then unknown.
func (a *Admission) release(p player.Player, failure error) {
	end := func() error { return a.pool.put(a.spec.Text, p) }
	if _, faulty := errors.AsType[*fault](failure); faulty {
		end = p.Close
	}
	if err := end(); err != nil {
		a.scheduler.options.Logger.Error("closing a player", "player", a.spec.Text, "err", err)
	}
}

// fault is the error of a player that panicked or chose an illegal move.
type fault struct {
	text  string
	stack []byte // of a panic
}

// Error describes the panic or the move.
func (f *fault) Error() string { return f.text }

// recovered calls think and converts a panic to an error, so that it fails one request only.
func recovered(think func() (player.Choice, error)) (c player.Choice, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &fault{fmt.Sprint("panic: ", value), debug.Stack()}
		}
	}()
	return think()
}

func checked(p othello.Position, c player.Choice) error {
	if err := p.Check(c.Move); err != nil {
		return &fault{text: fmt.Sprintf("illegal move in %s: %v", p, err)}
	}
	return nil
}

// failure logs the error of a player and returns the error of the request.
func (a *Admission) failure(ctx context.Context, err error) error {
	log, cause := a.scheduler.options.Logger, context.Cause(ctx)
	f, isFault := errors.AsType[*fault](err)
	switch {
	case isFault:
		log.ErrorContext(ctx, "player failed", "player", a.spec.Text, "err", err, "stack", string(f.stack))
	case errors.Is(cause, ErrTimeout):
		return &TimeoutError{a.spec.Text, a.scheduler.options.MaxThink}
	case cause != nil:
		return cause
	default:
		log.ErrorContext(ctx, "player failed", "player", a.spec.Text, "err", err)
	}
	return &PlayerError{a.spec.Text, err}
}
