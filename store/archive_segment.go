package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
)

// segmentGames is the maximum number of games that are indexed together. It bounds the memory (24 MB for the index and
// as much for the games) and the duration of a transaction (about a second).
const segmentGames = 1 << 14

// facts are the fields of a game that queries over many games use.
type facts struct {
	black, white, event uint32 // numbers of names
	year                uint16
	score               int8 // noScore: unknown
	sign                bool // the score only gives the winner
}

const (
	factBytes = 16
	noScore   = 127
)

func (f facts) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, f.black)
	b = binary.LittleEndian.AppendUint32(b, f.white)
	b = binary.LittleEndian.AppendUint32(b, f.event)
	b = binary.LittleEndian.AppendUint16(b, f.year)
	flag := byte(0)
	if f.sign {
		flag = 1
	}
	return append(b, byte(f.score), flag)
}

// factsAt decodes the facts of the i-th game of a segment.
func factsAt(b []byte, i int) facts {
	b = b[i*factBytes : (i+1)*factBytes]
	return facts{
		binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:]),
		binary.LittleEndian.Uint16(b[12:]), int8(b[14]), b[15]&1 == 1,
	}
}

// indexArchive indexes the new games first to last. It merges preceding segments that are small in comparison with
// them, so that small imports leave few segments. The cost grows with the logarithm of the number of imports.
func indexArchive(ctx context.Context, tx *sql.Tx, first, last int64) error {
	for first > 1 {
		var before int64
		row := tx.QueryRowContext(ctx, "SELECT first FROM archive_segments WHERE last = ?", first-1)
		if err := row.Scan(&before); err != nil {
			return err
		}
		if first-before > 2*(last-first+1) || last-before+1 > segmentGames {
			break
		}
		if _, err := tx.ExecContext(ctx,
			"DELETE FROM archive_positions WHERE segment = ?1; DELETE FROM archive_segments WHERE first = ?1",
			before); err != nil {
			return err
		}
		first = before
	}
	for ; first <= last; first += segmentGames {
		if err := makeSegment(ctx, tx, first, min(last, first+segmentGames-1)); err != nil {
			return err
		}
	}
	return nil
}

// makeSegment reads games and writes their index.
func makeSegment(ctx context.Context, tx *sql.Tx, first, last int64) error {
	postings, table, err := collect(ctx, tx, first, last)
	if err != nil {
		return err
	}
	const perBucket = 1 << 11 // postings, about 8 kB
	width := bits.Len(uint(len(postings) / perBucket))
	if _, err := tx.ExecContext(ctx, "INSERT INTO archive_segments (first, last, bits, facts) VALUES (?, ?, ?, ?)",
		first, last, width, table); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO archive_positions (segment, bucket, entries) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }() // the transaction closes it too
	var entries []byte
	for bucket, list := range intoBuckets(postings, width) {
		if len(list) == 0 {
			continue
		}
		slices.SortFunc(list, comparePostings)
		entries = appendBucket(entries[:0], list, width)
		if _, err := insert.ExecContext(ctx, first, bucket, entries); err != nil {
			return err
		}
	}
	return nil
}

// intoBuckets groups postings by bucket. Sorting the buckets is twice as fast as sorting all postings at once.
func intoBuckets(postings []posting, width int) [][]posting {
	sizes := make([]int, 1<<width)
	for _, p := range postings {
		bucket, _ := bucketOf(p.hash, width)
		sizes[bucket]++
	}
	buckets := make([][]posting, 1<<width)
	room := make([]posting, len(postings))
	for i, size := range sizes {
		buckets[i], room = room[:0:size], room[size:]
	}
	for _, p := range postings {
		bucket, _ := bucketOf(p.hash, width)
		buckets[bucket] = append(buckets[bucket], p)
	}
	return buckets
}

// collect replays the games and returns a posting for every position and the table of facts.
func collect(ctx context.Context, tx *sql.Tx, first, last int64) (postings []posting, table []byte, err error) {
	const plies = 62 // positions of a typical game, including the first and the last
	postings = make([]posting, 0, (last-first+1)*plies)
	rows, err := tx.QueryContext(ctx,
		`SELECT number, size, start, moves, black, white, event, year, score, sign FROM archive_games
		WHERE number BETWEEN ? AND ? ORDER BY number`, first, last)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err returns the error
	for rows.Next() {
		var number int64
		var r archiveRow
		var f facts
		var start sql.RawBytes
		var moves sql.RawBytes
		if err := rows.Scan(&number, &r.size, &start, &moves, &f.black, &f.white, &f.event, &f.year, &r.score,
			&f.sign); err != nil {
			return nil, nil, err
		}
		f.score = noScore
		if r.score.Valid {
			f.score = int8(r.score.Int64)
		}
		table = f.append(table)
		r.start = string(start)
		p, err := r.position()
		if err != nil {
			return nil, nil, err
		}
		postings = appendGame(postings, p, moves, uint16(number-first))
	}
	return postings, table, rows.Err()
}

// appendGame appends a posting for each position of a game, with the move that followed.
func appendGame(to []posting, p othello.Position, moves []byte, game uint16) []posting {
	for ply := 0; ; ply++ {
		move := noMove
		if ply < len(moves) {
			move = othello.Square(moves[ply])
		}
		key, canonical := keyOf(p, move)
		to = append(to, posting{key.hash, key.other, game, key.meta, uint8(canonical)})
		if ply == len(moves) {
			return to
		}
		p = p.Play(move)
	}
}
