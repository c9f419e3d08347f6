package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// TournamentResult is the results of two players of a tournament in its finished games, from the first player's view.
// Players are numbered from 0.
type TournamentResult struct {
	Tournament          int64
	First, Second       int // First < Second
	Wins, Draws, Losses int
	Discs               int // sum of the final disc differences
	// number of game pairs, both finished, by the first player's points in the two games: 0, ½, 1, 1½, 2
	Pairs [5]int
}

// TournamentResults returns the results of all tournaments, ordered by tournament and players. The database sums them.
func (s *Store) TournamentResults(ctx context.Context) ([]TournamentResult, error) {
	return list(ctx, s, "results of all tournaments", func(row scanner) (r TournamentResult,
		err error,
	) {
		err = row.Scan(&r.Tournament, &r.First, &r.Second, &r.Wins, &r.Draws, &r.Losses, &r.Discs, &r.Pairs[0],
			&r.Pairs[1], &r.Pairs[2], &r.Pairs[3], &r.Pairs[4])
		return r, err
	}, `SELECT tournament, first, second, sum(wins), sum(draws), sum(losses), sum(discs),
			sum(n = 2 AND wins - losses = -2), sum(n = 2 AND wins - losses = -1), sum(n = 2 AND wins = losses),
			sum(n = 2 AND wins - losses = 1), sum(n = 2 AND wins - losses = 2)
		FROM (SELECT tournament, first, second, count(*) AS n, sum(score > 0) AS wins, sum(score = 0) AS draws,
		sum(score < 0) AS losses, sum(score) AS discs
			FROM (SELECT tournament, number, min(black, white) AS first, max(black, white) AS second,
			iif(black < white, score_black, -score_black) AS score
				FROM tournament_games INDEXED BY tournament_results)
			GROUP BY tournament, number / 2, first, second)
		GROUP BY tournament, first, second ORDER BY tournament, first, second`)
}

// TournamentCount counts the stored tournaments, those that have ended, and their finished games. While it is
// unchanged, so are [Store.TournamentResults] and [Store.AllTournaments].
type TournamentCount struct{ Tournaments, Ended, Games int }

// TournamentCount returns the current counts.
func (s *Store) TournamentCount(ctx context.Context) (c TournamentCount, err error) {
	err = s.read.QueryRowContext(ctx,
		`SELECT (SELECT count(*) FROM tournaments), (SELECT count(ended) FROM tournaments),
		(SELECT count(*) FROM tournament_games INDEXED BY tournament_results)`).Scan(&c.Tournaments, &c.Ended, &c.Games)
	if err != nil {
		return TournamentCount{}, fmt.Errorf("count tournaments: %w", explain(err))
	}
	return c, nil
}

// AllTournaments returns every tournament without its outcome, ordered by id.
func (s *Store) AllTournaments(ctx context.Context) ([]Tournament, error) {
	return list(ctx, s, "all tournaments", func(row scanner) (t Tournament, err error) {
		var began int64
		var ended sql.NullInt64
		err = row.Scan(&t.ID, &t.Name, &t.Spec, &began, &ended)
		t.Began = time.UnixMilli(began).UTC()
		if ended.Valid {
			t.Ended = time.UnixMilli(ended.Int64).UTC()
		}
		return t, err
	}, "SELECT id, name, spec, began, ended FROM tournaments ORDER BY id")
}
