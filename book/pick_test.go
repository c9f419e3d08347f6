package book

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// play plays the moves of the book for both sides until it has no move. It returns the moves and the sum of the losses
// of each side.
func play(t *testing.T, b *Book, loss Value, seed uint64) (moves []othello.Square, lost [2]int) {
	t.Helper()
	g := &record.Game{Start: start()}
	for {
		p := g.Position()
		if p.Over() {
			return g.Moves, lost
		}
		m, ok := b.Pick(g, loss, seed)
		if !ok {
			return g.Moves, lost
		}
		lost[p.Turn] += int(b.loss(p, m.Move))
		if err := g.Play(m.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPick(t *testing.T) {
	b, _ := grown(t, start(), 300, 1)
	best, lost := play(t, b, 0, 1)
	if len(best) < 3 || lost != [2]int{} {
		t.Errorf("the best line %v loses %v, want at least three moves without a loss", best, lost)
	}
	lines := map[string]bool{}
	for seed := range uint64(60) {
		if other, _ := play(t, b, 0, seed); !slices.Equal(best, other) {
			t.Errorf("seed %d: the line without losses is %v, want %v", seed, other, best)
		}
		moves, lost := play(t, b, 300, seed)
		if lost[0] > 300 || lost[1] > 300 {
			t.Errorf("seed %d: the sides lose %v, want at most 300 each", seed, lost)
		}
		if again, _ := play(t, b, 300, seed); !slices.Equal(moves, again) {
			t.Errorf("seed %d gives the games %v and %v, want equal games", seed, moves, again)
		}
		lines[squareNames(moves)] = true
	}
	if len(lines) < 10 {
		t.Errorf("%d different lines in 60 games, want at least 10", len(lines))
	}
	if _, ok := b.Pick(&record.Game{Start: othello.Start(othello.Size6, othello.Usual)}, 0, 1); ok {
		t.Error("Pick returns a move on a 6×6 board, want none")
	}
}

func squareNames(moves []othello.Square) string {
	var text strings.Builder
	for _, m := range moves {
		text.WriteString(othello.Size8.Name(m))
	}
	return text.String()
}

func TestShow(t *testing.T) {
	b, _ := grown(t, start(), 60, 1)
	g := &record.Game{Start: start(), Moves: []othello.Square{37}}
	v := b.Show(g, lang.English)
	if len(v.Moves) < 2 {
		t.Fatalf("%d moves, want at least 2", len(v.Moves))
	}
	best := v.Moves[0]
	want := View{Known: true, Pov: "white", Score: &best.Score}
	got := View{Known: v.Known, Pov: v.Pov, Score: v.Score}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(View{})); diff != "" {
		t.Errorf("the view (-want +got):\n%s", diff)
	}
	if best.Loss != 0 {
		t.Errorf("the best move, %s, loses %v discs, want 0", best.Move, best.Loss)
	}
	if len(v.Best) == 0 {
		t.Error("no best moves")
	}
	if v.Below < 2 {
		t.Errorf("%d positions below, want at least 2", v.Below)
	}
	if text := v.String(); !strings.Contains(text, "white to move") || !strings.Contains(text, "depth") {
		t.Errorf("%s, want the side to move and a depth in it", text)
	}
	if v := b.Show(&record.Game{Start: start()}, lang.English); v.Below != b.Len() {
		t.Errorf("%d positions below the start, want all %d", v.Below, b.Len())
	}
	unknown := b.Show(&record.Game{Start: endgame(t, 1, 10)}, lang.Japanese)
	if unknown.Known || !strings.HasSuffix(unknown.String(), "not in the book") {
		t.Errorf("%+v with the text %q, want an unknown position", unknown, unknown)
	}
}

func TestShipped(t *testing.T) {
	b, ok, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return // the program is built without a book
	}
	sound(t, b)
	if data := bytesOf(t, b); len(data) > 2<<20 {
		t.Errorf("%d bytes, want at most %d", len(data), 2<<20)
	}
	if _, ok := b.Look(start()); !ok || len(b.Steps()) == 0 {
		t.Error("the book has no start position or no history")
	}
}
