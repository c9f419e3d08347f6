package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Analysis is what was found about a position.
type Analysis struct {
	Found string // JSON; empty: nothing
	// the checksum of the evaluation's weights that found it; empty: not known, as of an analysis that an older
	// program kept
	Weights string
}

// Analysis is what was kept under the key of a position.
func (s *Store) Analysis(ctx context.Context, key []byte) (a Analysis, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT found, weights FROM analyses WHERE position = ?", key).Scan(&a.Found,
		&a.Weights)
	if errors.Is(err, sql.ErrNoRows) {
		return Analysis{}, nil
	}
	if err != nil {
		return Analysis{}, fmt.Errorf("analysis %x: %w", key, explain(err))
	}
	return a, nil
}

// KeepAnalysis puts what was found under the key of a position, in place of what is there.
func (s *Store) KeepAnalysis(ctx context.Context, key []byte, a Analysis) error {
	_, err := s.write.ExecContext(ctx, `INSERT INTO analyses (position, found, weights, seen) VALUES (?, ?, ?, ?)
		ON CONFLICT (position) DO UPDATE SET found = excluded.found, weights = excluded.weights, seen = excluded.seen`,
		key, a.Found, a.Weights, s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("keep analysis %x: %w", key, explain(err))
	}
	return nil
}
