package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

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
	w, err := find(ctx, tx, q, nil)
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
	if q.Event != "" && !isNamed(fold(g.Event), q.Event) {
		return false
	}
	black, white, plays := fold(g.Black), fold(g.White), make([]sides, len(q.Players))
	for i, player := range q.Players {
		plays[i] = sides{isNamed(black, player), isNamed(white, player)}
	}
	first, known := q.sidesOf(plays), g.Outcome()
	f := facts{score: noScore}
	if known.Known {
		f.score = int8(known.ScoreBlack)
	}
	return (first.black || first.white || len(q.Players) == 0) && q.admits(first, f) && q.matchesPosition(g)
}

// sides holds the colours that a player may have in a game. Both are possible if a name matches both players.
type sides struct{ black, white bool }

// sidesOf returns the colours that the first player may have, given those that each player may have. Two players play
// each other, and one name may match both. It is the zero value if the game does not match the players.
func (q GameQuery) sidesOf(plays []sides) sides {
	if len(plays) == 0 {
		return sides{}
	}
	first := plays[0]
	for _, other := range plays[1:] {
		if !other.black && !other.white {
			return sides{}
		}
	}
	if len(plays) == 2 {
		first = sides{first.black && plays[1].white, first.white && plays[1].black}
	}
	switch q.Color {
	case "black":
		first.white = false
	case "white":
		first.black = false
	}
	return first
}

// admits reports whether a game has the outcome of the query, given the colours of its first player.
func (q GameQuery) admits(first sides, f facts) bool {
	if q.Outcome == "" {
		return true
	}
	if f.score == noScore {
		return false
	}
	switch q.Outcome {
	case BlackWon:
		return f.score > 0
	case WhiteWon:
		return f.score < 0
	case PlayerWon:
		return first.black && f.score > 0 || first.white && f.score < 0
	case PlayerLost:
		return first.black && f.score < 0 || first.white && f.score > 0
	default:
		return f.score == 0
	}
}

// isNamed reports whether the folded name contains every word of text, or equals the text inside double quotes. It is
// false for an empty name.
func isNamed(name, text string) bool {
	text = fold(strings.TrimSpace(text))
	if whole, ok := strings.CutPrefix(text, `"`); ok {
		if whole, ok = strings.CutSuffix(whole, `"`); ok {
			return name == whole && name != ""
		}
	}
	for word := range strings.FieldsSeq(text) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	return name != ""
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
