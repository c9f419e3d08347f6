package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Analysis is the text that was kept under the key of a position; empty when there is none.
func (s *Store) Analysis(ctx context.Context, key []byte) (found string, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT found FROM analyses WHERE position = ?", key).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("analysis %x: %w", key, explain(err))
	}
	return found, nil
}

// KeepAnalysis puts a text under the key of a position, in place of one that is there.
func (s *Store) KeepAnalysis(ctx context.Context, key []byte, found string) error {
	_, err := s.write.ExecContext(ctx, `INSERT INTO analyses (position, found, seen) VALUES (?, ?, ?)
		ON CONFLICT (position) DO UPDATE SET found = excluded.found, seen = excluded.seen`, key, found, s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("keep analysis %x: %w", key, explain(err))
	}
	return nil
}
