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

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/search"
)

// ending is problem 1 of the FFO test with 14 empty squares. The scores of its moves are +18 (g8), +12, +6, +6, +4, −4,
// −22 and −24.
const ending = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

func TestHint(t *testing.T) {
	e, err := ToDepth(20)
	if err != nil {
		t.Fatal(err)
	}
	a := New(search.Options{HashBytes: 1 << 20}, e, UsualMarks())
	depths := 0
	h, err := a.Hint(t.Context(), othellotest.Parse(t, ending), 4, func(Hint) { depths++ })
	if err != nil {
		t.Fatal(err)
	}
	want := Hint{Schema: "kaeshi/hint/1", Position: ending, Pov: "black", Empties: 14, Score: 18}
	if diff := cmp.Diff(want, h, cmpopts.IgnoreFields(Hint{}, "Lines", "Nodes", "Seconds")); diff != "" {
		t.Fatalf("hint (-want +got):\n%s", diff)
	}
	if depths < 2 {
		t.Fatalf("progress for %d depths, want at least 2", depths)
	}
	if h.Nodes == 0 {
		t.Fatal("no nodes were searched")
	}
	var got []string
	for _, l := range h.Lines {
		got = append(got, fmt.Sprintf("%+g", l.Score))
		want := Line{Move: l.PV[0], Score: l.Score, Depth: 14, Confidence: 100, Exact: true, PV: l.PV}
		if diff := cmp.Diff(want, l); diff != "" {
			t.Errorf("best line (-want +got):\n%s", diff)
		}
		follow(t, othellotest.Parse(t, ending), l.PV)
	}
	if want := "+18 +12 +6 +6"; strings.Join(got, " ") != want || h.Lines[0].Move != "g8" {
		t.Errorf("scores %v, want %s; best move %s, want g8", got, want, h.Lines[0].Move)
	}
}

func TestHintOfForcedAndOver(t *testing.T) {
	a := quick(t, 3)
	h, err := a.Hint(t.Context(), othellotest.Parse(t, "XO--XXX-XXXXXXXX O"), 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	effort := cmpopts.IgnoreFields(Hint{}, "Nodes", "Seconds")
	want := Hint{
		Schema: "kaeshi/hint/1", Position: "XO--XXX-XXXXXXXX O", Pov: "white", Empties: 3, Score: -16,
		Lines: []Line{{Move: "pass", Score: -16, Depth: 3, Confidence: 100, Exact: true, PV: []string{"pass", "c1"}}},
	}
	if diff := cmp.Diff(want, h, effort); diff != "" {
		t.Errorf("a forced pass (-want +got):\n%s", diff)
	}
	h, err = a.Hint(t.Context(), othellotest.Parse(t, "XXXXXXXXXXXXXX-- O"), 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	want = Hint{
		Schema: "kaeshi/hint/1", Position: "XXXXXXXXXXXXXX-- O", Pov: "white", Empties: 2, Over: true, Score: -16,
		Lines: []Line{},
	}
	if diff := cmp.Diff(want, h, effort); diff != "" {
		t.Errorf("the game is over (-want +got):\n%s", diff)
	}
}

// TestHintStops checks that an interrupted search returns the moves found so far.
func TestHintStops(t *testing.T) {
	e, err := ForTime(time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a := New(search.Options{Without: search.Claims}, e, UsualMarks())
	h, err := a.Hint(ctx, othello.Start(othello.Size8, othello.Usual), 2,
		func(h Hint) {
			if h.Lines[0].Depth == 4 {
				cancel()
			}
		})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if h.Lines[0].Depth < 4 {
		t.Errorf("depth %d, want at least 4", h.Lines[0].Depth)
	}
	if len(h.Lines) != 2 {
		t.Errorf("%d lines, want 2: %+v", len(h.Lines), h.Lines)
	}
}

// TestHintFromBook checks that book moves come first and are labelled, and that no search is needed if the book has
// enough moves.
func TestHintFromBook(t *testing.T) {
	b := grown(t)
	a := quick(t, 3)
	a.Book = b
	if h, err := a.Hint(t.Context(), othello.Start(othello.Size8, othello.Usual), 1, nil); err != nil ||
		!h.Lines[0].Book {
		t.Errorf("the deeper book is not used: %+v, error %v", h, err)
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
	h, err := deeper.Hint(t.Context(), othello.Start(othello.Size8, othello.Usual), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if h.Lines[0].Book {
		t.Errorf("the shallower book is used: %+v", h)
	}
	if h.Nodes == 0 {
		t.Error("no nodes were searched although the book is shallower")
	}
	a.Trust = true
	start := othello.Start(othello.Size8, othello.Usual)
	if h, err = a.Hint(t.Context(), start, 1, nil); err != nil {
		t.Fatal(err)
	}
	if h.Nodes != 0 {
		t.Fatalf("%d nodes were searched, want none", h.Nodes)
	}
	if len(h.Lines) != 1 {
		t.Fatalf("%d lines, want one: %+v", len(h.Lines), h.Lines)
	}
	if !h.Lines[0].Book {
		t.Fatalf("the line is not from the book: %+v", h.Lines[0])
	}
	if h.Lines[0].Depth < 2 {
		t.Fatalf("depth %d, want at least 2", h.Lines[0].Depth)
	}
	follow(t, start, h.Lines[0].PV)
	if len(h.Lines[0].PV) < 2 {
		t.Errorf("the line of the book is %v, want at least two moves", h.Lines[0].PV)
	}
	next := start // the last position of the book line, some of whose moves are not in the book
	for page, ok := b.Look(start); ok; page, ok = b.Look(next.Play(page.Moves[0].Move)) {
		next = page.Position
	}
	legal := len(next.Moves())
	h, err = a.Hint(t.Context(), next, legal, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Lines) != legal {
		t.Fatalf("%d lines, want %d: %+v", len(h.Lines), legal, h.Lines)
	}
	if first := h.Lines[0]; !first.Book {
		t.Errorf("the first line is not from the book: %+v", first)
	}
	if last := h.Lines[legal-1]; last.Book || last.Depth != 3 {
		t.Errorf("the last line is %+v, want one from a search of depth 3", last)
	}
	if h.Nodes == 0 {
		t.Error("no nodes were searched")
	}
	var moves []string
	for _, l := range h.Lines {
		moves = append(moves, l.Move)
	}
	if slices.Sort(moves); len(slices.Compact(moves)) != legal {
		t.Errorf("duplicate moves: %v", moves)
	}
}

// grown returns a small book.
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
		{"g8", 18, 14, 100, true, false, nil, []string{"g8", "b2"}},
		{"h1", 11.96, 12, 87, false, false, nil, []string{"h1"}},
		{"b1", 0, 12, 73, false, false, &claims.Proved{Source: "A 2023"}, []string{"b1"}},
		{"b2", 0.5, 12, 73, false, false, &claims.Proved{AtMost: 64, Source: "A 2023"}, []string{"b2"}},
		{"b3", -0.5, 9, 0, false, true, &claims.Proved{AtLeast: -64, Source: "A 2023"}, []string{"b3"}},
		{"b4", 1.5, 9, 100, false, false, &claims.Proved{AtLeast: -2, AtMost: 4, Source: "A 2023"}, []string{"b4"}},
		{"a2", -0.04, 20, 0, false, true, nil, []string{"a2", "pass"}},
		{"a3", -4, 0, 0, false, true, nil, []string{"a3"}},
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
