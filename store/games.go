package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Game is a finished game.
type Game struct {
	ID           string
	Played       time.Time // when it was stored, in UTC, to the millisecond; no two games share it
	Size         int
	Start        string // "usual" or "parallel"; empty when Position is given
	Position     string // the one-line set-up position before the first move, or empty
	Moves        string // transcript, passes left out
	Black, White string // [Human] or a player's specification
	// a side changed hands in mid-game or moves were taken back: kept, but not counted in the record
	Mixed bool
	// final disc difference seen by Black, empty squares counted to the winner; the whole board when Ended
	ScoreBlack int
	DiscsBlack int
	DiscsWhite int
	Ended      string // [EndedByTime] or [EndedByResigning] when the board was not played to its end
}

// How the loser of a game that broke off lost it: the values of [Game.Ended].
const (
	EndedByTime      = "time"
	EndedByResigning = "resigned"
)

// Human is the name that stands for a person in [Game.Black] and [Game.White].
const Human = "human"

// AddGame stores a finished game and returns it as stored, with the time that it got. Adding the same game again is
// harmless: added is false and nothing changes. It is [ErrConflict] when the id belongs to another game.
func (s *Store) AddGame(ctx context.Context, g Game) (stored Game, added bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		stored, err = scanGame(tx.QueryRowContext(ctx, selectGame+" WHERE id = ?", g.ID))
		switch {
		case err == nil:
			return sameGame(stored, g)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		stored, added = g, true
		stored.Played, err = freeTime(ctx, tx, s.now())
		if err != nil {
			return err
		}
		return insertGame(ctx, tx, stored)
	})
	if err != nil {
		return Game{}, false, fmt.Errorf("store game %q: %w", g.ID, explain(err))
	}
	return stored, added, nil
}

// sameGame compares what was played, not when.
func sameGame(stored, g Game) error {
	g.Played = stored.Played
	if g != stored {
		return ErrConflict
	}
	return nil
}

// freeTime is the first millisecond from now on that no game has: the times of games order them and part the pages of
// a list.
func freeTime(ctx context.Context, tx *sql.Tx, now time.Time) (time.Time, error) {
	for ms := now.UnixMilli(); ; ms++ {
		var taken bool
		err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games WHERE played = ?)", ms).Scan(&taken)
		if err != nil || !taken {
			return time.UnixMilli(ms).UTC(), err
		}
	}
}

func insertGame(ctx context.Context, tx *sql.Tx, g Game) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO games
		(id, played, size, start, position, moves, black, white, mixed, score_black, discs_black, discs_white, ended)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		g.ID, g.Played.UnixMilli(), g.Size, g.Start, g.Position, g.Moves, g.Black, g.White, g.Mixed,
		g.ScoreBlack, g.DiscsBlack, g.DiscsWhite, g.Ended)
	return err
}

const selectGame = `SELECT id, played, size, start, position, moves, black, white, mixed, score_black, discs_black,
	discs_white, ended FROM games`

func scanGame(row scanner) (g Game, err error) {
	var played int64
	err = row.Scan(&g.ID, &played, &g.Size, &g.Start, &g.Position, &g.Moves, &g.Black, &g.White, &g.Mixed,
		&g.ScoreBlack, &g.DiscsBlack, &g.DiscsWhite, &g.Ended)
	g.Played = time.UnixMilli(played).UTC()
	return g, err
}

// Game is the game with that id, or [ErrNotFound].
func (s *Store) Game(ctx context.Context, id string) (Game, error) {
	g, err := scanGame(s.read.QueryRowContext(ctx, selectGame+" WHERE id = ?", id))
	if err != nil {
		return Game{}, fmt.Errorf("game %q: %w", id, explain(err))
	}
	return g, nil
}

// Games lists at most limit games, the newest first: those stored before the given time, or the last ones when it is
// zero. The time of the last game listed leads to the next page.
func (s *Store) Games(ctx context.Context, before time.Time, limit int) ([]Game, error) {
	query, args := selectGame+" ORDER BY played DESC LIMIT ?", []any{limit}
	if !before.IsZero() {
		query, args = selectGame+" WHERE played < ? ORDER BY played DESC LIMIT ?", []any{ceilMillis(before), limit}
	}
	return list(ctx, s, "games", scanGame, query, args...)
}

// ceilMillis keeps a game of the same millisecond before a time that lies within that millisecond.
func ceilMillis(t time.Time) int64 {
	ms := t.UnixMilli()
	if time.UnixMilli(ms).Before(t) {
		ms++
	}
	return ms
}
