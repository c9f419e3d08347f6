package store

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// randomGame returns a game of random moves, mostly from the usual start and mostly finished.
func randomGame(r *rand.Rand) *record.Game {
	people := []string{"Tastet Marc", "Émile Zola", "為則 英司", "", "Rose"}
	g := &record.Game{
		Start: othello.Start(othello.Size8, othello.Usual), Black: people[r.IntN(5)], White: people[r.IntN(5)],
		Event: []string{"Paris Open", "名人戦", ""}[r.IntN(3)], Date: []string{
			"", "1995", "1996-02-03",
			"2001-12-15T12:33:18Z",
		}[r.IntN(4)],
	}
	switch r.IntN(10) {
	case 0:
		g.Start = othello.Start(othello.Size6, othello.Usual)
	case 1:
		g.Start = othello.Start(othello.Size8, othello.Parallel)
	}
	plies := []int{100, 100, 8, r.IntN(60)}[r.IntN(4)]
	for p := g.Start; len(g.Moves) < plies; {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(min(len(moves), 1+r.IntN(4)))] // so that games often share positions
		p, g.Moves = p.Play(m), append(g.Moves, m)
	}
	if r.IntN(3) == 0 {
		g.Result = record.Result{
			Known: true, ScoreBlack: 2*r.IntN(65) - 64, OnlyWinner: r.IntN(2) == 0,
			Reason: record.Resigned,
		}
	}
	return g
}

func randomGames(seed uint64, n int) []*record.Game {
	r := rand.New(rand.NewPCG(seed, 1))
	games := make([]*record.Game, n)
	for i := range games {
		games[i] = randomGame(r)
	}
	return games
}

func importAll(t testing.TB, s *Store, games []*record.Game) ImportSum {
	t.Helper()
	i := s.NewImport()
	for _, g := range games {
		if err := i.Add(t.Context(), "test.ggf", g); err != nil {
			t.Fatal(err)
		}
	}
	sum, err := i.Finish(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// everything returns all games of the archive.
func everything(t *testing.T, s *Store) []*record.Game {
	t.Helper()
	found, err := s.Find(t.Context(), GameQuery{})
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int64, found.Results.Games)
	for i := range numbers {
		numbers[i] = int64(i + 1)
	}
	var games []*record.Game
	for a, err := range s.ArchivedGames(t.Context(), numbers) {
		if err != nil || a.Source != "test.ggf" {
			t.Fatalf("game %+v, error %v; want a game from test.ggf", a, err)
		}
		games = append(games, a.Game)
	}
	return games
}

// TestArchiveKeepsEverything checks that all fields of a game are stored.
func TestArchiveKeepsEverything(t *testing.T) {
	full := randomGame(rand.New(rand.NewPCG(2, 1)))
	full.Start, full.Moves = othello.Start(othello.Size8, othello.Parallel), full.Start.Moves()[:0]
	for range 3 {
		if err := full.Play(full.Position().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	full.Event, full.Place, full.Round, full.Date, full.Clock = "Open", "Roma", "final", "1997-05-03", "5m+3s"
	full.Result = record.Result{Known: true, ScoreBlack: -12, Reason: record.OutOfTime, Detail: "flag"}
	full.Notes = make([]record.Note, 3)
	full.Notes[1] = record.Note{
		Comment: "hm", Mark: "?!", Score: &record.Score{Value: -1.5, Depth: 12, By: "kaeshi"},
		Spent: time.Second, Left: time.Minute,
	}
	full.Variations = []record.Variation{{Ply: 1, Moves: full.PositionAt(1).Moves()[1:2], Comment: "or"}}
	full.Tags = []record.Tag{
		{Name: "BlackRating", Value: "2000"},
		{Name: "Long", Value: strings.Repeat("long ", 9)},
		{Name: "", Value: ""},
	}
	full.Comment = "a game\nof two lines"
	plain := &record.Game{Start: othello.Start(othello.Size4, othello.Usual)}
	want := []*record.Game{full, plain}

	s := openAt(t, newPath(t))
	if sum := importAll(t, s, want); sum != (ImportSum{Stored: 2}) {
		t.Errorf("sum %+v, want 2 games stored", sum)
	}
	plain.Moves, plain.Result.Reason = []othello.Square{}, record.Unfinished
	if diff := cmp.Diff(want, everything(t, s)); diff != "" {
		t.Error(diff)
	}
	for _, err := range s.ArchivedGames(t.Context(), []int64{3}) {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("game 3: error %v, want %v", err, ErrNotFound)
		}
	}
}

// TestImportAgain checks that games that differ in any identifying field are stored separately, and that the same game
// is stored once.
func TestImportAgain(t *testing.T) {
	games := randomGames(3, 300)
	s := openAt(t, newPath(t))
	first := importAll(t, s, games)
	if first.Stored+first.Known != 300 || first.Stored < 250 {
		t.Fatalf("sum of the first import: %+v, want 300 games, at least 250 of them stored", first)
	}
	stored := everything(t, s)
	if len(stored) != first.Stored {
		t.Errorf("%d games in the database, want %d", len(stored), first.Stored)
	}
	if again := importAll(t, s, games); again != (ImportSum{Known: 300}) {
		t.Errorf("sum of a second import: %+v, want 300 known games", again)
	}
	if back := importAll(t, s, stored); back != (ImportSum{Known: len(stored)}) {
		t.Errorf("sum of an import of the stored games: %+v, want %d known games", back, len(stored))
	}
	base := record.Game{Start: othello.Start(othello.Size8, othello.Usual), Black: "a", White: "b"}
	variants := []*record.Game{&base}
	for _, change := range []func(*record.Game){
		func(g *record.Game) { g.Black, g.White = "ab", "" },
		func(g *record.Game) { g.Event = "x" },
		func(g *record.Game) { g.Round = "x" },
		func(g *record.Game) { g.Date = "x" },
		func(g *record.Game) { g.Moves = g.Start.Moves()[:1] },
		func(g *record.Game) { g.Start = othello.Start(othello.Size8, othello.Parallel) },
		func(g *record.Game) { g.Start = othello.Start(othello.Size6, othello.Usual) },
		func(g *record.Game) { g.Result = record.Result{Known: true} },
		func(g *record.Game) { g.Result = record.Result{Known: true, ScoreBlack: 2} },
		func(g *record.Game) { g.Result.Reason = record.Agreed },
		func(g *record.Game) { g.Tags = []record.Tag{{Name: "x", Value: "y"}} },
	} {
		g := base
		change(&g)
		variants = append(variants, &g)
	}
	if sum := importAll(t, s, variants); sum != (ImportSum{Stored: len(variants)}) {
		t.Errorf("sum of the variants: %+v, want %d games stored", sum, len(variants))
	}
}

func TestImportRefuses(t *testing.T) {
	usual := othello.Start(othello.Size8, othello.Usual)
	for want, g := range map[string]*record.Game{
		"a1 turns nothing over": {Start: usual, Moves: []othello.Square{37, 0}},
		"ply 2: square 65":      {Start: usual, Moves: []othello.Square{37, 65}},
		"ply 1: square -1":      {Start: usual, Moves: []othello.Square{-1}},
		"black may not pass":    {Start: usual, Moves: []othello.Square{othello.Pass}},
		"the centre is empty":   {Start: othello.Position{Size: othello.Size8}},
		"board size 0":          {},
		"unsupported value: NaN": {
			Start: usual, Moves: []othello.Square{37},
			Notes: []record.Note{{Score: &record.Score{Value: nan()}}},
		},
	} {
		i := openAt(t, memory).NewImport()
		err := i.Add(t.Context(), "x", g)
		refusal := (*Refusal)(nil)
		if !errors.As(err, &refusal) {
			t.Fatalf("%q: %v is not a *Refusal", want, err)
		}
		if !errors.Is(err, refusal.Err) {
			t.Errorf("%q: %v does not wrap %v", want, err, refusal.Err)
		}
		if !strings.Contains(err.Error(), strings.TrimPrefix(want, "the centre")) {
			t.Errorf("error %v, want %q", err, want)
		}
		if sum, err := i.Finish(t.Context()); err != nil || sum != (ImportSum{}) {
			t.Errorf("%q: sum %+v, error %v; want nothing stored", want, sum, err)
		}
	}
}

func nan() float64 { zero := 0.0; return zero / zero }
