package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/record"
)

// ArchivedNumbers returns the numbers of all imported games that match a query, in ascending order. It ignores Offset
// and Limit.
func (s *Store) ArchivedNumbers(ctx context.Context, q GameQuery) ([]int64, error) {
	numbers, err := s.archivedNumbers(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find: %w", cmp.Or(ctx.Err(), explain(err)))
	}
	return numbers, nil
}

func (s *Store) archivedNumbers(ctx context.Context, q GameQuery) ([]int64, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	w, err := find(ctx, tx, q)
	if err != nil {
		return nil, err
	}
	numbers := make([]int64, len(w.order))
	for i, place := range w.order {
		numbers[i] = int64(place & (1<<numberBits - 1))
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Matches reports whether a game that was not imported, such as one of a tournament, matches a query.
func (q GameQuery) Matches(g *record.Game) bool {
	from, to, year := q.FromYear, cmp.Or(q.ToYear, 1<<15), g.Year()
	if (q.FromYear != 0 || q.ToYear != 0) && (year == 0 || year < from || year > to) {
		return false
	}
	if q.Event != "" && !hasWords(fold(g.Event), q.Event) {
		return false
	}
	return q.matchesPlayers(fold(g.Black), fold(g.White)) && q.matchesPosition(g)
}

func (q GameQuery) matchesPlayers(black, white string) bool {
	for _, player := range q.Players {
		if !hasWords(black, player) && !hasWords(white, player) {
			return false
		}
	}
	if len(q.Players) != 2 {
		return true
	}
	one, other := q.Players[0], q.Players[1] // they play each other; one name may match both sides
	return hasWords(black, one) && hasWords(white, other) || hasWords(white, one) && hasWords(black, other)
}

func (q GameQuery) matchesPosition(g *record.Game) bool {
	if q.Position == nil {
		return true
	}
	w := finder{at: q.Position}
	w.key, _ = keyOf(*q.Position, noMove)
	moves := make([]byte, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = byte(m)
	}
	_, came := w.moveIn(g.Start, moves)
	return came
}
