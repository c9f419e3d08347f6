package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Analysis is the stored analysis of a position.
type Analysis struct {
	Found string // JSON; empty: no analysis
	// checksum of the evaluation weights in use; empty: unknown, as for analyses stored by older versions
	Weights string
}

// Analysis returns the analysis stored under the key of a position. For other positions it is the zero value.
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

// KeepAnalysis stores an analysis under the key of a position and replaces an earlier one.
func (s *Store) KeepAnalysis(ctx context.Context, key []byte, a Analysis) error {
	err := s.exec(ctx, `INSERT INTO analyses (position, found, weights, seen) VALUES (?, ?, ?, ?)
		ON CONFLICT (position) DO UPDATE SET found = excluded.found, weights = excluded.weights, seen = excluded.seen`,
		key, a.Found, a.Weights, s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("keep analysis %x: %w", key, explain(err))
	}
	return nil
}
