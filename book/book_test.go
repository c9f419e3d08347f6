package book

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// quick returns a judge with a search depth, which solves positions with few empty squares.
func quick(depth, exact int) *Judge {
	return &Judge{
		Engine: search.New(search.Options{HashBytes: 1 << 16}),
		Limits: search.Limits{Depth: depth, Exact: exact},
	}
}

func start() othello.Position { return othello.Start(othello.Size8, othello.Usual) }

// open opens a book.
func open(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path, Step{Command: "test", Date: "2026-01-02"})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// grown returns a book of n positions below a start position, and its path.
func grown(t *testing.T, from othello.Position, positions, workers int) (b *Book, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.book")
	f := open(t, path)
	var judges []*Judge
	for range workers {
		judges = append(judges, quick(1, 4))
	}
	done, err := f.Grow(t.Context(), Growth{Judges: judges, Start: from, Ply: 10, Positions: positions})
	if err != nil || done.Added > positions {
		t.Fatalf("growth %+v, error %v; want at most %d positions", done, err, positions)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err = Load(path); err != nil {
		t.Fatal(err)
	}
	return b, path
}

// sound checks that the book is consistent.
func sound(t *testing.T, b *Book) {
	t.Helper()
	if v := Verify(b); !v.Sound() {
		t.Fatalf("Verify() = %v, want a consistent book", v)
	}
}

// endgame returns a position after a number of random moves.
func endgame(t *testing.T, seed uint64, empties int) othello.Position {
	t.Helper()
	for r := rand.New(rand.NewPCG(seed, 1)); ; {
		p := start()
		for p.Empties() > empties && !p.Over() {
			moves := p.Moves()
			p = p.Play(moves[r.IntN(len(moves))])
		}
		if p, _ = afterForcedPass(p); !p.Over() {
			return p
		}
	}
}

func TestGrow(t *testing.T) {
	b, path := grown(t, start(), 120, 1)
	sound(t, b)
	if b.Len() != 120 {
		t.Errorf("%d positions, want 120", b.Len())
	}
	v, err := VerifyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := Verdict{Roots: v.Roots, Journal: v.Journal, Unjudged: v.Unjudged}
	if diff := cmp.Diff(Verdict{Roots: 1}, got); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	if len(b.Steps()) != 1 || b.Steps()[0].Positions != 120 {
		t.Errorf("steps %+v, want one with 120 positions", b.Steps())
	}
	again, _ := grown(t, start(), 120, 1)
	first, _ := b.Bytes()
	second, _ := again.Bytes()
	if !slices.Equal(first, second) {
		t.Error("a second growth with one worker gives a different book")
	}
}

func TestGrowTogether(t *testing.T) {
	b, _ := grown(t, start(), 200, 4)
	sound(t, b)
	if b.Len() != 200 {
		t.Errorf("%d positions, want 200", b.Len())
	}
}

// TestGrowToTheEnd checks that each exact value in a book that contains the whole rest of a game equals that of a
// search to the end, also with passes.
func TestGrowToTheEnd(t *testing.T) {
	engine := search.New(search.Options{HashBytes: 1 << 20})
	proven := 0
	for seed := range uint64(6) {
		p := endgame(t, seed, 6)
		path := filepath.Join(t.TempDir(), "test.book")
		b := grownBook(t.Context(), t, path, Growth{Judges: []*Judge{quick(1, 1)}, Start: p}, nil)
		for e := range b.All() {
			if !e.From.Exact {
				continue
			}
			want, err := engine.Solve(t.Context(), e.Position)
			if err != nil || ValueOf(want.Score.Discs()) != e.Value {
				t.Fatalf("position %s: exact value %v, want %v, that of a search (error %v)", e.Position, e.Value,
					want.Score, err)
			}
		}
		if found, ok := b.Look(p); ok && found.From.Exact {
			proven++
		}
	}
	if proven < 4 {
		// A move that ends the game leads to no position of the book, so a few of the positions remain unproved.
		t.Errorf("%d of 6 positions are proved, want at least 4", proven)
	}
}

// TestLookThroughSymmetries checks that a position is found in all eight orientations, with its moves in the same
// orientation.
func TestLookThroughSymmetries(t *testing.T) {
	b, _ := grown(t, start(), 60, 1)
	for e := range b.All() {
		want, _ := b.Look(e.Position)
		for s := range bitboard.Symmetry(bitboard.Symmetries) {
			p := e.Position.Transform(s)
			p.Turn = othello.White
			got, ok := b.Look(p)
			if !ok {
				t.Fatalf("the position %s is not in the book", p)
			}
			rest := cmpopts.IgnoreFields(Position{}, "Position", "Moves") // these have another orientation
			if diff := cmp.Diff(want, got, rest); diff != "" {
				t.Fatalf("position %s (-want +got):\n%s", p, diff)
			}
			if len(got.Moves) != len(want.Moves) {
				t.Fatalf("position %s: %d moves, want %d", p, len(got.Moves), len(want.Moves))
			}
			for _, m := range got.Moves {
				if p.Check(m.Move) != nil {
					t.Fatalf("position %s: move %d is illegal", p, m.Move)
				}
			}
		}
	}
}

// TestValuesAreBackedUp checks that the value of a position is the maximum of its leaf and of the negated values of the
// positions after its moves.
func TestValuesAreBackedUp(t *testing.T) {
	b, _ := grown(t, start(), 150, 2)
	for e := range b.All() {
		best := -mostDisc - 1
		for _, m := range e.Position.Moves() {
			next, same := afterForcedPass(e.Position.Play(m))
			if next.Over() {
				continue
			}
			k, _ := canonical(next)
			if child, ok := b.find(k); ok { // Look keeps values within proved bounds
				best = max(best, child.Value.seenFrom(same))
			}
		}
		if e.Leaf.Move >= 0 {
			best = max(best, e.Leaf.Value)
		}
		if best != e.Value {
			t.Fatalf("position %s: value %v, want %v", e.Position, e.Value, best)
		}
	}
}

func TestGrowResumes(t *testing.T) {
	_, path := grown(t, start(), 40, 1)
	f := open(t, path)
	var last Growing
	g := Growth{
		Judges: []*Judge{quick(2, 4)}, Start: start(), Ply: 10, Positions: 30,
		Progress: func(g Growing) { last = g },
	}
	done, err := f.Grow(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(last, done); diff != "" {
		t.Errorf("the end of the growth (-last reported +returned):\n%s", diff)
	}
	if diff := cmp.Diff(Growing{Added: 30, Len: 70}, Growing{Added: done.Added, Len: done.Len}); diff != "" {
		t.Fatalf("the growth (-want +got):\n%s", diff)
	}
	if done.Again == 0 {
		t.Fatal("no position was searched again, want some")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, b)
	if len(b.Steps()) != 1 { // because the command and the date are the same
		t.Errorf("steps %+v, want one", b.Steps())
	}
	if e, _ := b.Look(start()); e.From.Depth < 2 {
		t.Errorf("the start has a search of depth %d, want at least 2", e.From.Depth)
	}
}

// TestGrowthIsBounded checks that a growth keeps its limits of cost, empty squares and time.
func TestGrowthIsBounded(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "test.book"))
	defer f.Close()
	judges := []*Judge{quick(1, 4)}
	done, err := f.Grow(t.Context(), Growth{Judges: judges, Start: start(), Ply: 100, Most: 350})
	if err != nil {
		t.Fatal(err)
	}
	if done.Added < 5 || done.Added > 60 {
		t.Errorf("%d positions added, want 5 to 60", done.Added)
	}
	done, err = f.Grow(t.Context(), Growth{Judges: judges, Start: start(), Least: 58})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, f.Book(nil))
	for e := range f.Book(nil).All() {
		if e.Position.Empties() < 56 {
			t.Errorf("position %s has %d empty squares, want at least 56", e.Position, e.Position.Empties())
		}
	}
	if done.Len < 4 {
		t.Errorf("the book has %d positions, want at least 4", done.Len)
	}
	if _, err := f.Grow(t.Context(), Growth{Judges: judges, Start: start(), Time: 1}); err != nil {
		t.Errorf("growth with a time limit: error %v, want none", err)
	}
	full := othello.Position{Mover: ^bitboard.Set(0), Size: othello.Size8}
	for _, p := range []othello.Position{othello.Start(othello.Size6, othello.Usual), {Size: othello.Size8}, full} {
		if _, err := f.Grow(t.Context(), Growth{Judges: judges, Start: p}); err == nil {
			t.Errorf("growth from %s succeeded, want an error", p)
		}
	}
}

func TestGrowIsStopped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.book")
	f := open(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := f.Grow(ctx, Growth{Judges: []*Judge{quick(1, 4), quick(1, 4)}, Start: start(), Progress: func(g Growing) {
		if g.Added == 20 {
			cancel()
		}
	}})
	if err == nil || ctx.Err() == nil {
		t.Errorf("Grow() = %v after the context ended with %v, want an error", err, ctx.Err())
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := Load(path)
	if err != nil || b.Len() < 20 {
		t.Fatalf("%d positions, want at least 20; error %v", b.Len(), err)
	}
	sound(t, b)
}

// game returns a game of random moves.
func game(seed uint64) *record.Game {
	r := rand.New(rand.NewPCG(seed, 2))
	g := &record.Game{Start: start()}
	for !g.Position().Over() {
		moves := g.Position().Moves()
		g.Moves = append(g.Moves, moves[r.IntN(len(moves))])
	}
	return g
}

func TestLearn(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "test.book"))
	defer f.Close()
	games := []*record.Game{
		game(1), game(2), game(1),
		{Start: othello.Start(othello.Size6, othello.Usual)},
		{Start: othello.Position{Size: othello.Size8}},
	}
	done, err := f.Learn(t.Context(), Learning{Judges: []*Judge{quick(1, 4), quick(1, 4)}, Least: 20},
		slices.Values(games))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Learnt{Games: 3, Refused: 2, Added: f.Len(), Len: f.Len()}, done); diff != "" {
		t.Fatalf("progress (-want +got):\n%s", diff)
	}
	b := f.Book(nil)
	sound(t, b)
	if v := Verify(b); v.Unjudged != 0 || v.Roots != 1 {
		t.Errorf("Verify() = %v, want no unjudged position and one root", v)
	}
	for ply := range 40 {
		p := games[0].PositionAt(ply)
		found, ok := b.Look(p)
		played := slices.IndexFunc(found.Moves, func(m Move) bool { return m.Move == games[0].Moves[ply] && m.Link })
		if !ok || p.Empties() > 21 && !p.MustPass() && (played < 0 || len(found.Moves) < 2 && len(p.Moves()) > 1) {
			t.Errorf("ply %d: %+v, want the played move and another one", ply, found)
		}
	}
	again, err := f.Learn(t.Context(), Learning{Judges: []*Judge{quick(1, 4)}, Least: 20}, slices.Values(games[:2]))
	if err != nil || again.Added != 0 {
		t.Errorf("learning the games again: %+v, want no new positions; error %v", again, err)
	}
}
