package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

const selectArchive = `SELECT g.number, g.size, g.start, g.moves, b.name, w.name, e.name, s.name, g.round, g.date,
	g.score, g.sign, g.reason, g.tags, g.rest
	FROM archive_games g JOIN archive_names b ON b.number = g.black JOIN archive_names w ON w.number = g.white
	JOIN archive_names e ON e.number = g.event JOIN archive_names s ON s.number = g.source WHERE g.number = ?`

// ArchivedGames yields the imported games with the given numbers, in that order. It yields [ErrNotFound] and stops at a
// missing number. An in-memory database must not be used for other queries during the loop: it has a single connection.
func (s *Store) ArchivedGames(ctx context.Context, numbers []int64) iter.Seq2[ArchivedGame, error] {
	return func(yield func(ArchivedGame, error) bool) {
		tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			yield(ArchivedGame{}, explain(err))
			return
		}
		defer func() { _ = tx.Rollback() }() // nothing was written
		from, err := newArchiveReader(ctx, tx)
		if err != nil {
			yield(ArchivedGame{}, explain(err))
			return
		}
		for _, number := range numbers {
			g, err := from.game(ctx, number)
			if err != nil {
				err = fmt.Errorf("imported game %d: %w", number, explain(err))
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// PlayerGame is an imported game from the view of one of its players.
type PlayerGame struct {
	Number          int64
	Year            int // 0: unknown
	Color           othello.Color
	Opponent, Event string

	Known      bool // the result is known
	OnlyWinner bool // nothing else of the result is known
	Score      int  // from the player's view; 1, 0 or -1 if OnlyWinner
}

// NamedGames is the games of a player, or of a tournament. The results are from the player's view, and zero for a
// tournament.
type NamedGames struct {
	Name            string
	Games           int
	Won, Drew, Lost int
	Scored, Discs   int // games with a known score, and the sum of their scores
	From, To        int // years of the first and the last game with a known year, or 0
}

func (n *NamedGames) add(f facts, mine othello.Color) {
	n.Games++
	if year := int(f.year); year != 0 {
		n.To = max(n.To, year)
		if n.From == 0 || year < n.From {
			n.From = year
		}
	}
	if f.score == noScore {
		return
	}
	score := int(f.score)
	if mine == othello.White {
		score = -score
	}
	switch cmp.Compare(score, 0) {
	case 1:
		n.Won++
	case 0:
		n.Drew++
	case -1:
		n.Lost++
	}
	if !f.sign {
		n.Scored++
		n.Discs += score
	}
}

// ArchivedPlayers returns the players of the games that match a query, those with the most games first. words limits
// them to names that it matches as in [GameQuery]. total counts those before the limit.
func (s *Store) ArchivedPlayers(ctx context.Context, q GameQuery, words string, limit int) (
	list []NamedGames, total int, err error,
) {
	return s.named(ctx, q, words, limit, func(count func(name uint32) *NamedGames, f facts) {
		count(f.black).add(f, othello.Black)
		count(f.white).add(f, othello.White)
	})
}

// ArchivedEvents is [Store.ArchivedPlayers] for tournaments.
func (s *Store) ArchivedEvents(ctx context.Context, q GameQuery, words string, limit int) (
	list []NamedGames, total int, err error,
) {
	return s.named(ctx, q, words, limit, func(count func(name uint32) *NamedGames, f facts) {
		f.score = noScore
		count(f.event).add(f, othello.Black)
	})
}

// named groups the games that match a query by name. add adds a game to its names.
func (s *Store) named(
	ctx context.Context, q GameQuery, words string, limit int, add func(func(name uint32) *NamedGames, facts),
) (list []NamedGames, total int, err error) {
	by := map[uint32]*NamedGames{}
	count := func(name uint32) *NamedGames {
		n := by[name]
		if n == nil {
			n = &NamedGames{}
			by[name] = n
		}
		return n
	}
	err = s.visit(ctx, q, func(_ int64, f facts, _ sides) { add(count, f) }, func(n archiveName) {
		if of := by[n.number]; of != nil && isNamed(fold(n.name), words) {
			of.Name = n.name
			list = append(list, *of)
		}
	})
	slices.SortFunc(list, func(a, b NamedGames) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(limit, len(list))], len(list), err
}

// GamesOf returns the games of the first player of a query, in ascending order of their numbers. A game between two
// players whose names both match counts for Black.
func (s *Store) GamesOf(ctx context.Context, q GameQuery) (games []PlayerGame, err error) {
	names := map[uint32]string{}
	var numbers [][2]uint32 // of the opponent and the tournament of each game
	err = s.visit(ctx, q, func(number int64, f facts, first sides) {
		g := PlayerGame{Number: number, Year: int(f.year), Known: f.score != noScore, OnlyWinner: f.sign}
		opponent := f.white
		if !first.black {
			g.Color, opponent = othello.White, f.black
		}
		if g.Known {
			g.Score = int(f.score)
			if g.Color == othello.White {
				g.Score = -g.Score
			}
		}
		names[opponent], names[f.event] = "", ""
		games, numbers = append(games, g), append(numbers, [2]uint32{opponent, f.event})
	}, func(n archiveName) {
		if _, used := names[n.number]; used {
			names[n.number] = n.name
		}
	})
	for i := range games {
		games[i].Opponent, games[i].Event = names[numbers[i][0]], names[numbers[i][1]]
	}
	return games, err
}

// visit calls game for each game that matches a query, and then name for each name of the database.
func (s *Store) visit(
	ctx context.Context, q GameQuery, game func(number int64, f facts, first sides), name func(archiveName),
) error {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("find: %w", cmp.Or(ctx.Err(), explain(err)))
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	if _, err = find(ctx, tx, q, game); err == nil {
		for n, fault := range namesOf(ctx, tx) {
			if fault != nil {
				err = fault
				break
			}
			name(n)
		}
	}
	if err != nil {
		return fmt.Errorf("find: %w", cmp.Or(ctx.Err(), explain(err)))
	}
	return nil
}

// archiveReader reads single games. Its statements are closed with the transaction.
type archiveReader struct {
	row, name *sql.Stmt
	names     map[uint64]string
}

func newArchiveReader(ctx context.Context, tx *sql.Tx) (a *archiveReader, err error) {
	a = &archiveReader{names: map[uint64]string{}}
	if a.row, err = tx.PrepareContext(ctx, selectArchive); err != nil {
		return nil, err
	}
	a.name, err = tx.PrepareContext(ctx, "SELECT name FROM archive_names WHERE number = ?")
	return a, err
}

func (a *archiveReader) game(ctx context.Context, number int64) (g ArchivedGame, err error) {
	var r archiveRow
	var tags []byte
	err = a.row.QueryRowContext(ctx, number).Scan(&g.Number, &r.size, &r.start, &r.moves, &r.black, &r.white, &r.event,
		&g.Source,
		&r.round, &r.date, &r.score, &r.sign, &r.reason, &tags, &r.rest)
	if err != nil {
		return g, err
	}
	if r.tags, err = readTags(tags, func(number uint64) (string, error) { return a.nameOf(ctx, number) }); err != nil {
		return g, err
	}
	g.Game, err = r.game()
	return g, err
}

func (a *archiveReader) nameOf(ctx context.Context, number uint64) (name string, err error) {
	if name, ok := a.names[number]; ok {
		return name, nil
	}
	err = a.name.QueryRowContext(ctx, int64(number)).Scan(&name)
	a.names[number] = name
	return name, err
}

// longTag is the length in bytes from which tag values are stored as numbered names, because all games of a file may
// share one.
const longTag = 16

// appendTag encodes a tag: the number of its name, then its value or the number of its value.
func (i *Import) appendTag(ctx context.Context, tx *sql.Tx, b []byte, t record.Tag) ([]byte, error) {
	name, err := i.number(ctx, tx, t.Name)
	if err != nil {
		return b, err
	}
	b = binary.AppendUvarint(b, uint64(name))
	if len(t.Value) < longTag {
		b = binary.AppendUvarint(b, uint64(len(t.Value))<<1)
		return append(b, t.Value...), nil
	}
	value, err := i.number(ctx, tx, t.Value)
	return binary.AppendUvarint(b, uint64(value)<<1|1), err
}

var errTags = errors.New("damaged tags")

// readTags decodes the tags encoded by appendTag.
func readTags(b []byte, nameOf func(number uint64) (string, error)) (tags []record.Tag, err error) {
	for len(b) > 0 {
		name, n := binary.Uvarint(b)
		if n <= 0 {
			return tags, errTags
		}
		head, m := binary.Uvarint(b[n:])
		if m <= 0 || head&1 == 0 && head>>1 > uint64(len(b)-n-m) {
			return tags, errTags
		}
		b = b[n+m:]
		var t record.Tag
		if t.Name, err = nameOf(name); err != nil {
			return tags, err
		}
		if head&1 == 1 {
			t.Value, err = nameOf(head >> 1)
		} else {
			t.Value, b = string(b[:head>>1]), b[head>>1:]
		}
		if err != nil {
			return tags, err
		}
		tags = append(tags, t)
	}
	return tags, nil
}
