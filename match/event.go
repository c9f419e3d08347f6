package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Make makes a player from its spec. It is called by several goroutines and must return a new player each time.
type Make func(spec string) (player.Player, error)

// Event is a stored tournament. Its methods are safe for concurrent use.
type Event struct {
	plan
	ID int64 // in the store, from 1

	// Remote plays games on other machines, such as a cluster. It is called by several goroutines. If nil, this
	// program plays the games. Set it before Run. Its error ends the run.
	Remote func(context.Context, Assignment) (Finished, error)

	store    *store.Store // nil in a rehearsal
	openings []record.Game

	mu       sync.Mutex
	pairings []store.TournamentPairing
	results  *results
	next     int   // the first game that no worker has taken
	failure  error // if set, no more games are begun

	watching sync.Mutex // held during calls of a Watch
}

// Unplayable is the error of [Start] for an invalid description.
type Unplayable struct {
	Err error // the reason
}

// Error returns the text of Err.
func (u *Unplayable) Error() string { return u.Err.Error() }

// Unwrap returns Err.
func (u *Unplayable) Unwrap() error { return u.Err }

// Start stores a new tournament with its openings and its first pairings. It makes every player once to check the
// specs. The error for an invalid description is an [Unplayable]; nothing is stored then.
func Start(ctx context.Context, s *store.Store, t Tournament, known Make) (*Event, error) {
	p, err := Prepare(ctx, t, known)
	if err != nil {
		return nil, err
	}
	return p.Start(ctx, s)
}

// Prepared is a checked tournament with its openings.
type Prepared struct {
	plan  plan
	lines []opening.Line
}

// Prepare checks a tournament and reads its openings. The errors are those of [Start] that do not concern the store.
func Prepare(ctx context.Context, t Tournament, known Make) (*Prepared, error) {
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
	return &Prepared{p, lines}, nil
}

// Start stores the tournament and its first pairings. It fails if the store cannot be written.
func (t *Prepared) Start(ctx context.Context, s *store.Store) (*Event, error) {
	row, kept, pairings, err := t.keep(ctx, s, store.Run{})
	if err != nil {
		return nil, err
	}
	return newEvent(s, row.ID, t.plan, kept, pairings)
}

// Queue stores the tournament for a server that runs it, and returns it. It fails like Start.
func (t *Prepared) Queue(ctx context.Context, s *store.Store) (store.Tournament, error) {
	row, _, _, err := t.keep(ctx, s, store.Run{State: store.RunQueued})
	return row, err
}

// keep stores the tournament with a run, and returns its openings and its first pairings.
func (t *Prepared) keep(ctx context.Context, s *store.Store, run store.Run) (
	row store.Tournament, kept []store.TournamentOpening, pairings []store.TournamentPairing, err error,
) {
	pairings = t.plan.draw(nil, newResults(len(t.plan.Players)))
	spec, err := json.Marshal(t.plan.Tournament)
	if err != nil {
		return row, nil, nil, err
	}
	kept = openingRows(t.lines)
	row, err = s.AddTournament(ctx, store.Tournament{Name: t.plan.Name, Spec: string(spec), Run: run}, kept, pairings)
	return row, kept, pairings, err
}

// Resume returns a stored tournament with its games. It fails if s has no tournament with the id or cannot be read.
func Resume(ctx context.Context, s *store.Store, id int64) (*Event, error) {
	e, err := Open(ctx, s, id)
	if err != nil {
		return nil, err
	}
	return e, e.Follow(ctx, func(store.TournamentGame) {})
}

// Open returns a stored tournament without its games, which [Event.Follow] adds. It fails like [Resume].
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
		g, err := parseOpening(o)
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

// ErrNothingToResume is the error of [Find] when no tournament matches.
var ErrNothingToResume = errors.New("no tournament to resume")

// Find returns the id of the newest stored tournament with the same description, finished or not. Without players, it
// returns the newest unfinished one, with the name t.Name if that is set. The error is [ErrNothingToResume] if there is
// none.
func Find(ctx context.Context, s *store.Store, t Tournament) (int64, error) {
	described := len(t.Players) > 0
	if described {
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
				continue // stored by another version of the program
			}
			if described && stored.same(t) || !described && row.Ended.IsZero() && (t.Name == "" || t.Name == row.Name) {
				return row.ID, nil
			}
		}
		if len(list) < page {
			return 0, ErrNothingToResume
		}
	}
}

// Left returns the number of unfinished games in the rounds drawn so far.
func (e *Event) Left() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.results.schedule) - e.results.finished()
}

// Repeats returns the greatest number of pairs in a pairing with the same opening. If it is greater than 1,
// deterministic players repeat games, and the errors of the ratings are underestimated.
func (e *Event) Repeats() int {
	most := 0
	for _, s := range e.results.schedule {
		most = max(most, s.pair+1)
	}
	return (most + len(e.openings) - 1) / len(e.openings)
}
