package store

import (
	"context"
	"fmt"
	"math"
	"time"
)

// TournamentProgress is the progress of a tournament, without its games.
type TournamentProgress struct {
	Played int       // finished games
	Total  int       // games of the rounds paired so far
	Heard  time.Time // when something was last stored: the tournament, a finished game or a board
}

// TournamentProgress returns the progress of the tournament with that id, or [ErrNotFound].
func (s *Store) TournamentProgress(ctx context.Context, id int64) (n TournamentProgress, err error) {
	var heard int64
	err = s.read.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM tournament_games WHERE tournament = t.id),
		(SELECT coalesce(sum(games), 0) FROM tournament_pairings WHERE tournament = t.id),
		max(began, coalesce((SELECT max(ended) FROM tournament_games WHERE tournament = t.id), 0),
			coalesce((SELECT max(seen) FROM tournament_boards WHERE tournament = t.id), 0))
		FROM tournaments AS t WHERE id = ?`, id).Scan(&n.Played, &n.Total, &heard)
	if err != nil {
		return TournamentProgress{}, fmt.Errorf("progress of tournament %d: %w", id, explain(err))
	}
	n.Heard = time.UnixMilli(heard).UTC()
	return n, nil
}

// AnyPlayer matches every player in a [TournamentChoice].
const AnyPlayer = -1

// TournamentChoice selects finished games of a tournament.
type TournamentChoice struct {
	Before int // only games with lower numbers; 0: all
	Player int // numbered from 0, or [AnyPlayer]
	Versus int // opponent of Player: numbered from 0, or [AnyPlayer]
	Limit  int
}

const selectTournamentGame = `SELECT number, pairing, opening, black, white, moves, score_black, reason, detail,
	times, began, ended
	FROM tournament_games WHERE tournament = ? `

// LastTournamentGames returns the selected games of a tournament in reverse order of the schedule.
func (s *Store) LastTournamentGames(ctx context.Context, id int64, c TournamentChoice) ([]TournamentGame, error) {
	before := c.Before
	if before == 0 {
		before = math.MaxInt
	}
	return list(ctx, s, "last games of a tournament", scanTournamentGame, selectTournamentGame+`AND number < ?
		AND (?3 < 0 OR black = ?3 OR white = ?3) AND (?4 < 0 OR black = ?4 OR white = ?4)
		ORDER BY number DESC LIMIT ?5`,
		id, before, c.Player, c.Versus, c.Limit)
}

// NextTournamentGames returns at most limit finished games with numbers from first on, in the order of the schedule.
func (s *Store) NextTournamentGames(ctx context.Context, id int64, first, limit int) ([]TournamentGame, error) {
	return list(ctx, s, "games of a tournament", scanTournamentGame, selectTournamentGame+
		"AND number >= ? ORDER BY number LIMIT ?", id, first, limit)
}

// TournamentGame returns the finished game with that number, or [ErrNotFound].
func (s *Store) TournamentGame(ctx context.Context, id int64, number int) (TournamentGame, error) {
	g, err := scanTournamentGame(s.read.QueryRowContext(ctx, selectTournamentGame+"AND number = ?", id, number))
	if err != nil {
		return TournamentGame{}, fmt.Errorf("game %d of tournament %d: %w", number, id, explain(err))
	}
	return g, nil
}
