package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/kaeshi/kaeshi/record"
)

// Import stores games one by one. It collects them in memory and writes transactions of up to 16,384 games with their
// index, so other processes wait a second or two at most. An interrupted import leaves only complete transactions. A
// repeated import skips the games that are already stored.
type Import struct {
	// Waiting, if not nil, is called when another program is writing to the file.
	Waiting func()

	store   *Store
	batch   int // games per transaction
	pending []archiveRow
	bytes   int // of the pending comments and other JSON
	names   map[string]int64
	sum     ImportSum
}

// ImportSum counts the games that were stored and those that were already in the database.
type ImportSum struct{ Stored, Known int }

// batchBytes bounds the memory of pending games with long comments.
const batchBytes = 32 << 20

// NewImport starts an import. It is not safe for concurrent use.
func (s *Store) NewImport() *Import {
	return &Import{store: s, batch: segmentGames, names: map[string]int64{}}
}

// Add adds a game from the file source. It does not modify the game. If this game cannot be stored, the error is a
// [*Refusal], and the import can continue.
func (i *Import) Add(ctx context.Context, source string, g *record.Game) error {
	row, err := newArchiveRow(source, g)
	if err != nil {
		return err
	}
	i.pending = append(i.pending, row)
	i.bytes += len(row.rest.String)
	if len(i.pending) < i.batch && i.bytes < batchBytes {
		return nil
	}
	return i.flush(ctx)
}

// Finish stores the remaining games and returns the counts of the whole import.
func (i *Import) Finish(ctx context.Context) (ImportSum, error) {
	err := i.flush(ctx)
	return i.sum, err
}

// Sum returns the counts of the games written so far.
func (i *Import) Sum() ImportSum { return i.sum }

// flush writes the pending games. It retries until no other process holds the write lock.
func (i *Import) flush(ctx context.Context) error {
	if len(i.pending) == 0 {
		return nil
	}
	var stored int
	for {
		err := i.store.change(ctx, func(tx *sql.Tx) (err error) {
			stored, err = i.write(ctx, tx)
			return err
		})
		if err == nil {
			break
		}
		clear(i.names) // the failed transaction may have numbered some of them
		if ctx.Err() != nil {
			return fmt.Errorf("import: %w", ctx.Err()) // instead of the driver's error
		}
		if !busy(err) {
			return fmt.Errorf("import: %w", explain(err))
		}
		if i.Waiting != nil {
			i.Waiting()
		}
	}
	i.sum.Stored += stored
	i.sum.Known += len(i.pending) - stored
	clear(i.pending) // release the games
	i.pending, i.bytes = i.pending[:0], 0
	return nil
}

// write stores the new games with their index and returns their number.
func (i *Import) write(ctx context.Context, tx *sql.Tx) (stored int, err error) {
	var last int64
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM archive_games").Scan(&last); err != nil {
		return 0, err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO archive_games
		(number, content, size, start, moves, black, white, event, source, round, date, year, score, sign, reason,
		tags, rest)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (content) DO NOTHING`)
	if err != nil {
		return 0, err
	}
	defer func() { _ = insert.Close() }() // the transaction closes it too
	first := last + 1
	for n := range i.pending {
		added, err := i.insert(ctx, tx, insert, last+1, &i.pending[n])
		if err != nil {
			return 0, err
		}
		last += added
	}
	if last < first {
		return 0, nil
	}
	return int(last - first + 1), indexArchive(ctx, tx, first, last)
}

// insert stores a game under the number unless it is already stored. It returns the number of rows added, 1 or 0.
func (i *Import) insert(ctx context.Context, tx *sql.Tx, insert *sql.Stmt, number int64, r *archiveRow) (added int64,
	err error,
) {
	var names [4]int64
	for n, name := range []string{r.black, r.white, r.event, r.source} {
		if names[n], err = i.number(ctx, tx, name); err != nil {
			return 0, err
		}
	}
	tags := []byte{}
	for _, t := range r.tags {
		if tags, err = i.appendTag(ctx, tx, tags, t); err != nil {
			return 0, err
		}
	}
	result, err := insert.ExecContext(ctx, number, r.content[:], r.size, r.start, r.moves, names[0], names[1], names[2],
		names[3],
		r.round, r.date, r.year, r.score, r.sign, r.reason, tags, r.rest)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// number returns the number of a name. A new name is assigned one.
func (i *Import) number(ctx context.Context, tx *sql.Tx, name string) (number int64, err error) {
	if number, ok := i.names[name]; ok {
		return number, nil
	}
	row := tx.QueryRowContext(ctx,
		"INSERT INTO archive_names (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING number",
		name)
	if err := row.Scan(&number); err != nil {
		return 0, err
	}
	i.names[name] = number
	return number, nil
}
