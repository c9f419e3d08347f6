package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/internal/splitmix"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// worker plays one game at a time with its own players.
type worker struct {
	event   *Event
	known   Make
	watch   Watch
	players map[int]player.Player
}

// work plays games until none is left to begin.
func (d *worker) work(ctx context.Context, drain <-chan struct{}) {
	for {
		s, ok := d.event.nextGame(ctx, drain)
		if !ok {
			return
		}
		play := d.play
		if d.event.Remote != nil {
			play = d.playRemotely
		}
		g, err := play(ctx, s)
		if err == nil {
			err = d.event.finish(ctx, g, d.watch)
		}
		if err != nil {
			d.event.fail(err)
			return
		}
	}
}

// playRemotely has Event.Remote play one game.
func (d *worker) playRemotely(ctx context.Context, s slot) (g store.TournamentGame, err error) {
	a, began := d.event.assignment(s), time.Now()
	f, err := d.event.Remote(ctx, a)
	if err != nil {
		return g, err
	}
	if err := a.Check(f); err != nil {
		return g, fmt.Errorf("game %d: %w", s.number, err)
	}
	return store.TournamentGame{
		Number: s.number, Pairing: s.pairing, Opening: s.opening % len(d.event.openings), Black: s.black,
		White: s.white, Moves: f.Moves, ScoreBlack: f.Score, Reason: f.Reason, Detail: f.Detail, Times: f.Times,
		Began: began, Ended: time.Now(),
	}, nil
}

// play plays one game. The random choices of the players depend on the seed of the tournament and the number of the
// game, and not on earlier games.
func (d *worker) play(ctx context.Context, s slot) (g store.TournamentGame, err error) {
	black, white := d.playerOf(s.black, s.number), d.playerOf(s.white, s.number)
	if d.watch.Began != nil {
		d.event.watching.Lock()
		d.watch.Began(s.number, s.black, s.white)
		d.event.watching.Unlock()
	}
	index := s.opening % len(d.event.openings)
	game := d.event.openings[index]
	game.Moves = slices.Clone(game.Moves)
	game.Black, game.White, game.Event = d.event.Players[s.black], d.event.Players[s.white], d.event.Name
	referee := player.Referee{
		Black: black, White: white, Control: d.event.control, Adjudicate: d.event.judge.referee(),
		Played: d.show(ctx, s, time.Second),
	}
	began := time.Now()
	result, err := referee.Play(ctx, &game)
	if err != nil {
		return g, err
	}
	g = store.TournamentGame{
		Number: s.number, Pairing: s.pairing, Opening: index, Black: s.black, White: s.white, Moves: game.Transcript(),
		ScoreBlack: result.ScoreBlack, Times: micros(result.Spent), Began: began, Ended: time.Now(),
	}
	g.Reason, g.Detail = reasonOf(result)
	if result.Fault != nil {
		d.discard(pick(result.Fault.Side == othello.Black, s.black, s.white))
	}
	return g, nil
}

// micros rounds times to microseconds, the unit in which they are stored. Times above 0 are at least a microsecond.
func micros(spent []time.Duration) []time.Duration {
	for i, d := range spent {
		if d > 0 {
			spent[i] = max(d.Round(time.Microsecond), time.Microsecond)
		}
	}
	return spent
}

func reasonOf(r player.Result) (reason, detail string) {
	switch {
	case r.Fault != nil && errors.Is(r.Fault, player.ErrTime):
		return record.OutOfTime, r.Fault.Error()
	case r.Fault != nil:
		return record.Faulted, r.Fault.Error()
	case r.Adjudicated:
		return record.Adjudicated, ""
	}
	return record.PlayedOut, ""
}

// playerOf returns the player with the number, seeded for a game.
func (d *worker) playerOf(number, game int) player.Player {
	p := d.players[number]
	if p == nil {
		var err error
		if p, err = d.known(d.event.Players[number]); err != nil {
			p = unavailable{d.event.Players[number], err}
		}
		if d.players == nil {
			d.players = map[int]player.Player{}
		}
		d.players[number] = p
	}
	if s, ok := p.(player.Seeder); ok {
		s.Seed(d.event.seed(game, number))
	}
	return p
}

// seed returns the seed of a player in a game.
func (e *Event) seed(game, number int) uint64 {
	return splitmix.Mix(splitmix.Mix(e.Seed) ^ splitmix.Mix(uint64(game)<<16|uint64(number)))
}

// unavailable replaces a player that cannot be made, such as a program that does not start again after a crash. It
// loses the game. The next game tries to make the player again if this one was discarded.
type unavailable struct {
	spec string
	err  error
}

func (a unavailable) Name() string { return a.spec }

func (a unavailable) Close() error { return nil }

func (a unavailable) Choose(context.Context, *record.Game, player.Clock) (player.Choice, error) {
	return player.Choice{}, a.err
}

// discard closes a player, so that a new one is made for its next game.
func (d *worker) discard(number int) {
	_ = d.players[number].Close() // its error does not change the result
	delete(d.players, number)
}

func (d *worker) close() {
	for number := range d.players {
		d.discard(number)
	}
}

// show returns a function that updates the stored board of a game, at most once in every.
func (d *worker) show(ctx context.Context, s slot, every time.Duration) func(*record.Game, player.Choice) {
	last := time.Now()
	return func(g *record.Game, _ player.Choice) {
		if time.Since(last) < every {
			return
		}
		last = time.Now()
		_ = d.event.store.SetTournamentBoard(ctx, d.event.ID, store.TournamentBoard{ // an error only delays the display
			Number: s.number, Black: s.black, White: s.white, Position: g.Start.String(), Moves: g.Transcript(),
		})
	}
}
