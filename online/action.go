package online

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
)

// Action is an event that a player requests.
type Action struct {
	Kind Kind
	Ply  int    // of a [Move]: the number of plies before it, so that a repeated request has no effect
	Move string // the square of a [Move]
	Name string // of the guest, for [Join]
}

// Do applies an action of the holder of a key and returns the state after it. The event is stored before Do returns.
func (g *Games) Do(ctx context.Context, id, key string, a Action) (View, error) {
	person, err := g.PersonOf(id, key)
	if err == nil && person == Viewer {
		err = ErrKey
	}
	if err != nil {
		return View{}, err
	}
	r, err := g.find(id)
	if err != nil {
		return View{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := g.now()
	switch {
	case r.deleted:
		return View{}, ErrNotFound
	case !r.budget[person].take(now):
		return View{}, ErrRate
	case a.Kind == Time || a.Kind == Resume:
		return View{}, fmt.Errorf("%w action %q", ErrInvalid, a.Kind)
	case a.Kind == Join && person == Guest && r.game.joined, a.Kind == Move && r.repeats(person, a):
		return r.view(now), nil // the client did not receive the first response
	}
	if err := g.flag(ctx, r, now); err != nil {
		return View{}, err
	}
	if a.Kind == Move && r.game.Playing() && a.Ply != len(r.game.moves.Moves) {
		return View{}, ErrChanged
	}
	e := Event{Kind: a.Kind, By: person, At: now.UnixMilli()}
	switch a.Kind {
	case Move:
		e.Move = a.Move
	case Join:
		e.Name = CleanName(a.Name)
	default:
	}
	if err := g.append(ctx, r, e); err != nil {
		return View{}, err
	}
	g.changed(r)
	return r.view(now), nil
}

// repeats reports whether a player has played the move already.
func (r *room) repeats(person Person, a Action) bool {
	played := &r.game.moves
	if a.Ply < r.game.given() || a.Ply >= len(played.Moves) {
		return false
	}
	p := played.PositionAt(a.Ply)
	m, err := p.Size.Parse(a.Move)
	return err == nil && m == played.Moves[a.Ply] && p.Turn == r.game.Colour(person)
}

// append applies an event to a copy of the game, stores it, and replaces the game. The caller holds the lock of r, or
// is the only user.
func (g *Games) append(ctx context.Context, r *room, e Event) error {
	next := r.game.clone()
	if err := next.Apply(e); err != nil {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	// A client that disconnects must not leave an event stored but not applied.
	ctx = context.WithoutCancel(ctx)
	var finished *store.Game
	if next.end != nil && r.game.end == nil {
		row := next.row(r.id)
		finished = &row
	}
	if err := g.store.AddOnlineEvent(ctx, r.id, next.events, string(text), finished); err != nil {
		return fmt.Errorf("online game %s: %w", r.id, err)
	}
	r.game = next
	return nil
}

// clone returns a copy that does not share its lists with g.
func (g *Game) clone() *Game {
	c := *g
	c.moves.Moves, c.took = slices.Clone(g.moves.Moves), slices.Clone(g.took)
	if g.request != nil {
		request := *g.request
		c.request = &request
	}
	return &c
}

// row returns the finished round for the record of games.
func (g *Game) row(id string) store.Game {
	p := g.moves.Position()
	row := store.Game{
		ID: fmt.Sprintf("online-%s-%d", id, g.round), Size: int(p.Size), Moves: g.moves.Transcript(),
		Black: store.Human, White: store.Human, Mixed: g.mixed, ScoreBlack: g.end.ScoreBlack,
		DiscsBlack: p.Count(othello.Black), DiscsWhite: p.Count(othello.White), Ended: g.end.How,
	}
	if setup, ok := othello.SetupOf(g.setup.Start); ok {
		row.Start = setup.String()
	} else {
		row.Position = g.setup.Start.String()
	}
	return row
}

// take reports whether the player may act, and counts the action if so.
func (b *budget) take(now time.Time) bool {
	if b.then.IsZero() {
		*b = budget{MaxBurst, now}
	}
	passed := float64(max(0, now.Sub(b.then))) / float64(ActionTime)
	*b = budget{min(MaxBurst, b.left+passed), now}
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// flag ends the round if the side to move has lost on time. The caller holds the lock of r.
func (g *Games) flag(ctx context.Context, r *room, now time.Time) error {
	if !r.game.late(now) {
		return nil
	}
	if err := g.append(ctx, r, Event{Kind: Time, At: now.UnixMilli()}); err != nil {
		return err
	}
	g.changed(r)
	return nil
}

// changed informs the subscribers and sets the timer for the next deadline. The caller holds the lock of r.
func (g *Games) changed(r *room) {
	r.notify()
	g.schedule(r)
}

// schedule sets the timer for the deadline of the side to move.
func (g *Games) schedule(r *room) {
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
	deadline, ok := r.game.Deadline()
	if !ok {
		return
	}
	// Events have times in milliseconds, so the timer must not end within the last one.
	g.wake(r, max(0, deadline.Sub(g.now()))+time.Millisecond)
}

func (g *Games) wake(r *room, wait time.Duration) {
	r.stop = g.clock.After(wait, func() { g.timeOut(r) })
}

// now returns the time in the precision of events.
func (g *Games) now() time.Time { return time.UnixMilli(g.clock.Now().UnixMilli()) }

// retryTime is the time after which a failed change of the database is tried again.
const retryTime = 5 * time.Second

// timeOut ends a round after its deadline.
func (g *Games) timeOut(r *room) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.deleted {
		return
	}
	ctx := context.Background()
	switch _, runs := r.game.Deadline(); {
	case !r.game.late(g.now()) && runs:
		g.schedule(r) // the clock of the machine was set back
	default:
		if err := g.flag(ctx, r, g.now()); err != nil {
			g.log.ErrorContext(ctx, "storing a loss on time", "id", r.id, "err", err)
			g.wake(r, retryTime)
		}
	}
}
