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

// Record is the results of humans against computer players.
type Record struct {
	Since time.Time // the last reset, in UTC; zero if there was none
	Rows  []Tally
}

// Tally is the results against one opponent on one board size, from the human's view.
type Tally struct {
	Opponent            string // a player spec
	Size                int
	Wins, Losses, Draws int
}

// Record counts the games of a human against a computer player since the last reset, by opponent and board size.
// [Game.Mixed] games and games from a set-up position are not counted.
func (s *Store) Record(ctx context.Context) (Record, error) {
	r := Record{Rows: []Tally{}}
	after, since, err := s.lastReset(ctx)
	if err != nil {
		return r, fmt.Errorf("record: %w", explain(err))
	}
	r.Since = since
	r.Rows, err = list(ctx, s, "record", func(row scanner) (t Tally, err error) {
		err = row.Scan(&t.Opponent, &t.Size, &t.Wins, &t.Losses, &t.Draws)
		return t, err
	}, `SELECT opponent, size, sum(score > 0), sum(score < 0), sum(score = 0) FROM (
			SELECT size, iif(black = ?1, white, black) AS opponent, iif(black = ?1, score_black, -score_black) AS score
			FROM games WHERE number > ?2 AND mixed = 0 AND position = '' AND (black = ?1) <> (white = ?1))
		GROUP BY opponent, size ORDER BY opponent, size`, Human, after)
	return r, err
}

// lastReset returns the time of the last reset and the number of the last game before it.
func (s *Store) lastReset(ctx context.Context) (after int64, since time.Time, err error) {
	var at int64
	err = s.read.QueryRowContext(ctx, "SELECT number, at FROM resets ORDER BY rowid DESC LIMIT 1").Scan(&after, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, time.Time{}, nil
	}
	return after, time.UnixMilli(at).UTC(), err
}

// ResetRecord makes [Store.Record] start from zero. No game is deleted.
func (s *Store) ResetRecord(ctx context.Context) error {
	err := s.exec(ctx, "INSERT INTO resets (at, number) SELECT ?, coalesce(max(number), 0) FROM games",
		s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("reset the record: %w", explain(err))
	}
	return nil
}
