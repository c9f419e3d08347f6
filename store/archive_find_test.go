package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
)

// oracle contains the visits of some games to every position, up to symmetry.
type oracle struct {
	games   []*record.Game
	results []facts
	visits  map[othello.Position][]visit
}

// A visit is a position of a game, and the move that followed.
type visit struct {
	game int
	at   othello.Position
	move othello.Square
}

func newOracle(games []*record.Game) *oracle {
	o := &oracle{games: games, visits: map[othello.Position][]visit{}}
	for n, g := range games {
		known := g.Outcome()
		f := facts{score: noScore, sign: known.OnlyWinner}
		if known.Known {
			f.score = int8(known.ScoreBlack)
		}
		o.results = append(o.results, f)
		p := g.Start
		for _, m := range append(slices.Clone(g.Moves), noMove) {
			at, _ := p.Canonical()
			o.visits[at] = append(o.visits[at], visit{n, p, m})
			if m != noMove {
				p = p.Play(m)
			}
		}
	}
	return o
}

// answer computes the results of a position from every game that reached it.
func (o *oracle) answer(at othello.Position) (all Results, moves map[othello.Square]Results, numbers []int64) {
	moves = map[othello.Square]Results{}
	canonical, _ := at.Canonical()
	for _, v := range o.visits[canonical] {
		numbers = append(numbers, int64(v.game+1))
		all.add(o.results[v.game])
		least := v.move
		if least != noMove {
			least = leastMove(v.at, at, v.move)
		}
		r := moves[least]
		r.add(o.results[v.game])
		moves[least] = r
	}
	return all, moves, numbers
}

// leastMove returns the lowest square to which the symmetries from one position to another map a move.
func leastMove(from, to othello.Position, m othello.Square) othello.Square {
	least := othello.Pass
	for sym := range bitboard.Symmetry(bitboard.Symmetries) {
		if m != othello.Pass && from.Transform(sym) == to {
			least = min(least, othello.Square(sym.Square(int(m))))
		}
	}
	return least
}

// positionsOf returns all positions of some games, and one that no game reached.
func positionsOf(games []*record.Game) (list []othello.Position) {
	for _, g := range games {
		for ply := range len(g.Moves) + 1 {
			list = append(list, g.PositionAt(ply))
		}
	}
	return append(list, othello.Position{Mover: 1<<27 | 1<<28, Other: 1<<35 | 1<<36, Size: 8, Turn: othello.White})
}

// TestFindPosition checks that Find agrees with a scan of all games, for common and rare positions, in every
// orientation and on every board size.
func TestFindPosition(t *testing.T) {
	games := unique(randomGames(5, 400))
	s := openAt(t, newPath(t))
	importAll(t, s, games)
	o, some := newOracle(games), games[:40]
	if testing.Short() {
		some = games[:6]
	}
	for i, p := range positionsOf(some) {
		checkPosition(t, s, o, p.Transform(bitboard.Symmetry(i%bitboard.Symmetries)))
	}
}

func checkPosition(t *testing.T, s *Store, o *oracle, p othello.Position) {
	t.Helper()
	all, moves, numbers := o.answer(p)
	found, err := s.Find(t.Context(), GameQuery{Position: &p, Limit: len(o.games)})
	if err != nil {
		t.Fatal(err)
	}
	if found.Results != all {
		t.Errorf("%s: results %+v, want %+v", p, found.Results, all)
	}
	got := map[othello.Square]Results{}
	for _, m := range found.Moves {
		if len(m.Moves) == 0 {
			got[noMove] = m.Results
			continue
		}
		got[m.Moves[0]] = m.Results
		for _, equal := range m.Moves[1:] {
			if leastMove(p, p, equal) != m.Moves[0] {
				t.Errorf("%s: the moves %v are listed together, but are not symmetric", p, m.Moves)
			}
		}
	}
	if d := diff.Diff(moves, got); d != "" {
		t.Errorf("%s: moves (-want +got):\n%s", p, d)
	}
	if !slices.IsSortedFunc(found.Moves, func(a, b MoveResults) int { return cmp.Compare(b.Games, a.Games) }) {
		t.Errorf("%s: the moves are not sorted by games: %v", p, found.Moves)
	}
	if listed := numbersOf(found.Games); !slices.Equal(slices.Sorted(slices.Values(listed)), numbers) {
		t.Errorf("%s: games %v, want %v", p, listed, numbers)
	}
}

func numbersOf(games []ArchivedGame) (list []int64) {
	for _, g := range games {
		list = append(list, g.Number)
	}
	return list
}

// unique removes duplicate games.
func unique(games []*record.Game) []*record.Game {
	seen := map[[16]byte]bool{}
	return slices.DeleteFunc(games, func(g *record.Game) bool {
		row, err := newArchiveRow("", g)
		known := seen[row.content]
		seen[row.content] = true
		return err != nil || known
	})
}

// TestManyImports checks that many small imports give the same results as a single one, with few segments.
func TestManyImports(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	games := unique(randomGames(6, 260))
	s := openAt(t, newPath(t))
	for n := 0; n < len(games); {
		size := min(1+n%7, len(games)-n)
		importAll(t, s, games[n:n+size])
		n += size
		checkSegments(t, s, n)
	}
	o := newOracle(games)
	for _, p := range positionsOf(games[100:110]) {
		checkPosition(t, s, o, p)
	}
}

// checkSegments checks that there are few segments, and that they cover every game once.
func checkSegments(t *testing.T, s *Store, games int) {
	t.Helper()
	var segments, covered, last, stored, stray int
	err := s.read.QueryRowContext(t.Context(),
		`SELECT count(*), coalesce(sum(last - first + 1), 0), coalesce(max(last), 0),
		(SELECT count(*) FROM archive_games), (SELECT count(*) FROM archive_positions
		WHERE segment NOT IN (SELECT first FROM archive_segments))
		FROM archive_segments`).Scan(&segments, &covered, &last, &stored, &stray)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"covered": games, "last": games, "stored": games, "stray buckets": 0}
	got := map[string]int{"covered": covered, "last": last, "stored": stored, "stray buckets": stray}
	if diff := diff.Diff(want, got); diff != "" {
		t.Errorf("%d segments (-want +got):\n%s", segments, diff)
	}
	if segments > 12 {
		t.Errorf("%d segments for %d games, want at most 12", segments, games)
	}
}

// filterCase is a query and the number of games that match it.
type filterCase struct {
	q    GameQuery
	want int
}

// resultCases returns queries with whole names, colours and results. count counts the test games.
func resultCases(count func(func(*record.Game) bool) int) map[string]filterCase {
	lost := func(g *record.Game) bool {
		winner := g.Outcome().Winner()
		return winner == "black" && g.Black == "Tastet Marc" && g.White == "Rose" ||
			winner == "white" && g.White == "Tastet Marc" && g.Black == "Rose"
	}
	return map[string]filterCase{
		"whole name": {GameQuery{Players: []string{`"rose"`}}, count(func(g *record.Game) bool {
			return g.Black == "Rose" || g.White == "Rose"
		})},
		"part of a whole name": {GameQuery{Players: []string{`"Tastet"`}}, 0},
		"black": {GameQuery{Players: []string{"rose"}, Color: "black"}, count(func(g *record.Game) bool {
			return g.Black == "Rose"
		})},
		"white won": {GameQuery{Outcome: WhiteWon}, count(func(g *record.Game) bool {
			return g.Outcome().Winner() == "white"
		})},
		"black won": {GameQuery{Outcome: BlackWon}, count(func(g *record.Game) bool {
			return g.Outcome().Winner() == "black"
		})},
		"drawn": {GameQuery{Outcome: Drawn}, count(func(g *record.Game) bool {
			return g.Outcome().Winner() == "draw"
		})},
		"won": {GameQuery{Players: []string{"rose"}, Outcome: PlayerWon}, count(func(g *record.Game) bool {
			winner := g.Outcome().Winner()
			return winner == "black" && g.Black == "Rose" || winner == "white" && g.White == "Rose"
		})},
		"lost to the second": {GameQuery{Players: []string{"rose", "tastet"}, Outcome: PlayerLost}, count(lost)},
		"won as white": {
			GameQuery{Players: []string{"rose"}, Color: "white", Outcome: PlayerWon},
			count(func(g *record.Game) bool { return g.Outcome().Winner() == "white" && g.White == "Rose" }),
		},
	}
}

// TestFindFilters checks that names match by words, without regard to case and accents, and that two names match games
// between the two players.
func TestFindFilters(t *testing.T) {
	games := unique(randomGames(7, 300))
	s := openAt(t, newPath(t))
	importAll(t, s, games)
	start := othello.Start(othello.Size8, othello.Usual)
	count := func(wanted func(g *record.Game) bool) (n int) {
		for _, g := range games {
			if wanted(g) {
				n++
			}
		}
		return n
	}
	plays := func(g *record.Game, name string) bool { return g.Black == name || g.White == name }
	year := (*record.Game).Year
	cases := map[string]filterCase{
		"all": {GameQuery{}, len(games)},
		"player": {GameQuery{Players: []string{"marc TASTET"}}, count(func(g *record.Game) bool {
			return plays(g, "Tastet Marc")
		})},
		"accents": {GameQuery{Players: []string{"emile"}}, count(func(g *record.Game) bool {
			return plays(g, "Émile Zola")
		})},
		"japanese": {GameQuery{Players: []string{"為則"}}, count(func(g *record.Game) bool {
			return plays(g, "為則 英司")
		})},
		"no player":  {GameQuery{Players: []string{"marc rose"}}, 0},
		"tournament": {GameQuery{Event: "paris"}, count(func(g *record.Game) bool { return g.Event == "Paris Open" })},
		"two players": {GameQuery{Players: []string{"rose", "tastet"}}, count(func(g *record.Game) bool {
			return g.Black == "Rose" && g.White == "Tastet Marc" || g.White == "Rose" && g.Black == "Tastet Marc"
		})},
		"against oneself": {GameQuery{Players: []string{"rose", "rose"}}, count(func(g *record.Game) bool {
			return g.Black == "Rose" && g.White == "Rose"
		})},
		"three players": {GameQuery{Players: []string{"rose", "tastet", "zola"}}, 0},
		"years": {GameQuery{FromYear: 1996, ToYear: 2000}, count(func(g *record.Game) bool {
			return year(g) == 1996
		})},
		"from a year": {GameQuery{FromYear: 1996}, count(func(g *record.Game) bool { return year(g) >= 1996 })},
		"to a year": {GameQuery{ToYear: 1996}, count(func(g *record.Game) bool {
			return year(g) > 0 && year(g) <= 1996
		})},
		"with a position": {GameQuery{Players: []string{"rose"}, Position: &start}, count(func(g *record.Game) bool {
			return plays(g, "Rose") && g.Start == start
		})},
	}
	maps.Copy(cases, resultCases(count))
	for name, c := range cases {
		found, err := s.Find(t.Context(), c.q)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if found.Results.Games != c.want {
			t.Errorf("%s: %d games, want %d", name, found.Results.Games, c.want)
		}
		if wanted := count(c.q.Matches); wanted != c.want {
			t.Errorf("%s: Matches accepts %d games, want %d", name, wanted, c.want)
		}
		checkNumbers(t, s, c.q)
		without := []string{"no player", "three players", "part of a whole name"}
		if none := slices.Contains(without, name); none != (c.want == 0) {
			t.Errorf("%s: %d test games match, want some and not all", name, c.want)
		}
	}
}

// checkNumbers checks that ArchivedNumbers returns the numbers of the games that Find lists.
func checkNumbers(t *testing.T, s *Store, q GameQuery) {
	t.Helper()
	numbers, err := s.ArchivedNumbers(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	q.Limit = 1 << 20
	found, err := s.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	listed := slices.Sorted(slices.Values(numbersOf(found.Games)))
	if d := diff.Diff(listed, numbers, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("%+v: numbers (-want +got):\n%s", q, d)
	}
}

// TestMatchesPosition checks that Matches and the index agree about positions in every orientation.
func TestMatchesPosition(t *testing.T) {
	games := unique(randomGames(11, 60))
	s := openAt(t, newPath(t))
	importAll(t, s, games)
	for i, p := range positionsOf(games[:3]) {
		p = p.Transform(bitboard.Symmetry(i % bitboard.Symmetries))
		q := GameQuery{Position: &p}
		var want []int64
		for n, g := range games {
			if q.Matches(g) {
				want = append(want, int64(n+1))
			}
		}
		numbers, err := s.ArchivedNumbers(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Diff(want, numbers, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: (-want +got)\n%s", p, d)
		}
	}
}

// TestFindList checks that the list is sorted by year, newest first, and paged by Offset and Limit.
func TestFindList(t *testing.T) {
	games := unique(randomGames(8, 200))
	s := openAt(t, newPath(t))
	importAll(t, s, games)
	find := func(offset, limit int) []int64 {
		found, err := s.Find(t.Context(), GameQuery{Offset: offset, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		if found.Results.Games != len(games) {
			t.Fatalf("%d games, want %d", found.Results.Games, len(games))
		}
		if found.Moves != nil {
			t.Fatalf("moves %v without a position, want none", found.Moves)
		}
		return numbersOf(found.Games)
	}
	all := find(0, 1000)
	if len(all) != len(games) || !slices.IsSortedFunc(all, func(a, b int64) int {
		return cmp.Or(cmp.Compare(games[b-1].Year(), games[a-1].Year()), cmp.Compare(b, a))
	}) {
		t.Errorf("games %v, want all %d, sorted by year", all, len(games))
	}
	for _, c := range [][2]int{{0, 10}, {5, 10}, {195, 10}, {500, 10}, {0, 0}, {-3, 2}, {3, -2}} {
		from := min(max(c[0], 0), len(all))
		if want := all[from:min(from+max(c[1], 0), len(all))]; fmt.Sprint(find(c[0], c[1])) != fmt.Sprint(want) {
			t.Errorf("offset %d, limit %d: %v, want %v", c[0], c[1], find(c[0], c[1]), want)
		}
	}
}

func TestFindNothing(t *testing.T) {
	s := openAt(t, newPath(t))
	start := othello.Start(othello.Size8, othello.Usual)
	found, err := s.Find(t.Context(), GameQuery{Position: &start, Limit: 5, Players: []string{"x"}})
	if err != nil {
		t.Error(err)
	}
	if diff := diff.Diff(Found{}, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if sum := importAll(t, s, nil); sum != (ImportSum{}) {
		t.Errorf("sum of an empty import: %+v, want zeros", sum)
	}
}

func BenchmarkFind(b *testing.B) {
	s := openAt(b, newPath(b))
	importAll(b, s, randomGames(9, 5000))
	for name, text := range map[string]string{
		"start": "", "three plies": "f5d6c3",
		"no game": "f5d6c3d3c4f4f6f3e6e7d7g6",
	} {
		p, _, err := paste.Position(othello.Start(othello.Size8, othello.Usual), text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Find(b.Context(), GameQuery{Position: &p, Limit: 10}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkImport(b *testing.B) {
	games := randomGames(10, 5000)
	for b.Loop() {
		importAll(b, openAt(b, memory), games)
	}
}

// TestNamedGames checks the numbers of games of players and tournaments, and the games of a player, against a scan of
// all games.
func TestNamedGames(t *testing.T) {
	games := unique(randomGames(13, 200))
	s := openAt(t, newPath(t))
	importAll(t, s, games)
	q := GameQuery{FromYear: 1990}
	players, total, err := s.ArchivedPlayers(t.Context(), q, "", 2)
	if err != nil || len(players) != 2 {
		t.Fatalf("%d players, error %v; want 2", len(players), err)
	}
	byName := map[string]NamedGames{}
	for _, g := range games {
		if q.Matches(g) {
			countGame(byName, g)
		}
	}
	if d := diff.Diff(byName[players[0].Name], players[0]); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if total != len(byName) || players[0].Games < players[1].Games {
		t.Errorf("%d players, the first with %d games and the second with %d; want %d by games", total,
			players[0].Games, players[1].Games, len(byName))
	}
	found, _, err := s.ArchivedPlayers(t.Context(), GameQuery{}, "zol emi", 9)
	if err != nil || len(found) != 1 {
		t.Fatalf("players %+v, error %v; want one", found, err)
	}
	if found[0].Name != "Émile Zola" {
		t.Errorf("player %+v, want Émile Zola", found[0])
	}
	events, total, err := s.ArchivedEvents(t.Context(), GameQuery{}, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 1 || total != 2 {
		t.Errorf("tournaments %+v of %d, want one of 2", events, total)
	}
	checkGamesOf(t, s, games)
}

// countGame adds a game to the results of its players, except those without a name.
func countGame(to map[string]NamedGames, g *record.Game) {
	known := g.Outcome()
	f := facts{score: noScore, sign: known.OnlyWinner, year: uint16(g.Year())}
	if known.Known {
		f.score = int8(known.ScoreBlack)
		if f.sign {
			f.score = int8(cmp.Compare(known.ScoreBlack, 0))
		}
	}
	for color, name := range []string{g.Black, g.White} {
		if name == "" {
			continue
		}
		n := to[name]
		n.Name = name
		n.add(f, othello.Color(color))
		to[name] = n
	}
}

func checkGamesOf(t *testing.T, s *Store, games []*record.Game) {
	t.Helper()
	of, err := s.GamesOf(t.Context(), GameQuery{Players: []string{`"rose"`}})
	if err != nil {
		t.Fatal(err)
	}
	var want []PlayerGame
	for i, g := range games {
		if g.Black != "Rose" && g.White != "Rose" {
			continue
		}
		known := g.Outcome()
		w := PlayerGame{
			Number: int64(i + 1), Year: g.Year(), Opponent: g.White, Event: g.Event, Known: known.Known,
			OnlyWinner: known.OnlyWinner, Score: known.ScoreBlack,
		}
		if known.OnlyWinner {
			w.Score = cmp.Compare(w.Score, 0)
		}
		if g.Black != "Rose" {
			w.Color, w.Opponent, w.Score = othello.White, g.Black, -w.Score
		}
		want = append(want, w)
	}
	if d := diff.Diff(want, of); d != "" {
		t.Errorf("games of a player (-want +got):\n%s", d)
	}
}
