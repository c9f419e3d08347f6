package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TournamentGame is a finished game of a tournament.
type TournamentGame struct {
	Number       int // in the schedule, from 0 on
	Pairing      int
	Opening      int
	Black, White int             // players, numbered from 0
	Moves        string          // transcript after the opening, without passes
	ScoreBlack   int             // final disc difference from Black's view, with empty squares counted for the winner
	Reason       string          // "fault", "time" or "adjudicated"; empty if played to the end
	Detail       string          // description of the fault
	Times        []time.Duration // of each ply after the opening, in microseconds
	Began, Ended time.Time       // UTC, milliseconds
}

// AddTournamentGame stores a finished game and deletes its board. If a game with that number is already stored, it is
// kept and added is false.
func (s *Store) AddTournamentGame(ctx context.Context, id int64, g TournamentGame) (added bool, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM tournament_boards WHERE tournament = ? AND number = ?", id,
			g.Number); err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, `INSERT INTO tournament_games
			(tournament, number, pairing, opening, black, white, moves, score_black, reason, detail, times, began,
			ended)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			id, g.Number, g.Pairing, g.Opening, g.Black, g.White, g.Moves, g.ScoreBlack, g.Reason, g.Detail,
			writeTimes(g.Times), g.Began.UnixMilli(), g.Ended.UnixMilli())
		if err != nil {
			return err
		}
		rows, err := r.RowsAffected()
		added = rows > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store game %d of tournament %d: %w", g.Number, id, explain(err))
	}
	return added, nil
}

func writeTimes(times []time.Duration) string {
	words := make([]string, len(times))
	for i, t := range times {
		words[i] = strconv.FormatInt(t.Microseconds(), 10)
	}
	return strings.Join(words, " ")
}

func readTimes(text string) (times []time.Duration, err error) {
	for word := range strings.FieldsSeq(text) {
		us, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, err
		}
		times = append(times, time.Duration(us)*time.Microsecond)
	}
	return times, nil
}

// TournamentGames returns the finished games with numbers from first on, in the order of the schedule.
func (s *Store) TournamentGames(ctx context.Context, id int64, first int) ([]TournamentGame, error) {
	return list(ctx, s, "games of a tournament", scanTournamentGame,
		`SELECT number, pairing, opening, black, white, moves, score_black,
		reason, detail, times, began, ended FROM tournament_games WHERE tournament = ? AND number >= ? ORDER BY number`,
		id, first)
}

func scanTournamentGame(row scanner) (g TournamentGame, err error) {
	var times string
	var began, ended int64
	err = row.Scan(&g.Number, &g.Pairing, &g.Opening, &g.Black, &g.White, &g.Moves, &g.ScoreBlack, &g.Reason, &g.Detail,
		&times, &began, &ended)
	if err == nil {
		g.Times, err = readTimes(times)
	}
	g.Began, g.Ended = time.UnixMilli(began).UTC(), time.UnixMilli(ended).UTC()
	return g, err
}

// TournamentBoard is a game in progress.
type TournamentBoard struct {
	Number       int
	Black, White int
	Position     string // one-line position before the first move
	Moves        string // transcript from Position, without passes
	Seen         time.Time
}

// SetTournamentBoard stores the current state of a game in progress.
func (s *Store) SetTournamentBoard(ctx context.Context, id int64, b TournamentBoard) error {
	err := s.exec(ctx,
		`INSERT INTO tournament_boards (tournament, number, black, white, position, moves, seen)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET moves = excluded.moves, seen = excluded.seen`,
		id, b.Number, b.Black, b.White, b.Position, b.Moves, s.now().UnixMilli())
	if err != nil {
		return fmt.Errorf("board of game %d of tournament %d: %w", b.Number, id, explain(err))
	}
	return nil
}

// TournamentBoards returns the games in progress, or those that were in progress when the tournament was interrupted.
func (s *Store) TournamentBoards(ctx context.Context, id int64) ([]TournamentBoard, error) {
	return list(ctx, s, "boards of a tournament", func(row scanner) (b TournamentBoard,
		err error,
	) {
		var seen int64
		err = row.Scan(&b.Number, &b.Black, &b.White, &b.Position, &b.Moves, &seen)
		b.Seen = time.UnixMilli(seen).UTC()
		return b, err
	}, "SELECT number, black, white, position, moves, seen FROM tournament_boards WHERE tournament = ? ORDER BY number",
		id)
}
