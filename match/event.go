package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Make makes a player from its specification. It is called by several goroutines, each of which needs players of its
// own.
type Make func(spec string) (player.Player, error)

// Event is a tournament that is being held. Its methods may be called by several goroutines.
type Event struct {
	plan
	ID int64 // in the store, from 1

	// Elsewhere plays the games, as on a cluster, from several goroutines; nil: this program plays them. It is set
	// before Run. Its error ends the run.
	Elsewhere func(context.Context, Assignment) (Finished, error)

	store    *store.Store
	openings []record.Game

	mu       sync.Mutex
	pairings []store.TournamentPairing
	results  *results
	next     int   // the first game that nobody has taken up
	failure  error // why no more games are begun

	watching sync.Mutex // held while a Watch is told something
}

// Unplayable is the error of [Start] for a tournament that cannot be held as described.
type Unplayable struct {
	Err error // what is wrong with the description
}

// Error is the text of Err.
func (u *Unplayable) Error() string { return u.Err.Error() }

// Unwrap returns Err.
func (u *Unplayable) Unwrap() error { return u.Err }

// Start stores a new tournament with its openings and its first pairings. All players are made once to check them.
// Nothing is stored when the tournament cannot be held as described: the error is an [Unplayable].
func Start(ctx context.Context, s *store.Store, t Tournament, known Make) (*Event, error) {
	if err := t.Check(known); err != nil {
		return nil, &Unplayable{err}
	}
	p, err := t.plan()
	if err != nil {
		return nil, err
	}
	lines, err := openings(ctx, p.Openings, p.Seed)
	if err != nil {
		return nil, err
	}
	pairings := p.draw(nil, newResults(len(p.Players)))
	spec, err := json.Marshal(p.Tournament)
	if err != nil {
		return nil, err
	}
	kept := kept(lines)
	row, err := s.AddTournament(ctx, store.Tournament{Name: p.Name, Spec: string(spec)}, kept, pairings)
	if err != nil {
		return nil, err
	}
	return newEvent(s, row.ID, p, kept, pairings)
}

// Resume is a stored tournament as it stands, finished or not. It fails when s has none with this id or cannot be read.
func Resume(ctx context.Context, s *store.Store, id int64) (*Event, error) {
	e, err := Open(ctx, s, id)
	if err != nil {
		return nil, err
	}
	return e, e.Follow(ctx, func(store.TournamentGame) {})
}

// Open is a stored tournament without its games, which [Event.Follow] counts. It fails as [Resume] does.
func Open(ctx context.Context, s *store.Store, id int64) (*Event, error) {
	row, err := s.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	var t Tournament
	if err := json.Unmarshal([]byte(row.Spec), &t); err != nil {
		return nil, fmt.Errorf("tournament %d: %w", id, err)
	}
	p, err := t.plan()
	if err != nil {
		return nil, fmt.Errorf("tournament %d: %w", id, err)
	}
	kept, err := s.TournamentOpenings(ctx, id)
	if err != nil {
		return nil, err
	}
	pairings, err := s.TournamentPairings(ctx, id)
	if err != nil {
		return nil, err
	}
	return newEvent(s, id, p, kept, pairings)
}

func newEvent(
	s *store.Store, id int64, p plan, kept []store.TournamentOpening, pairings []store.TournamentPairing,
) (*Event, error) {
	e := &Event{plan: p, ID: id, store: s, results: newResults(len(p.Players))}
	for i, o := range kept {
		g, err := unkept(o)
		if err != nil {
			return nil, fmt.Errorf("tournament %d, opening %d: %w", id, i, err)
		}
		e.openings = append(e.openings, g)
	}
	if len(e.openings) == 0 {
		return nil, fmt.Errorf("tournament %d has no openings", id)
	}
	for _, round := range rounds(pairings) {
		e.addRound(round)
	}
	return e, nil
}

// addRound puts the games of a round on the schedule. The openings of a round follow those of the rounds before.
func (e *Event) addRound(round []store.TournamentPairing) {
	first := 0
	for _, s := range e.results.schedule {
		first = max(first, s.opening+1)
	}
	e.results.schedules(round, slots(round, len(e.results.schedule), first))
	e.pairings = append(e.pairings, round...)
}

// ErrNothingToResume says that the database has no such tournament.
var ErrNothingToResume = errors.New("no tournament to go on with")

// Find is the id of the newest stored tournament that is described just so, whether it is finished or not; without
// players, the newest that is not finished, of that name if there is one. It is [ErrNothingToResume] when there is
// none.
func Find(ctx context.Context, s *store.Store, t Tournament) (int64, error) {
	asked := len(t.Players) > 0
	if asked {
		p, err := t.plan()
		if err != nil {
			return 0, err
		}
		t = p.Tournament
	}
	const page = 100
	for before := int64(0); ; {
		list, err := s.Tournaments(ctx, before, page)
		if err != nil {
			return 0, err
		}
		for _, row := range list {
			before = row.ID
			var stored Tournament
			if json.Unmarshal([]byte(row.Spec), &stored) != nil {
				continue // of another version of the program
			}
			if asked && stored.same(t) || !asked && row.Ended.IsZero() && (t.Name == "" || t.Name == row.Name) {
				return row.ID, nil
			}
		}
		if len(list) < page {
			return 0, ErrNothingToResume
		}
	}
}

// Left is how many games of the rounds drawn so far are not finished.
func (e *Event) Left() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.results.schedule) - e.results.finished()
}

// Repeats is how many pairs of a pairing at most begin with the same opening: more than one repeats the games of
// players without chance, which then prove less than the numbers say.
func (e *Event) Repeats() int {
	most := 0
	for _, s := range e.results.schedule {
		most = max(most, s.pair+1)
	}
	return (most + len(e.openings) - 1) / len(e.openings)
}
