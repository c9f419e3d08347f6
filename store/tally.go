package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Record is the results of humans against computer players.
type Record struct {
	Since time.Time // the last reset, in UTC; zero if there was none
	Rows  []Tally
}

// Tally is the results against one opponent on one board size, from the human's view.
type Tally struct {
	Opponent            string // a player spec
	Size                int
	Wins, Losses, Draws int
}

// Record counts the games of a human against a computer player since the last reset, by opponent and board size.
// [Game.Mixed] games and games from a set-up position are not counted.
func (s *Store) Record(ctx context.Context) (Record, error) {
	r := Record{Rows: []Tally{}}
	after, since, err := s.lastReset(ctx)
	if err != nil {
		return r, fmt.Errorf("record: %w", explain(err))
	}
	r.Since = since
	r.Rows, err = list(ctx, s, "record", func(row scanner) (t Tally, err error) {
		err = row.Scan(&t.Opponent, &t.Size, &t.Wins, &t.Losses, &t.Draws)
		return t, err
	}, `SELECT opponent, size, sum(score > 0), sum(score < 0), sum(score = 0) FROM (
			SELECT size, iif(black = ?1, white, black) AS opponent, iif(black = ?1, score_black, -score_black) AS score
			FROM games WHERE number > ?2 AND mixed = 0 AND position = '' AND (black = ?1) <> (white = ?1))
		GROUP BY opponent, size ORDER BY opponent, size`, Human, after)
	return r, err
}

// lastReset returns the time of the last reset and the number of the last game before it.
func (s *Store) lastReset(ctx context.Context) (after int64, since time.Time, err error) {
	var at int64
	err = s.read.QueryRowContext(ctx, "SELECT number, at FROM resets ORDER BY rowid DESC LIMIT 1").Scan(&after, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, time.Time{}, nil
	}
	return after, time.UnixMilli(at).UTC(), err
}

// ResetRecord makes [Store.Record] start from zero. No game is deleted.
func (s *Store) ResetRecord(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx, "INSERT INTO resets (at, number) SELECT ?, coalesce(max(number), 0) FROM games",
		s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("reset the record: %w", explain(err))
	}
	return nil
}
