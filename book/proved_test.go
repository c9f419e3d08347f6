package book

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// TestShippedBookKeepsClaims checks that the values of positions and moves in the shipped book are within their proved
// bounds.
func TestShippedBookKeepsClaims(t *testing.T) {
	t.Parallel()
	b, ok, err := Shipped()
	if err != nil || !ok {
		t.Fatalf("the shipped book: %v, error %v", ok, err)
	}
	covered, changed := 0, 0
	for p := range claims.All() {
		found, ok := b.Look(p)
		if p.Over() || !ok {
			continue
		}
		covered++
		checkPage(t, found)
		if e, _ := b.find(keyOf(p)); e.Value != found.Value {
			changed++
		}
	}
	if covered < 67 || changed < 1 {
		t.Errorf("%d claimed positions of the book, %d with a changed value; want at least 67 and 1", covered, changed)
	}
}

// checkPage checks that values are within the proved bounds, that moves are sorted, and that Judged is right.
func checkPage(t *testing.T, found Position) {
	t.Helper()
	p := found.Position
	claimstest.Check(t, "book", p, found.Value.Discs())
	for i, m := range found.Moves {
		claimstest.CheckMove(t, "book", p, m.Move, m.Value.Discs())
		if m.Value > found.Value {
			t.Errorf("%s: %s has the value %v, want at most %v, that of the position", p, p.Size.Name(m.Move), m.Value,
				found.Value)
		}
		if i > 0 && m.Value > found.Moves[i-1].Value {
			t.Errorf("%s: moves are not sorted by value: %v", p, found.Moves)
		}
	}
	if found.Judged && len(found.Moves) > 0 && found.Moves[0].Value != found.Value {
		t.Errorf("%s: judged with the value %v, want %v, that of the best move", p, found.Value, found.Moves[0].Value)
	}
	if (found.Proved == nil) != (claims.ProvedOf(p) == nil) {
		t.Errorf("%s: Proved = %v, want %v", p, found.Proved, claims.ProvedOf(p))
	}
}

// TestClampedPages checks that a book with wrong values in the start position and in the claimed positions that are
// nearest to a draw is read with values within the proved bounds.
func TestClampedPages(t *testing.T) {
	t.Parallel()
	g := NewGraph()
	for i, p := range append(claimstest.Nearest(t), start()) {
		k, _ := canonical(p)
		move := othello.Square(k.position().Legal().First())
		bounds, _ := claims.Of(p)
		wrong := -10 * Disc
		if bounds.AtMost == 0 || i%3 == 0 {
			wrong = 10 * Disc
		}
		g.insert(k, Leaf{Move: move, Value: wrong, Source: Provenance{Depth: 4, Confidence: 100}})
	}
	if err := g.computeAll(); err != nil {
		t.Fatal(err)
	}
	b := g.Book(nil)
	for e := range b.All() {
		found, ok := b.Look(e.Position)
		if !ok {
			t.Fatalf("%s is not in the book", e.Position)
		}
		checkPage(t, found)
		if _, ok := b.Pick(&record.Game{Start: e.Position}, 0, 1); ok != (found.Moves[0].Value == found.Value) {
			t.Errorf("%s: a move is picked: %t, want %t, as the moves are %+v", e.Position, ok, !ok, found)
		}
	}
	view := b.Show(&record.Game{Start: start()}, lang.English)
	type shown struct {
		Score  float64
		Proved *claims.Proved
		Move   *claims.Proved
	}
	draw := &claims.Proved{Source: claims.Source}
	if diff := cmp.Diff(shown{0, draw, draw}, shown{*view.Score, view.Proved, view.Moves[0].Proved}); diff != "" {
		t.Errorf("the view of the start (-want +got):\n%s", diff)
	}
	if n := strings.Count(view.String(), "proved (Takizawa 2023)"); n != 2 {
		t.Errorf("the text of the start has %d proofs, want 2:\n%s", n, view.String())
	}
}

// TestProvedMoveMissing checks that no move is picked if the book does not contain the move that gives a position its
// proved lower bound, because this move may be better than those in the book.
func TestProvedMoveMissing(t *testing.T) {
	t.Parallel()
	p := start().Play(start().Moves()[0])
	k, by := canonical(p)
	bad := othello.Pass
	for _, m := range p.Moves() {
		if b := claims.OfMove(p, m); b.AtLeast < 0 {
			bad = m
		}
	}
	if bad == othello.Pass {
		t.Fatal("every move is proved to draw at least, want one that is not")
	}
	g := NewGraph()
	leaf := Leaf{othello.Square(by.Square(int(bad))), -3 * Disc, Provenance{Depth: 9, Confidence: 100}}
	g.insert(k, leaf)
	if err := g.computeAll(); err != nil {
		t.Fatal(err)
	}
	b := g.Book(nil)
	found, _ := b.Look(p)
	type page struct {
		Value, First Value
		Judged       bool
	}
	want, got := page{0, -3 * Disc, false}, page{found.Value, found.Moves[0].Value, found.Judged}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the page (-want +got):\n%s", diff)
	}
	if m, ok := b.Pick(&record.Game{Start: p}, 0, 1); ok {
		t.Errorf("the book picks %+v, want no move", m)
	}
}
