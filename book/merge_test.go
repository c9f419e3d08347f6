package book

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// TestMerge checks that two books that overlap give one consistent book, and that their order matters only for searches
// of the same rank.
func TestMerge(t *testing.T) {
	a, _ := grown(t, start(), 80, 1)
	f := open(t, t.TempDir()+"/b.book")
	defer f.Close()
	if _, err := f.Learn(t.Context(), Learning{Judges: []*Judge{quick(2, 4)}, Least: 30},
		slices.Values([]*record.Game{game(1), game(2)})); err != nil {
		t.Fatal(err)
	}
	b := f.Book([]Step{{Command: "learn"}})
	ab, err := Merge(Step{Command: "merge"}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	ba, err := Merge(Step{Command: "merge"}, b, a)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, ab)
	if !bytes.Equal(ab.records, ba.records) {
		t.Error("the merged books differ in the two orders")
	}
	steps := append(slices.Concat(a.Steps(), b.Steps()), Step{Command: "merge", Positions: ab.Len()})
	if diff := cmp.Diff(steps, ab.Steps()); diff != "" {
		t.Errorf("steps of the merged book (-want +got):\n%s", diff)
	}
	if most := max(a.Len(), b.Len()); ab.Len() <= most {
		t.Errorf("%d positions, want more than %d, those of the larger book", ab.Len(), most)
	}
	for _, part := range []*Book{a, b} {
		for e := range part.All() {
			got, ok := ab.find(keyOf(e.Position))
			if !ok || got.Links&e.Links != e.Links {
				t.Fatalf("%+v is merged to %+v, want all its links", e, got)
			}
			if got.Leaf.Move >= 0 && e.Leaf.Move >= 0 && got.Links>>e.Leaf.Move&1 == 0 &&
				got.Leaf.Source.rank() < e.Leaf.Source.rank() {
				t.Fatalf("%+v is merged to %+v, want the leaf of the better search", e, got)
			}
		}
	}
	same, err := Merge(Step{}, a, a)
	if err != nil || !bytes.Equal(same.records, a.records) {
		t.Errorf("merging a book with itself: another book, or error %v", err)
	}
	// A growth searches the unjudged positions of a merged book.
	path := t.TempDir() + "/ab.book"
	if err := ab.Save(path); err != nil {
		t.Fatal(err)
	}
	g := open(t, path)
	defer g.Close()
	unjudged := 0
	for e := range ab.All() {
		if e.Judged() {
			continue
		}
		unjudged++
		if _, err := g.Grow(t.Context(), Growth{
			Judges: []*Judge{quick(1, 4)}, Start: e.Position,
			Positions: 1,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if before := Verify(ab); before.Unjudged != unjudged {
		t.Errorf("%d positions of the merged book are unjudged, want %d", before.Unjudged, unjudged)
	}
	after := Verify(g.Book(nil))
	if !after.Sound() {
		t.Errorf("Verify(grown book) = %v, want a consistent book", after)
	}
	if after.Unjudged > 0 {
		t.Errorf("%d positions of the grown book are unjudged, want none", after.Unjudged)
	}
}

func TestMergeRule(t *testing.T) {
	leaf := func(m othello.Square, v Value, depth int, exact bool) Leaf {
		return Leaf{m, v, Provenance{depth, 100, exact, Kaeshi}}
	}
	p := endgame(t, 3, 10)
	k, _ := canonical(p)
	moves := k.position().Moves()
	if len(moves) < 2 {
		t.Fatal("the position has only one move, want at least two")
	}
	for _, c := range []struct {
		name string
		a, b Leaf
		want Leaf
	}{
		{"deeper", leaf(moves[0], 500, 4, false), leaf(moves[1], 100, 5, false), leaf(moves[1], 100, 5, false)},
		{"exact", leaf(moves[0], 200, 10, true), leaf(moves[1], 900, 9, false), leaf(moves[0], 200, 10, true)},
		{"first", leaf(moves[0], 200, 4, false), leaf(moves[1], 900, 4, false), leaf(moves[0], 200, 4, false)},
	} {
		var books []*Book
		for _, l := range []Leaf{c.a, c.b} {
			g := NewGraph()
			g.apply(change{{k, l}})
			books = append(books, g.Book(nil))
		}
		m, err := Merge(Step{}, books...)
		if err != nil || m.entry(0).Leaf != c.want {
			t.Errorf("%s: leaf %+v, error %v; want %+v", c.name, m.entry(0).Leaf, err, c.want)
		}
	}
}
