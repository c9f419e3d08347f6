package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// ErrBroken is the error of a run that was interrupted. The tournament can be resumed.
var ErrBroken = errors.New("the tournament is not finished: resume it")

// Watch holds callbacks for the games of a tournament. Both may be nil. They are called by one goroutine at a time.
type Watch struct {
	Began func(game, black, white int)           // players are numbered from 0
	Ended func(e *Event, g store.TournamentGame) // called after g has been stored; may call e.Standings
}

// Run plays the remaining games of the tournament round by round, Concurrency games at a time. When drain is closed,
// running games are finished, no more are begun, and the error is [ErrBroken]. When ctx ends, running games are
// aborted, and the error is that of ctx. Finished games are stored in both cases. A fault of a player loses the game
// and is not an error.
func (e *Event) Run(ctx context.Context, drain <-chan struct{}, known Make, watch Watch) error {
	n := e.Concurrency
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, n)
	for i := range workers {
		workers[i] = &worker{event: e, known: known, watch: watch}
	}
	defer func() {
		for _, d := range workers {
			d.close()
		}
	}()
	for {
		var working sync.WaitGroup
		for _, d := range workers {
			working.Go(func() { d.work(ctx, drain) })
		}
		working.Wait()
		switch more, err := e.nextRound(ctx); {
		case err != nil:
			return err
		case !more:
			return e.end(ctx)
		}
	}
}

// Rehearse plays the remaining games by Remote as [Event.Run] does, in a copy of the tournament. It stores nothing and
// does not change e. Its errors are those of Run.
func (e *Event) Rehearse(ctx context.Context) error {
	e.mu.Lock()
	r := &Event{
		plan: e.plan, ID: e.ID, Remote: e.Remote, openings: e.openings, pairings: slices.Clone(e.pairings),
		results: e.results.clone(),
	}
	e.mu.Unlock()
	known := func(string) (player.Player, error) { return nil, errors.New("a rehearsal makes no players") }
	return r.Run(ctx, nil, known, Watch{})
}

// nextRound draws the next round if all games are finished, and reports whether there is one.
func (e *Event) nextRound(ctx context.Context) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.failure != nil:
		return false, e.failure
	case e.decided():
		return false, nil
	case e.results.finished() < len(e.results.schedule):
		return false, ErrBroken
	}
	round := e.draw(e.pairings, e.results)
	if len(round) == 0 {
		return false, nil
	}
	if e.store != nil {
		if err := e.store.AddPairings(ctx, e.ID, round); err != nil {
			return false, err
		}
	}
	e.addRound(round)
	return true, nil
}

// decided reports whether the test has reached a verdict.
func (e *Event) decided() bool {
	return e.test != nil && e.results.advance(*e.test).verdict != stats.Undecided
}

func (e *Event) end(ctx context.Context) error {
	if e.store == nil {
		return nil
	}
	outcome, err := json.Marshal(e.Standings())
	if err != nil {
		return err
	}
	return e.store.EndTournament(ctx, e.ID, string(outcome))
}

// nextGame returns the next game to play; ok is false if no more games are to be begun.
func (e *Event) nextGame(ctx context.Context, drain <-chan struct{}) (s slot, ok bool) {
	select {
	case <-drain:
		return s, false
	default:
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if ctx.Err() != nil || e.failure != nil || e.decided() {
		return s, false
	}
	for e.next < len(e.results.schedule) && e.results.done(e.next) {
		e.next++
	}
	if e.next == len(e.results.schedule) {
		return s, false
	}
	s = e.results.schedule[e.next]
	e.next++
	return s, true
}

// finish stores a game and counts it. The game is stored even if ctx has ended meanwhile. A rehearsal stores nothing.
func (e *Event) finish(ctx context.Context, g store.TournamentGame, watch Watch) error {
	added, err := true, error(nil)
	if e.store != nil {
		added, err = e.store.AddTournamentGame(context.WithoutCancel(ctx), e.ID, g)
	}
	switch {
	case err != nil:
		return err
	case !added:
		return fmt.Errorf("game %d of tournament %d is already stored: another program is playing this tournament",
			g.Number, e.ID)
	}
	e.mu.Lock()
	e.add(g)
	e.mu.Unlock()
	if watch.Ended != nil {
		e.watching.Lock()
		defer e.watching.Unlock()
		watch.Ended(e, g)
	}
	return nil
}

// add counts a stored game.
func (e *Event) add(g store.TournamentGame) {
	opening := e.openings[g.Opening%len(e.openings)]
	e.results.add(g, opening.Position().Turn)
}

func (e *Event) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.failure == nil {
		e.failure = err
	}
}
