package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
)

// GameQuery is a query for imported games. The zero value matches all games and lists none.
type GameQuery struct {
	// each names one of the two players by words of the name, or by the whole name in double quotes, ignoring case and
	// accents
	Players          []string
	Color            string            // of the first player, "black" or "white"; "": either
	Outcome          Outcome           // "": any
	Event            string            // words of the tournament's name, likewise
	FromYear, ToYear int               // inclusive; 0: no limit
	Position         *othello.Position // games that reached it or a position symmetric to it
	Offset, Limit    int               // page of the games to list, newest first
}

// Outcome selects games by their result. A game with an unknown result has none of them.
type Outcome string

// The outcomes.
const (
	BlackWon   Outcome = "black"
	WhiteWon   Outcome = "white"
	Drawn      Outcome = "draw"
	PlayerWon  Outcome = "won"  // the first of the players won
	PlayerLost Outcome = "lost" // the first of the players lost
)

// Found is the answer to a [GameQuery].
type Found struct {
	Results

	Moves []MoveResults  // results by next move, most frequent first; nil without a position
	Games []ArchivedGame // the requested page, by descending year and number
}

// Results counts games by outcome. Games exceeds the sum of the others if some results are unknown.
type Results struct {
	Games, Black, Draws, White int
	Scored                     int // games with a known score
	Discs                      int // sum of their scores from Black's view
}

// Mean returns the mean score from Black's view. ok is false if no score is known.
func (r Results) Mean() (mean float64, ok bool) {
	return float64(r.Discs) / float64(max(r.Scored, 1)), r.Scored > 0
}

func (r *Results) add(f facts) {
	r.Games++
	if f.score == noScore {
		return
	}
	switch cmp.Compare(f.score, 0) {
	case 1:
		r.Black++
	case 0:
		r.Draws++
	case -1:
		r.White++
	}
	if !f.sign {
		r.Scored++
		r.Discs += int(f.score)
	}
}

// MoveResults is the results of the games that continued with a move.
type MoveResults struct {
	Results

	Moves []othello.Square // the move and its equivalents by symmetry of the position; empty: the game ended there
}

// finder evaluates a [GameQuery] segment by segment.
type finder struct {
	tx      *sql.Tx
	query   GameQuery
	players []map[uint32]bool
	event   map[uint32]bool
	years   [2]int
	at      *othello.Position
	visit   func(number int64, f facts, first sides) // called for each game found; may be nil
	key     archiveKey
	all     Results
	byMove  [noMove + 1]Results
	order   []uint64 // year and number of each game found
}

const numberBits = 48

// Find returns the results of the imported games that match a query, and the requested page of them.
func (s *Store) Find(ctx context.Context, q GameQuery) (Found, error) {
	found, err := s.find(ctx, q)
	if err != nil {
		return Found{}, fmt.Errorf("find: %w", cmp.Or(ctx.Err(), explain(err)))
	}
	return found, nil
}

func (s *Store) find(ctx context.Context, q GameQuery) (found Found, err error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return found, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	w, err := find(ctx, tx, q, nil)
	if err != nil {
		return found, err
	}
	found.Results, found.Moves = w.all, w.moves()
	from, err := newArchiveReader(ctx, tx)
	if err != nil {
		return found, err
	}
	for _, place := range w.page(max(q.Offset, 0), max(q.Limit, 0)) {
		g, err := from.game(ctx, int64(place&(1<<numberBits-1)))
		if err != nil {
			return found, err
		}
		found.Games = append(found.Games, g)
	}
	return found, nil
}

// find evaluates a query against all segments. It calls visit, unless nil, for each game with the colours that the
// first player of the query may have.
func find(ctx context.Context, tx *sql.Tx, q GameQuery, visit func(number int64, f facts, first sides)) (
	*finder, error,
) {
	w := &finder{tx: tx, query: q, years: [2]int{q.FromYear, cmp.Or(q.ToYear, 1<<15)}, at: q.Position, visit: visit}
	if q.Position != nil {
		w.key, _ = keyOf(*q.Position, noMove)
	}
	if err := w.match(ctx, q); err != nil {
		return nil, err
	}
	return w, w.segments(ctx)
}

// page returns a part of the games found, by descending year and number. It sorts only the years that it needs.
func (w *finder) page(offset, limit int) []uint64 {
	if limit == 0 || offset >= len(w.order) {
		return nil
	}
	end := offset + min(limit, len(w.order)-offset)
	perYear := make([]int, 1<<16)
	for _, place := range w.order {
		perYear[place>>numberBits]++
	}
	oldest, enough := len(perYear), 0
	for enough < end {
		oldest--
		enough += perYear[oldest]
	}
	recent := slices.DeleteFunc(w.order, func(place uint64) bool { return place>>numberBits < uint64(oldest) })
	slices.Sort(recent)
	slices.Reverse(recent)
	return recent[offset:end]
}

// match finds the numbers of the names that match the query.
func (w *finder) match(ctx context.Context, q GameQuery) error {
	if len(q.Players) == 0 && q.Event == "" {
		return nil
	}
	w.players = make([]map[uint32]bool, len(q.Players))
	for i := range w.players {
		w.players[i] = map[uint32]bool{}
	}
	if q.Event != "" {
		w.event = map[uint32]bool{}
	}
	for n, err := range namesOf(ctx, w.tx) {
		if err != nil {
			return err
		}
		name := fold(n.name)
		for i, player := range q.Players {
			if isNamed(name, player) {
				w.players[i][n.number] = true
			}
		}
		if q.Event != "" && isNamed(name, q.Event) {
			w.event[n.number] = true
		}
	}
	return nil
}

// archiveName is a row of archive_names.
type archiveName struct {
	number uint32
	name   string
}

// namesOf yields all names of imported games.
func namesOf(ctx context.Context, tx *sql.Tx) iter.Seq2[archiveName, error] {
	scan := func(row scanner) (n archiveName, err error) {
		err = row.Scan(&n.number, &n.name)
		return n, err
	}
	return rowsOf(ctx, tx, scan, "SELECT number, name FROM archive_names")
}

// matches reports whether the game matches the query, apart from the position.
func (w *finder) matches(f facts) bool {
	if year := int(f.year); w.years != [2]int{0, 1 << 15} && (year == 0 || year < w.years[0] || year > w.years[1]) {
		return false
	}
	if w.event != nil && !w.event[f.event] {
		return false
	}
	sides := w.sides(f)
	return (sides.black || sides.white || len(w.players) == 0) && w.query.admits(sides, f)
}

// sides returns the colours that the first player of the query may have in a game.
func (w *finder) sides(f facts) sides {
	plays := make([]sides, 0, 2)
	for _, names := range w.players {
		plays = append(plays, sides{names[f.black], names[f.white]})
	}
	return w.query.sidesOf(plays)
}

// moves returns the results by move. A canonical move stands for one or more moves of the queried position.
func (w *finder) moves() (list []MoveResults) {
	if w.at == nil {
		return nil
	}
	for move, results := range w.byMove {
		if results.Games == 0 {
			continue
		}
		m := MoveResults{Results: results}
		for _, legal := range w.at.Moves() {
			if _, canonical := keyOf(*w.at, legal); canonical == othello.Square(move) {
				m.Moves = append(m.Moves, legal)
			}
		}
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b MoveResults) int { return cmp.Compare(b.Games, a.Games) })
	return list
}

// segment is a row of archive_segments.
type segment struct {
	first, last int64
	bits        int
}

// segments evaluates all segments.
func (w *finder) segments(ctx context.Context) error {
	list, err := segmentsOf(ctx, w.tx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := w.segment(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func segmentsOf(ctx context.Context, tx *sql.Tx) (list []segment, err error) {
	scan := func(row scanner) (s segment, err error) {
		err = row.Scan(&s.first, &s.last, &s.bits)
		return s, err
	}
	for s, err := range rowsOf(ctx, tx, scan, "SELECT first, last, bits FROM archive_segments ORDER BY first") {
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func (w *finder) segment(ctx context.Context, s segment) error {
	hits, err := w.hits(ctx, s)
	if err != nil || len(hits) == 0 {
		return err
	}
	var table []byte
	if err := w.tx.QueryRowContext(ctx, "SELECT facts FROM archive_segments WHERE first = ?",
		s.first).Scan(&table); err != nil {
		return err
	}
	if len(table) != int(s.last-s.first+1)*factBytes {
		return errBucket
	}
	w.order = slices.Grow(w.order, len(hits))
	for _, h := range hits {
		if int64(h.game) > s.last-s.first {
			return errBucket
		}
		f := factsAt(table, int(h.game))
		if !w.matches(f) {
			continue
		}
		w.all.add(f)
		w.byMove[h.move].add(f)
		w.order = append(w.order, uint64(f.year)<<numberBits|uint64(s.first+int64(h.game)))
		if w.visit != nil {
			w.visit(s.first+int64(h.game), f, w.sides(f))
		}
	}
	return nil
}
