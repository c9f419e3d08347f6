package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// TicTacToeGame is a finished game of tic-tac-toe of a person against the computer.
type TicTacToeGame struct {
	ID     string
	Played time.Time // when it was stored, in UTC, to the millisecond
	Moves  string    // the squares in the order in which they were marked, X first
	Human  string    // the person's side, "x" or "o"
	Result int       // 1 when the person won, 0 for a draw, -1 when the person lost
}

// TicTacToeRecord is how people fared at tic-tac-toe since the last reset.
type TicTacToeRecord struct {
	Since               time.Time // the last reset, in UTC; zero when there was none
	Wins, Losses, Draws int       // of the person
}

// AddTicTacToe stores a finished game and returns it as stored, with the time that it got. Adding the same game again
// is harmless: added is false and nothing changes. It is [ErrConflict] when the id belongs to another game of
// tic-tac-toe.
func (s *Store) AddTicTacToe(ctx context.Context, g TicTacToeGame) (stored TicTacToeGame, added bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		stored, err = ticTacToeGame(ctx, tx, g.ID)
		switch {
		case err == nil:
			return sameTicTacToe(stored, g)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		stored, added = g, true
		stored.Played = time.UnixMilli(s.now().UnixMilli()).UTC()
		_, err = tx.ExecContext(ctx,
			"INSERT INTO tictactoe_games (id, played, moves, human, result) VALUES (?, ?, ?, ?, ?)",
			stored.ID, stored.Played.UnixMilli(), stored.Moves, stored.Human, stored.Result)
		return err
	})
	if err != nil {
		return TicTacToeGame{}, false, fmt.Errorf("store game of tic-tac-toe %q: %w", g.ID, explain(err))
	}
	return stored, added, nil
}

func ticTacToeGame(ctx context.Context, tx *sql.Tx, id string) (g TicTacToeGame, err error) {
	var played int64
	row := tx.QueryRowContext(ctx, "SELECT id, played, moves, human, result FROM tictactoe_games WHERE id = ?", id)
	err = row.Scan(&g.ID, &played, &g.Moves, &g.Human, &g.Result)
	g.Played = time.UnixMilli(played).UTC()
	return g, err
}

// sameTicTacToe compares what was played, not when.
func sameTicTacToe(stored, g TicTacToeGame) error {
	g.Played = stored.Played
	if g != stored {
		return ErrConflict
	}
	return nil
}

// TicTacToeRecord counts the games of tic-tac-toe since the last reset. Count and reset are read at one moment.
func (s *Store) TicTacToeRecord(ctx context.Context) (TicTacToeRecord, error) {
	var r TicTacToeRecord
	var at sql.NullInt64
	err := s.read.QueryRowContext(ctx, `
		WITH last AS (SELECT at, number FROM tictactoe_resets ORDER BY rowid DESC LIMIT 1)
		SELECT (SELECT at FROM last), coalesce(sum(result > 0), 0), coalesce(sum(result < 0), 0),
		coalesce(sum(result = 0), 0)
		FROM tictactoe_games WHERE number > coalesce((SELECT number FROM last), 0)`).Scan(&at, &r.Wins, &r.Losses,
		&r.Draws)
	if err != nil {
		return TicTacToeRecord{}, fmt.Errorf("record of tic-tac-toe: %w", explain(err))
	}
	if at.Valid {
		r.Since = time.UnixMilli(at.Int64).UTC()
	}
	return r, nil
}

// ResetTicTacToe lets the record of tic-tac-toe begin anew. Every game is kept.
func (s *Store) ResetTicTacToe(ctx context.Context) error {
	_, err := s.write.ExecContext(ctx,
		"INSERT INTO tictactoe_resets (at, number) SELECT ?, coalesce(max(number), 0) FROM tictactoe_games",
		s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("reset the record of tic-tac-toe: %w", explain(err))
	}
	return nil
}
