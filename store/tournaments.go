package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"
)

// Tournament is a stored tournament. Spec and Outcome are opaque to this package.
type Tournament struct {
	ID      int64
	Name    string
	Spec    string // JSON
	Began   time.Time
	Ended   time.Time // zero while the tournament is running
	Outcome string    // JSON; empty while the tournament is running
	Run     Run       // by a server; the zero value if no server was asked to run it
}

// Run is the state of a tournament that servers run.
type Run struct {
	State   RunState
	Problem string        // reason of a failure
	Spent   time.Duration // running time, in milliseconds
}

// RunState is the state of a [Run].
type RunState string

// The states of a run. Queued and running tournaments continue after a restart of the server.
const (
	RunQueued    RunState = "queued"
	RunRunning   RunState = "running"
	RunPaused    RunState = "paused"
	RunCancelled RunState = "cancelled"
	RunFailed    RunState = "failed"
	RunDone      RunState = "done"
)

// Open reports whether the run is queued, running or paused.
func (s RunState) Open() bool { return s == RunQueued || s == RunRunning || s == RunPaused }

// TournamentOpening is an opening of a tournament: a one-line position and a transcript from there.
type TournamentOpening struct{ Position, Moves string }

// TournamentPairing is a pairing of two players, numbered from 0.
type TournamentPairing struct {
	Number, Round int
	First, Second int // Second is -1 if First has a bye
	Games         int
}

// AddTournament stores a tournament with its openings and the pairings known so far in one transaction, and returns it
// with its id and start time. If t.Run has a state, the tournament has a run with it.
func (s *Store) AddTournament(ctx context.Context, t Tournament, openings []TournamentOpening,
	pairings []TournamentPairing,
) (Tournament, error) {
	t.Began = s.now().UTC().Truncate(time.Millisecond)
	err := s.change(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "INSERT INTO tournaments (name, spec, began) VALUES (?, ?, ?)", t.Name, t.Spec,
			t.Began.UnixMilli())
		if err != nil {
			return err
		}
		if t.ID, err = r.LastInsertId(); err != nil {
			return err
		}
		for i, o := range openings {
			if _, err := tx.ExecContext(ctx,
				"INSERT INTO tournament_openings (tournament, number, position, moves) VALUES (?, ?, ?, ?)",
				t.ID, i, o.Position, o.Moves); err != nil {
				return err
			}
		}
		if t.Run.State != "" {
			if _, err := tx.ExecContext(ctx, "INSERT INTO tournament_runs (tournament, state) VALUES (?, ?)", t.ID,
				t.Run.State); err != nil {
				return err
			}
		}
		return addPairings(ctx, tx, t.ID, pairings)
	})
	if err != nil {
		return Tournament{}, fmt.Errorf("store tournament %q: %w", t.Name, explain(err))
	}
	return t, nil
}

// AddPairings stores a further round in one transaction.
func (s *Store) AddPairings(ctx context.Context, id int64, pairings []TournamentPairing) error {
	err := s.change(ctx, func(tx *sql.Tx) error { return addPairings(ctx, tx, id, pairings) })
	if err != nil {
		return fmt.Errorf("store a round of tournament %d: %w", id, explain(err))
	}
	return nil
}

func addPairings(ctx context.Context, tx *sql.Tx, id int64, pairings []TournamentPairing) error {
	for _, p := range pairings {
		if _, err := tx.ExecContext(ctx,
			"INSERT INTO tournament_pairings (tournament, number, round, first, second, games) VALUES (?, ?, ?, ?, "+
				"?, ?)",
			id, p.Number, p.Round, p.First, p.Second, p.Games); err != nil {
			return err
		}
	}
	return nil
}

// EndTournament stores the outcome of a tournament and deletes its boards. If the tournament has already ended, its end
// time is kept.
func (s *Store) EndTournament(ctx context.Context, id int64, outcome string) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM tournament_boards WHERE tournament = ?", id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE tournaments SET ended = coalesce(ended, ?), outcome = ? WHERE id = ?",
			s.now().UnixMilli(), outcome, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("end tournament %d: %w", id, explain(err))
	}
	return nil
}

const selectTournament = `SELECT id, name, spec, began, ended, outcome, coalesce(state, ''), coalesce(problem, ''),
	coalesce(spent, 0) FROM tournaments LEFT JOIN tournament_runs ON tournament = id`

func scanTournament(row scanner) (t Tournament, err error) {
	var began, spent int64
	var ended sql.NullInt64
	err = row.Scan(&t.ID, &t.Name, &t.Spec, &began, &ended, &t.Outcome, &t.Run.State, &t.Run.Problem, &spent)
	t.Run.Spent = time.Duration(spent) * time.Millisecond
	t.Began = time.UnixMilli(began).UTC()
	if ended.Valid {
		t.Ended = time.UnixMilli(ended.Int64).UTC()
	}
	return t, err
}

// Tournament returns the tournament with that id, or [ErrNotFound].
func (s *Store) Tournament(ctx context.Context, id int64) (Tournament, error) {
	t, err := scanTournament(s.read.QueryRowContext(ctx, selectTournament+" WHERE id = ?", id))
	if err != nil {
		return Tournament{}, fmt.Errorf("tournament %d: %w", id, explain(err))
	}
	return t, nil
}

// Tournaments returns at most limit tournaments with ids below before, newest first. If before is 0, it starts with the
// newest.
func (s *Store) Tournaments(ctx context.Context, before int64, limit int) ([]Tournament, error) {
	return list(ctx, s, "tournaments", scanTournament,
		selectTournament+" WHERE id < coalesce(nullif(?, 0), id + 1) ORDER BY id DESC LIMIT ?", before, limit)
}

// TournamentOpenings returns the openings of a tournament, in order.
func (s *Store) TournamentOpenings(ctx context.Context, id int64) ([]TournamentOpening, error) {
	return list(ctx, s, "openings of a tournament", func(row scanner) (o TournamentOpening,
		err error,
	) {
		err = row.Scan(&o.Position, &o.Moves)
		return o, err
	}, "SELECT position, moves FROM tournament_openings WHERE tournament = ? ORDER BY number", id)
}

// TournamentPairings returns the pairings of a tournament so far, in order.
func (s *Store) TournamentPairings(ctx context.Context, id int64) ([]TournamentPairing, error) {
	return list(ctx, s, "pairings of a tournament", func(row scanner) (p TournamentPairing,
		err error,
	) {
		err = row.Scan(&p.Number, &p.Round, &p.First, &p.Second, &p.Games)
		return p, err
	}, "SELECT number, round, first, second, games FROM tournament_pairings WHERE tournament = ? ORDER BY number", id)
}

// NextRun returns the id of the first tournament that is running or queued, or [ErrNotFound].
func (s *Store) NextRun(ctx context.Context) (id int64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT tournament FROM tournament_runs WHERE state IN ('queued', 'running') "+
		"ORDER BY state = 'queued', tournament LIMIT 1").Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("next tournament: %w", explain(err))
	}
	return id, nil
}

// OpenRuns returns the ids of the tournaments whose runs are open, in order.
func (s *Store) OpenRuns(ctx context.Context) ([]int64, error) {
	return list(ctx, s, "open tournaments", func(row scanner) (id int64, err error) {
		err = row.Scan(&id)
		return id, err
	}, "SELECT tournament FROM tournament_runs WHERE state IN ('queued', 'running', 'paused') ORDER BY tournament")
}

// SetRun changes the state of a run if it is one of the states from, and reports whether it did. problem is the reason
// of a failure. Boards of interrupted games are deleted.
func (s *Store) SetRun(ctx context.Context, id int64, to RunState, problem string, from ...RunState) (bool, error) {
	changed := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		var now RunState
		err := tx.QueryRowContext(ctx, "SELECT state FROM tournament_runs WHERE tournament = ?", id).Scan(&now)
		if changed = err == nil && slices.Contains(from, now); !changed {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM tournament_boards WHERE tournament = ?", id); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE tournament_runs SET state = ?, problem = ? WHERE tournament = ?", to,
			problem, id)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("tournament %d: %w", id, explain(err))
	}
	return changed, nil
}

// SpendRun adds to the running time of a tournament.
func (s *Store) SpendRun(ctx context.Context, id int64, spent time.Duration) error {
	if err := s.exec(ctx, "UPDATE tournament_runs SET spent = spent + ? WHERE tournament = ?", spent.Milliseconds(),
		id); err != nil {
		return fmt.Errorf("tournament %d: %w", id, explain(err))
	}
	return nil
}
