package store

import (
	"context"
	"database/sql"
	"fmt"
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
}

// TournamentOpening is an opening of a tournament: a one-line position and a transcript from there.
type TournamentOpening struct{ Position, Moves string }

// TournamentPairing is a pairing of two players, numbered from 0.
type TournamentPairing struct {
	Number, Round int
	First, Second int // Second is -1 if First has a bye
	Games         int
}

// AddTournament stores a tournament with its openings and the pairings known so far in one transaction, and returns it
// with its id and start time.
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

const selectTournament = "SELECT id, name, spec, began, ended, outcome FROM tournaments"

func scanTournament(row scanner) (t Tournament, err error) {
	var began int64
	var ended sql.NullInt64
	err = row.Scan(&t.ID, &t.Name, &t.Spec, &began, &ended, &t.Outcome)
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
