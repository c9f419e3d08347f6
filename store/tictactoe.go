package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// TicTacToeGame is a finished game of tic-tac-toe between a person and the computer.
type TicTacToeGame struct {
	ID     string
	Played time.Time // when it was stored: UTC, milliseconds
	Moves  string    // squares in the order of play, X first
	Human  string    // the person's side, "x" or "o"
	Result int       // 1 if the person won, 0 for a draw, -1 if the person lost
}

// TicTacToeRecord is the results of people at tic-tac-toe since the last reset.
type TicTacToeRecord struct {
	Since               time.Time // the last reset, in UTC; zero if there was none
	Wins, Losses, Draws int       // of the person
}

// AddTicTacToe stores a finished game and returns it with the time at which it was stored. Adding the same game again
// has no effect and returns added = false. The error is [ErrConflict] if another game of tic-tac-toe has the id.
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
		return TicTacToeGame{}, false, fmt.Errorf("store tic-tac-toe game %q: %w", g.ID, explain(err))
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

// sameTicTacToe returns [ErrConflict] if the games differ in anything but the time.
func sameTicTacToe(stored, g TicTacToeGame) error {
	g.Played = stored.Played
	if g != stored {
		return ErrConflict
	}
	return nil
}

// TicTacToeRecord counts the games since the last reset. Games and resets are read in one query.
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
		return TicTacToeRecord{}, fmt.Errorf("tic-tac-toe record: %w", explain(err))
	}
	if at.Valid {
		r.Since = time.UnixMilli(at.Int64).UTC()
	}
	return r, nil
}

// ResetTicTacToe makes [Store.TicTacToeRecord] start from zero. No game is deleted.
func (s *Store) ResetTicTacToe(ctx context.Context) error {
	err := s.exec(ctx,
		"INSERT INTO tictactoe_resets (at, number) SELECT ?, coalesce(max(number), 0) FROM tictactoe_games",
		s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("reset tic-tac-toe record: %w", explain(err))
	}
	return nil
}
