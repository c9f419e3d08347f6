package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/kaeshi/kaeshi/othello"
)

// hits returns the games of a segment that reached the position, or all games if the query has no position.
func (w *finder) hits(ctx context.Context, s segment) ([]hit, error) {
	if w.at == nil {
		all := make([]hit, s.last-s.first+1)
		for i := range all {
			all[i] = hit{uint16(i), uint8(noMove)}
		}
		return all, nil
	}
	bucket, _ := bucketOf(w.key.hash, s.bits)
	var entries []byte
	err := w.tx.QueryRowContext(ctx, "SELECT entries FROM archive_positions WHERE segment = ? AND bucket = ?", s.first,
		bucket).Scan(&entries)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := readBucket(entries, w.key, s.bits)
	if err != nil || len(found.possible) == 0 {
		return found.certain, err
	}
	return w.playThrough(ctx, s, found)
}

// playThrough replays the possible games and adds those that reached the position to the certain ones.
func (w *finder) playThrough(ctx context.Context, s segment, found candidates) ([]hit, error) {
	get, err := w.tx.PrepareContext(ctx, "SELECT size, start, moves FROM archive_games WHERE number = ?")
	if err != nil {
		return nil, err
	}
	defer func() { _ = get.Close() }() // the transaction closes it too
	for _, game := range found.possible {
		var r archiveRow
		if err := get.QueryRowContext(ctx, s.first+int64(game)).Scan(&r.size, &r.start, &r.moves); err != nil {
			return nil, err
		}
		p, err := r.position()
		if err != nil {
			return nil, err
		}
		if move, ok := w.moveIn(p, r.moves); ok {
			found.certain = append(found.certain, hit{game, uint8(move)})
		}
	}
	return found.certain, nil
}

// moveIn returns the canonical move that a game played in the position. ok is false if the game did not reach it.
func (w *finder) moveIn(p othello.Position, moves []byte) (move othello.Square, ok bool) {
	discs := (w.at.Mover | w.at.Other).Len()
	for ply := 0; ; ply++ {
		move = noMove
		if ply < len(moves) {
			move = othello.Square(moves[ply])
		}
		if (p.Mover | p.Other).Len() == discs {
			if key, canonical := keyOf(p, move); key == w.key {
				return canonical, true
			}
		}
		if ply == len(moves) {
			return 0, false
		}
		p = p.Play(move)
	}
}
