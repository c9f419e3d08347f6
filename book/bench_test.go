package book

import (
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// wide returns a book of n positions that are reached after as few moves as possible.
func wide(tb testing.TB, n int) *Book {
	tb.Helper()
	c := newCollection()
	queue := []othello.Position{start()}
	for len(c.claims) < n && len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		k, _ := canonical(p)
		if c.claims[k] != nil {
			continue
		}
		c.note(k, Leaf{Unknown, Value(k.mover % 500), Provenance{16, 87, false, Kaeshi}})
		for _, m := range p.Moves() {
			if next, _ := afterForcedPass(p.Play(m)); !next.Over() {
				queue = append(queue, next)
			}
		}
	}
	return c.book([]Step{{Command: "wide"}})
}

// fifty is the size of a large shipped book.
const fifty = 50_000

func TestFiftyThousandPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	b := wide(t, fifty)
	sound(t, b)
	if data := bytesOf(t, b); b.Len() != fifty || len(data) > 2_000_000 {
		t.Errorf("%d positions in %d bytes, want %d in at most 2,000,000", b.Len(), len(data), fifty)
	}
}

func BenchmarkParse(b *testing.B) {
	data, err := wide(b, fifty).Bytes()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLook(b *testing.B) {
	book := wide(b, fifty)
	p := start().Play(37)
	for b.Loop() {
		if _, ok := book.Look(p); !ok {
			b.Fatal("a position is missing")
		}
	}
}

func BenchmarkGraphOf(b *testing.B) {
	book := wide(b, fifty)
	for b.Loop() {
		if _, err := GraphOf(book); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBackUp measures the update of all positions above a leaf that changes.
func BenchmarkBackUp(b *testing.B) {
	g, err := GraphOf(wide(b, fifty))
	if err != nil {
		b.Fatal(err)
	}
	g.setAim(&aim{50, 0, map[key]bool{}, func(*node) bool { return false }})
	var leaves []int32
	for id := range g.nodes {
		if g.nodes[id].links == 0 {
			leaves = append(leaves, int32(id))
		}
	}
	i := 0
	for b.Loop() {
		id := leaves[i%len(leaves)]
		leaf := g.nodes[id].leaf
		leaf.Value = Value(i % 700)
		g.apply(change{{g.nodes[id].at, leaf}})
		i++
	}
}
