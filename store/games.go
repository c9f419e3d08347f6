package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Game is a finished game of Othello.
type Game struct {
	ID           string
	Played       time.Time // when it was stored: UTC, milliseconds, unique among the games
	Size         int
	Start        string // "usual" or "parallel"; empty when Position is given
	Position     string // the one-line set-up position before the first move, or empty
	Moves        string // transcript without passes
	Black, White string // [Human] or a player spec
	// a side changed players during the game, or moves were taken back; such games are not counted in the record
	Mixed bool
	// final disc difference from Black's view, with empty squares counted for the winner; ± all squares if Ended is set
	ScoreBlack int
	DiscsBlack int
	DiscsWhite int
	Ended      string // [EndedByTime] or [EndedByResigning]; empty if the game was played to its end
}

// Values of [Game.Ended]: how the loser lost a game that was not played to its end.
const (
	EndedByTime      = "time"
	EndedByResigning = "resigned"
)

// Human is the name of a human player in [Game.Black] and [Game.White].
const Human = "human"

// AddGame stores a finished game and returns it with the time at which it was stored. Adding the same game again has no
// effect and returns added = false. The error is [ErrConflict] if another game has the id.
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

// sameGame returns [ErrConflict] if the games differ in anything but the time.
func sameGame(stored, g Game) error {
	g.Played = stored.Played
	if g != stored {
		return ErrConflict
	}
	return nil
}

// freeTime returns the first unused millisecond from now on. Lists are ordered and paged by time, so no two games may
// share one.
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

// Game returns the game with that id, or [ErrNotFound].
func (s *Store) Game(ctx context.Context, id string) (Game, error) {
	g, err := scanGame(s.read.QueryRowContext(ctx, selectGame+" WHERE id = ?", id))
	if err != nil {
		return Game{}, fmt.Errorf("game %q: %w", id, explain(err))
	}
	return g, nil
}

// Games returns at most limit games, newest first: those stored before the given time, or the latest ones if it is
// zero. For the next page, pass the time of the last game returned.
func (s *Store) Games(ctx context.Context, before time.Time, limit int) ([]Game, error) {
	query, args := selectGame+" ORDER BY played DESC LIMIT ?", []any{limit}
	if !before.IsZero() {
		query, args = selectGame+" WHERE played < ? ORDER BY played DESC LIMIT ?", []any{ceilMillis(before), limit}
	}
	return list(ctx, s, "games", scanGame, query, args...)
}

// ceilMillis rounds up to milliseconds, so a game stored within the same millisecond is still before t.
func ceilMillis(t time.Time) int64 {
	ms := t.UnixMilli()
	if time.UnixMilli(ms).Before(t) {
		ms++
	}
	return ms
}
