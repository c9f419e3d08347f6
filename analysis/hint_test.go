package analysis

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// ending has 14 empty squares; its moves are worth +18 (g8), +12, +6, +6, +4, −4, −22 and −24: problem 1 of the FFO
// test.
const ending = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

func position(t testing.TB, text string) othello.Position {
	t.Helper()
	p, err := othello.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestHint(t *testing.T) {
	e, err := ToDepth(20)
	if err != nil {
		t.Fatal(err)
	}
	a := New(search.Options{HashBytes: 1 << 20}, e, UsualMarks())
	depths := 0
	h, err := a.Hint(t.Context(), position(t, ending), 4, func(Hint) { depths++ })
	if err != nil || depths < 2 || h.Empties != 14 || h.Pov != "black" || h.Nodes == 0 || h.Score != 18 {
		t.Fatalf("%+v, %d depths, error %v", h, depths, err)
	}
	var got []string
	for _, l := range h.Lines {
		got = append(got, fmt.Sprintf("%+g", l.Score))
		if !l.Exact || l.Depth != 14 || l.Selectivity != 100 || l.PV[0] != l.Move || l.Book {
			t.Errorf("%+v", l)
		}
		follow(t, position(t, ending), l.PV)
	}
	if want := "+18 +12 +6 +6"; strings.Join(got, " ") != want || h.Lines[0].Move != "g8" {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestHintOfForcedAndOver(t *testing.T) {
	a := quick(t, 3)
	h, err := a.Hint(t.Context(), position(t, "XO--XX--XXX-XXXX O"), 5, nil)
	if err != nil || len(h.Lines) != 1 || h.Lines[0].Move != "pass" || h.Score != -16 || h.Lines[0].Score != -16 {
		t.Errorf("%+v, error %v", h, err)
	}
	h, err = a.Hint(t.Context(), position(t, "XXXXXXXXXXXXXX-- O"), 5, nil)
	if err != nil || !h.Over || h.Score != -16 || len(h.Lines) != 0 {
		t.Errorf("%+v, error %v", h, err)
	}
}

// TestHintStops: an interrupted search shows what it has.
func TestHintStops(t *testing.T) {
	e, err := ForTime(time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	h, err := New(search.Options{}, e, UsualMarks()).Hint(ctx, othello.Start(othello.Size8, othello.Usual), 2,
		func(h Hint) {
			if h.Lines[0].Depth == 4 {
				cancel()
			}
		})
	if !errors.Is(err, context.Canceled) || h.Lines[0].Depth < 4 || len(h.Lines) != 2 {
		t.Errorf("%+v, error %v", h, err)
	}
}

// TestHintFromBook: what the book knows comes first and says so, and a book that knows all needs no search.
func TestHintFromBook(t *testing.T) {
	b := grown(t)
	a := quick(t, 3)
	a.Book = b
	if h, err := a.Hint(t.Context(), othello.Start(othello.Size8, othello.Usual), 1, nil); err != nil ||
		!h.Lines[0].Book {
		t.Errorf("the book knows more, and is not asked: %+v, error %v", h, err)
	}
	page, ok := b.Look(othello.Start(othello.Size8, othello.Usual))
	if !ok {
		t.Fatal("the start is not in the book")
	}
	deep, err := ToDepth(page.From.Depth + 1)
	if err != nil {
		t.Fatal(err)
	}
	deeper := New(search.Options{HashBytes: 1 << 22}, deep, UsualMarks())
	deeper.Book = b
	if h, err := deeper.Hint(t.Context(), othello.Start(othello.Size8, othello.Usual), 1, nil); err != nil ||
		h.Lines[0].Book || h.Nodes == 0 {
		t.Errorf("the book knows less, and is asked: %+v, error %v", h, err)
	}
	a.Trust = true
	start := othello.Start(othello.Size8, othello.Usual)
	h, err := a.Hint(t.Context(), start, 1, nil)
	if err != nil || h.Nodes != 0 || !h.Lines[0].Book || h.Lines[0].Depth < 2 || len(h.Lines) != 1 {
		t.Fatalf("%+v, error %v", h, err)
	}
	follow(t, start, h.Lines[0].PV)
	if len(h.Lines[0].PV) < 2 {
		t.Errorf("the book's line is %v", h.Lines[0].PV)
	}
	next := start // the last position of the book's line: some of its moves are not in the book
	for page, ok := b.Look(start); ok; page, ok = b.Look(next.Play(page.Moves[0].Move)) {
		next = page.Position
	}
	legal := len(next.Moves())
	h, err = a.Hint(t.Context(), next, legal, nil)
	if err != nil || len(h.Lines) != legal || !h.Lines[0].Book || h.Lines[legal-1].Book ||
		h.Lines[legal-1].Depth != 3 || h.Nodes == 0 {
		t.Errorf("%+v, error %v", h, err)
	}
	var moves []string
	for _, l := range h.Lines {
		moves = append(moves, l.Move)
	}
	if slices.Sort(moves); len(slices.Compact(moves)) != legal {
		t.Errorf("a move twice: %v", moves)
	}
}

// grown is a small book.
func grown(t *testing.T) *book.Book {
	t.Helper()
	path := filepath.Join(t.TempDir(), "small.book")
	f, err := book.Open(path, book.Step{Command: "test", Date: "2026-11-21"})
	if err != nil {
		t.Fatal(err)
	}
	judge := &book.Judge{Engine: search.New(search.Options{HashBytes: 1 << 20}), Limits: search.Limits{Depth: 2}}
	_, err = f.Grow(t.Context(),
		book.Growth{Judges: []*book.Judge{judge}, Start: othello.Start(othello.Size8, othello.Usual), Positions: 12})
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := book.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHintText(t *testing.T) {
	h := Hint{Position: ending, Pov: "black", Empties: 14, Line: 3, Lines: []Line{
		{"g8", 18, 14, 100, true, false, []string{"g8", "b2"}},
		{"h1", 11.96, 12, 87, false, false, []string{"h1"}},
		{"a2", -0.04, 20, 0, false, true, []string{"a2", "pass"}},
		{"a3", -4, 0, 0, false, true, []string{"a3"}},
	}}
	for _, language := range []string{"en", "ja"} {
		var b strings.Builder
		text := NewText(&b, lang.Of(language), false)
		if err := errors.Join(text.Hint(h), text.Hint(Hint{Pov: "white", Over: true, Score: -12})); err != nil {
			t.Fatal(err)
		}
		golden(t, "hint."+language+".txt", b.String())
	}
}
