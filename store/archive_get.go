package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/kaeshi/kaeshi/record"
)

const selectArchive = `SELECT g.number, g.size, g.start, g.moves, b.name, w.name, e.name, s.name, g.round, g.date,
	g.score, g.sign, g.reason, g.tags, g.rest
	FROM archive_games g JOIN archive_names b ON b.number = g.black JOIN archive_names w ON w.number = g.white
	JOIN archive_names e ON e.number = g.event JOIN archive_names s ON s.number = g.source WHERE g.number = ?`

// ArchivedGames yields the imported games with the given numbers, in that order. It yields [ErrNotFound] and stops at a
// missing number. An in-memory database must not be used for other queries during the loop: it has a single connection.
func (s *Store) ArchivedGames(ctx context.Context, numbers []int64) iter.Seq2[ArchivedGame, error] {
	return func(yield func(ArchivedGame, error) bool) {
		tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			yield(ArchivedGame{}, explain(err))
			return
		}
		defer func() { _ = tx.Rollback() }() // nothing was written
		from, err := newArchiveReader(ctx, tx)
		if err != nil {
			yield(ArchivedGame{}, explain(err))
			return
		}
		for _, number := range numbers {
			g, err := from.game(ctx, number)
			if err != nil {
				err = fmt.Errorf("imported game %d: %w", number, explain(err))
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// archiveReader reads single games. Its statements are closed with the transaction.
type archiveReader struct {
	row, name *sql.Stmt
	names     map[uint64]string
}

func newArchiveReader(ctx context.Context, tx *sql.Tx) (a *archiveReader, err error) {
	a = &archiveReader{names: map[uint64]string{}}
	if a.row, err = tx.PrepareContext(ctx, selectArchive); err != nil {
		return nil, err
	}
	a.name, err = tx.PrepareContext(ctx, "SELECT name FROM archive_names WHERE number = ?")
	return a, err
}

func (a *archiveReader) game(ctx context.Context, number int64) (g ArchivedGame, err error) {
	var r archiveRow
	var tags []byte
	err = a.row.QueryRowContext(ctx, number).Scan(&g.Number, &r.size, &r.start, &r.moves, &r.black, &r.white, &r.event,
		&g.Source,
		&r.round, &r.date, &r.score, &r.sign, &r.reason, &tags, &r.rest)
	if err != nil {
		return g, err
	}
	if r.tags, err = readTags(tags, func(number uint64) (string, error) { return a.nameOf(ctx, number) }); err != nil {
		return g, err
	}
	g.Game, err = r.game()
	return g, err
}

func (a *archiveReader) nameOf(ctx context.Context, number uint64) (name string, err error) {
	if name, ok := a.names[number]; ok {
		return name, nil
	}
	err = a.name.QueryRowContext(ctx, int64(number)).Scan(&name)
	a.names[number] = name
	return name, err
}

// longTag is the length in bytes from which tag values are stored as numbered names, because all games of a file may
// share one.
const longTag = 16

// appendTag encodes a tag: the number of its name, then its value or the number of its value.
func (i *Import) appendTag(ctx context.Context, tx *sql.Tx, b []byte, t record.Tag) ([]byte, error) {
	name, err := i.number(ctx, tx, t.Name)
	if err != nil {
		return b, err
	}
	b = binary.AppendUvarint(b, uint64(name))
	if len(t.Value) < longTag {
		b = binary.AppendUvarint(b, uint64(len(t.Value))<<1)
		return append(b, t.Value...), nil
	}
	value, err := i.number(ctx, tx, t.Value)
	return binary.AppendUvarint(b, uint64(value)<<1|1), err
}

var errTags = errors.New("damaged tags")

// readTags decodes the tags encoded by appendTag.
func readTags(b []byte, nameOf func(number uint64) (string, error)) (tags []record.Tag, err error) {
	for len(b) > 0 {
		name, n := binary.Uvarint(b)
		if n <= 0 {
			return tags, errTags
		}
		head, m := binary.Uvarint(b[n:])
		if m <= 0 || head&1 == 0 && head>>1 > uint64(len(b)-n-m) {
			return tags, errTags
		}
		b = b[n+m:]
		var t record.Tag
		if t.Name, err = nameOf(name); err != nil {
			return tags, err
		}
		if head&1 == 1 {
			t.Value, err = nameOf(head >> 1)
		} else {
			t.Value, b = string(b[:head>>1]), b[head>>1:]
		}
		if err != nil {
			return tags, err
		}
		tags = append(tags, t)
	}
	return tags, nil
}
