package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// OnlineGame is a game of two people over the network.
type OnlineGame struct {
	ID      string
	Keys    [2][]byte // SHA-256 of the keys of the creator and the guest
	Setup   string    // JSON
	Created time.Time // UTC, milliseconds
	Events  []string  // JSON, in their order
}

// AddOnlineGame stores a new game without events. The error is [ErrConflict] if the id is in use.
func (s *Store) AddOnlineGame(ctx context.Context, g OnlineGame) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "INSERT INTO online_games (id, creator, guest, setup, created) "+
			"VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", g.ID, g.Keys[0], g.Keys[1], g.Setup, g.Created.UnixMilli())
		if err != nil {
			return err
		}
		return inserted(done)
	})
	if err != nil {
		return fmt.Errorf("store online game %q: %w", g.ID, explain(err))
	}
	return nil
}

// inserted returns [ErrConflict] if a statement has inserted nothing.
func inserted(done sql.Result) error {
	if n, err := done.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrConflict
}

// AddOnlineEvent stores the event with the given number, from 1, of a game. If the event ends a game of the record,
// finished is stored in the same transaction. The error is [ErrConflict] if the game has an event with this number
// already, as after a change by another process.
func (s *Store) AddOnlineEvent(ctx context.Context, id string, number int, event string, finished *Game) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx,
			"INSERT INTO online_events (game, number, event) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			id, number, event)
		if err != nil {
			return err
		}
		if err := inserted(done); err != nil || finished == nil {
			return err
		}
		g := *finished
		if g.Played, err = freeTime(ctx, tx, s.now()); err != nil {
			return err
		}
		return insertGame(ctx, tx, g)
	})
	if err != nil {
		return fmt.Errorf("store event %d of online game %q: %w", number, id, explain(err))
	}
	return nil
}

// OnlineGames returns all games with their events.
func (s *Store) OnlineGames(ctx context.Context) ([]OnlineGame, error) {
	games, err := list(ctx, s, "online games", func(row scanner) (g OnlineGame, err error) {
		var created int64
		err = row.Scan(&g.ID, &g.Keys[0], &g.Keys[1], &g.Setup, &created)
		g.Created = time.UnixMilli(created).UTC()
		return g, err
	}, "SELECT id, creator, guest, setup, created FROM online_games ORDER BY created, id")
	if err != nil {
		return nil, err
	}
	for i := range games {
		games[i].Events, err = list(ctx, s, "events of an online game", func(row scanner) (event string, err error) {
			err = row.Scan(&event)
			return event, err
		}, "SELECT event FROM online_events WHERE game = ? ORDER BY number", games[i].ID)
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

// DeleteOnlineGame deletes a game with its events. Finished games of the record remain.
func (s *Store) DeleteOnlineGame(ctx context.Context, id string) error {
	err := s.change(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "DELETE FROM online_games WHERE id = ?", id)
		if err != nil {
			return err
		}
		if err := inserted(done); !errors.Is(err, ErrConflict) {
			return err
		}
		return ErrNotFound
	})
	if err != nil {
		return fmt.Errorf("delete online game %q: %w", id, explain(err))
	}
	return nil
}
