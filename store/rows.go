package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
)

// scanner is one result row: a [sql.Row] or the current row of [sql.Rows].
type scanner interface{ Scan(into ...any) error }

// querier runs queries: a [sql.DB] or a [sql.Tx].
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// rowsOf yields the rows of a query. It stops after the first error.
func rowsOf[T any](ctx context.Context, from querier, scan func(scanner) (T, error), query string, args ...any,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := from.QueryContext(ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = rows.Close() }() // rows.Err returns the error
		for rows.Next() {
			one, err := scan(rows)
			if !yield(one, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// list returns all rows of a query. what is the prefix of its errors.
func list[T any](ctx context.Context, s *Store, what string, scan func(scanner) (T, error), query string, args ...any,
) ([]T, error) {
	all := []T{}
	for one, err := range rowsOf(ctx, s.read, scan, query, args...) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, explain(err))
		}
		all = append(all, one)
	}
	return all, nil
}
