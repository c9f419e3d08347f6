package online

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// Limits of a server.
const (
	MaxGames    = 500 // stored games, finished ones included
	MaxViewers  = 50  // event streams of one game that do not belong to its players
	MaxPerKey   = 4   // event streams of one player; a further one ends the oldest
	WaitingTime = 24 * time.Hour
	IdleTime    = 7 * 24 * time.Hour // after the last event of a game that the guest has joined
	// A player may send MaxBurst actions at once, and one more for each ActionTime.
	MaxBurst   = 20
	ActionTime = 250 * time.Millisecond
)

// Errors of [Games], besides those of [Game.Apply].
var (
	ErrNotFound = errors.New("there is no such game")
	ErrKey      = errors.New("the key does not belong to a player of this game")
	ErrFull     = errors.New("the server holds too many games")
	ErrViewers  = errors.New("too many viewers watch this game")
	ErrRate     = errors.New("too many actions in a short time")
	ErrChanged  = errors.New("the game has changed")
	ErrClosed   = errors.New("the server is closing")
)

// Clock is the time of the games. Tests replace it.
type Clock struct {
	Now func() time.Time
	// After calls a function after a time, unless stop is called before.
	After func(time.Duration, func()) (stop func() bool)
}

// SystemClock returns the clock of the machine.
func SystemClock() Clock {
	return Clock{time.Now, func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}
}

// Games holds the games of a server. It is safe for concurrent use.
type Games struct {
	store *store.Store
	clock Clock
	log   *slog.Logger

	mu     sync.Mutex
	games  map[string]*room
	closed bool
}

// room is a game with its keys and subscribers.
type room struct {
	id      string
	hashes  [2][]byte
	mu      sync.Mutex
	game    *Game
	deleted bool
	stop    func() bool // stops the timer of the deadline; nil: none runs
	streams []*Subscription
	budget  [2]budget
}

// budget is the number of actions that a player had left at a time.
type budget struct {
	left float64
	then time.Time
}

// Open returns the games of a database. The clocks of games in progress begin their current move again, as the time
// without a server counts for neither side.
func Open(ctx context.Context, s *store.Store, clock Clock, log *slog.Logger) (*Games, error) {
	g := &Games{store: s, clock: clock, log: log, games: map[string]*room{}}
	rows, err := s.OnlineGames(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		r, err := restore(row)
		if err != nil {
			log.ErrorContext(ctx, "reading an online game", "id", row.ID, "err", err)
			continue
		}
		g.games[r.id] = r
		if _, runs := r.game.Deadline(); runs {
			if err := g.append(ctx, r, Event{Kind: Resume, At: g.now().UnixMilli()}); err != nil {
				return nil, err
			}
		}
		g.schedule(r)
	}
	return g, nil
}

// stored is the JSON form of a [Setup].
type stored struct {
	Start   string   `json:"start"`
	Opening []string `json:"opening,omitempty"`
	Clock   string   `json:"clock"`
	Colour  string   `json:"colour"`
	Name    string   `json:"name,omitempty"`
}

func restore(row store.OnlineGame) (*room, error) {
	var s stored
	if err := json.Unmarshal([]byte(row.Setup), &s); err != nil {
		return nil, err
	}
	start, err := othello.Parse(s.Start)
	if err != nil {
		return nil, err
	}
	control, err := player.ParseControl(s.Clock)
	if err != nil {
		return nil, err
	}
	setup := Setup{Start: start, Control: control}
	if s.Colour == othello.White.String() {
		setup.Colour = othello.White
	}
	for _, name := range s.Opening {
		m, err := start.Size.Parse(name)
		if err != nil {
			return nil, err
		}
		setup.Opening = append(setup.Opening, m)
	}
	r := &room{id: row.ID, hashes: row.Keys}
	if r.game, err = New(setup, s.Name, row.Created); err != nil {
		return nil, err
	}
	for _, text := range row.Events {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			return nil, err
		}
		if err := r.game.Apply(e); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Create stores a new game and returns its id and the keys of the creator and the guest.
func (g *Games) Create(ctx context.Context, s Setup, name string) (id string, keys [2]string, err error) {
	now := g.now()
	game, err := New(s, name, now)
	if err != nil {
		return "", keys, err
	}
	g.expire(ctx, now)
	text, err := json.Marshal(stored{
		s.Start.String(), s.Start.Size.NamesOf(s.Opening), s.Control.String(), s.Colour.String(), game.names[Creator],
	})
	if err != nil {
		return "", keys, err
	}
	r := &room{id: newID(), game: game}
	for i := range keys {
		keys[i] = newKey()
		r.hashes[i] = hashOf(keys[i])
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed:
		return "", keys, ErrClosed
	case len(g.games) >= MaxGames:
		return "", keys, ErrFull
	}
	row := store.OnlineGame{ID: r.id, Keys: r.hashes, Setup: string(text), Created: now}
	if err := g.store.AddOnlineGame(ctx, row); err != nil {
		return "", keys, err
	}
	g.games[r.id] = r
	return r.id, keys, nil
}

// find returns a game that has not expired.
func (g *Games) find(id string) (*room, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r := g.games[id]
	switch {
	case g.closed:
		return nil, ErrClosed
	case r == nil || r.expired(g.now()):
		return nil, ErrNotFound
	}
	return r, nil
}

// expired reports whether the game has been idle for too long.
func (r *room) expired(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	limit := IdleTime
	if !r.game.joined {
		limit = WaitingTime
	}
	return now.Sub(r.game.last) >= limit
}

// expire deletes the games that have been idle for too long.
func (g *Games) expire(ctx context.Context, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, r := range g.games {
		if !r.expired(now) {
			continue
		}
		if err := g.store.DeleteOnlineGame(ctx, id); err != nil {
			g.log.ErrorContext(ctx, "deleting an idle online game", "id", id, "err", err)
			continue
		}
		delete(g.games, id)
		r.close()
	}
}

// View returns the state of a game.
func (g *Games) View(id string) (View, error) {
	r, err := g.find(id)
	if err != nil {
		return View{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.view(g.now()), nil
}

// view returns the state with the subscribers. The caller holds mu.
func (r *room) view(now time.Time) View {
	v := r.game.View(now)
	v.ID = r.id
	for _, s := range r.streams {
		if s.person == Viewer {
			v.Viewers++
		} else {
			v.Here[s.person] = true
		}
	}
	return v
}

// PersonOf returns the role of the holder of a key. Without a key, it is [Viewer]. The error is [ErrKey] for any other
// key, also for the key of another game.
func (g *Games) PersonOf(id, key string) (Person, error) {
	r, err := g.find(id)
	if err != nil || key == "" {
		return Viewer, err
	}
	if p, ok := personOf(r.hashes, key); ok {
		return p, nil
	}
	return Viewer, ErrKey
}

// Close ends all subscriptions and timers. Later calls return [ErrClosed].
func (g *Games) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for _, r := range g.games {
		r.close()
	}
}
