package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

const (
	// Past the time on its clock, for a player that does not read it.
	lateness = time.Second
	// When to ask again after 503.
	retrySeconds = "2"
)

// thinker lets players choose moves for requests, within bounds.
type thinker struct {
	light, heavy   lane
	analyses, jobs *gate
	rush           rush // what else there is to do stands back for quick moves
	make           func(spec string) (player.Player, error)
	listed         map[string]bool // specifications known to be right
	checking       *gate           // one player at a time is made only to see whether its specification is right
	maxThink       time.Duration
	log            *slog.Logger
	thought        func(quick bool, took time.Duration) // is told of each choice; may be nil
	closing        context.Context                      //nolint:containedctx // ends with the thinker, not with a request
	stop           context.CancelCauseFunc
}

func newThinker(o Options) *thinker {
	t := &thinker{
		light:    lightLane(o),
		heavy:    heavyLane(o),
		analyses: analysisGate(o),
		jobs:     newGate(jobsAtOnce, jobsWaiting),
		make:     o.Players,
		listed:   map[string]bool{},
		checking: newGate(1, 0),
		maxThink: o.MaxThink,
		log:      o.Logger,
	}
	for _, info := range o.Offered {
		t.listed[info.Spec] = true
	}
	work := context.Background()
	if o.Poll != nil {
		work = search.Polling(work, o.Poll)
	}
	t.closing, t.stop = context.WithCancelCause(work)
	return t
}

// close ends all thinking and closes the idle players; those that still think are closed when they end.
func (t *thinker) close() error {
	t.stop(errClosing)
	return errors.Join(t.light.pool.close(), t.heavy.pool.close())
}

// Why thinking ended before there was a move.
var (
	errLate    = errors.New("the time for a move has run out")
	errClosing = errors.New("the server is closing")
	errBusy    = errors.New("too many ask at once")
	errCrowded = errors.New("too many look on")
	errGreedy  = errors.New("the client has its share")
)

// seat is a request's right to let a player think, now or after some waiting; it is left exactly once.
type seat struct {
	thinker *thinker
	lane    lane
	turn    *turn
	spec    player.Spec
	quick   bool
	clock   player.Clock // of the game, if it has one
}

// admit gives a request a seat. Its errors are problems: a player that does not exist or that the web may not use, or too many requests.
func (t *thinker) admit(ctx context.Context, text string) (*seat, error) {
	spec, err := t.known(ctx, text)
	if err != nil {
		return nil, err
	}
	s := &seat{thinker: t, lane: t.heavy, spec: spec, quick: isLight(spec)}
	if s.quick {
		s.lane = t.light
	}
	if s.turn, err = s.lane.gate.join(clientOf(ctx)); err != nil {
		return nil, asProblem(err)
	}
	return s, nil
}

func (s *seat) leave() { s.turn.leave() }

// known is the specification of a player that exists and that the web may use. Its errors are problems.
func (t *thinker) known(ctx context.Context, text string) (player.Spec, error) {
	spec, err := player.ParseSpec(text)
	if err == nil {
		err = allowed(spec)
	}
	if err != nil {
		return spec, unprocessable("%v", err)
	}
	if t.listed[spec.Text] || t.light.pool.has(spec.Text) || t.heavy.pool.has(spec.Text) {
		return spec, nil
	}
	turn, err := t.checking.join(clientOf(ctx))
	if err != nil {
		return spec, asProblem(err)
	}
	defer turn.leave()
	if err := turn.enter(ctx, nil); err != nil {
		return spec, asProblem(err)
	}
	p, err := t.make(spec.Text)
	if err != nil {
		return spec, unprocessable("%v", err)
	}
	if err := p.Close(); err != nil {
		t.log.ErrorContext(ctx, "closing a player", "player", spec.Text, "err", err)
	}
	return spec, nil
}

// choose waits for its turn and lets the player choose in the present position of g, telling progress on the way. Its errors are
// problems.
func (s *seat) choose(ctx context.Context, g *record.Game, progress func(player.Answer)) (player.Answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.thinker.closing, func() { cancel(errClosing) })()
	began := time.Now()
	if s.quick {
		defer s.thinker.rush.begin()()
	} else {
		ctx = search.Polling(ctx, s.thinker.rush.standBack)
	}
	if err := s.thinker.enter(ctx, s.turn); err != nil {
		return player.Answer{}, asProblem(err)
	}
	defer s.turn.rest()
	choice, err := s.think(ctx, g, progress)
	if err != nil {
		return player.Answer{}, err
	}
	if s.thinker.thought != nil {
		s.thinker.thought(s.quick, time.Since(began))
	}
	return player.NewAnswer(s.spec.Text, g.Position(), choice), nil
}

// enter waits for a turn no longer than one may think.
func (t *thinker) enter(ctx context.Context, at *turn) error {
	ctx, cancel := context.WithTimeoutCause(ctx, t.maxThink, errBusy)
	defer cancel()
	return at.enter(ctx, nil)
}

func (s *seat) think(ctx context.Context, g *record.Game, progress func(player.Answer)) (player.Choice, error) {
	t, p := s.thinker, g.Position()
	ctx, cancel := context.WithTimeoutCause(ctx, t.maxThink+lateness, errLate)
	defer cancel()
	thinking, err := s.lane.pool.take(s.spec.Text)
	if err != nil {
		return player.Choice{}, unprocessable("%v", err)
	}
	report := func(c player.Choice) { progress(player.NewAnswer(s.spec.Text, p, c)) }
	choice, err := guarded(func() (player.Choice, error) {
		return player.Think(ctx, thinking, g, s.bounded(t.maxThink), report)
	})
	if err == nil {
		err = checkChoice(p, choice)
	}
	s.part(thinking, err)
	if err != nil {
		return choice, s.fault(ctx, err)
	}
	return choice, nil
}

// bounded is the clock that the player is shown: the game's, within what the server grants for a move.
func (s *seat) bounded(most time.Duration) player.Clock {
	c := s.clock
	c.Move = most
	return c
}

// part keeps a player for the next request, unless it failed, which leaves it in a state that nobody knows.
func (s *seat) part(p player.Player, fault error) {
	end := func() error { return s.lane.pool.give(s.spec.Text, p) }
	if _, broken := errors.AsType[*playerFault](fault); broken {
		end = p.Close
	}
	if err := end(); err != nil {
		s.thinker.log.Error("closing a player", "player", s.spec.Text, "err", err)
	}
}

// playerFault is a mistake of a player: it panicked or chose what the rules do not allow.
type playerFault struct {
	what  string
	stack []byte
}

// Error says what the player did.
func (f *playerFault) Error() string { return f.what }

// guarded turns a panic into an error, so that one player's mistake is one request's failure.
func guarded(think func() (player.Choice, error)) (c player.Choice, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = &playerFault{fmt.Sprint("panic: ", fault), debug.Stack()}
		}
	}()
	return think()
}

func checkChoice(p othello.Position, c player.Choice) error {
	if err := p.Check(c.Move); err != nil {
		return &playerFault{what: fmt.Sprintf("illegal choice in %s: %v", p, err)}
	}
	return nil
}

// fault is the problem that a client is told when a player did not choose.
func (s *seat) fault(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	broken, isBroken := errors.AsType[*playerFault](err)
	switch {
	case isBroken:
		s.thinker.log.ErrorContext(ctx, "player failed", "player", s.spec.Text, "err", err, "stack", string(broken.stack))
	case errors.Is(cause, errLate):
		return problem(http.StatusGatewayTimeout, fmt.Sprintf(
			"%s found no move in the %v that the server grants: choose a smaller depth or level", clip(s.spec.Text), s.thinker.maxThink))
	case cause != nil:
		return asProblem(cause)
	default:
		s.thinker.log.ErrorContext(ctx, "player failed", "player", s.spec.Text, "err", err)
	}
	return problem(http.StatusInternalServerError, clip(s.spec.Text)+" failed to choose a move; the server's log says why")
}

// asProblem is what a client is told when it had no turn to think.
func asProblem(cause error) error {
	retry := http.Header{"Retry-After": {retrySeconds}}
	switch {
	case errors.Is(cause, errBusy):
		return huma.ErrorWithHeaders(problem(http.StatusServiceUnavailable, "the server is thinking about too many games: ask again in a moment"), retry)
	case errors.Is(cause, errGreedy):
		return huma.ErrorWithHeaders(problem(http.StatusTooManyRequests, "as much as one client may ask for at once is at work already: wait for an answer"), retry)
	case errors.Is(cause, errCrowded):
		return huma.ErrorWithHeaders(problem(http.StatusServiceUnavailable, "too many are watching tournaments: ask again in a moment"), retry)
	case errors.Is(cause, errClosing):
		return huma.ErrorWithHeaders(problem(http.StatusServiceUnavailable, "the server is closing: ask again when it is back"), retry)
	}
	return problem(statusLeft, "the client left")
}
