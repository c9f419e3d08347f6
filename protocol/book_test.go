package protocol_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// smallBook is a book of the first moves.
func smallBook(t *testing.T) *book.Book {
	t.Helper()
	path := filepath.Join(t.TempDir(), "small.book")
	f, err := book.Open(path, book.Step{Command: "test"})
	if err != nil {
		t.Fatal(err)
	}
	judge := &book.Judge{Engine: search.New(search.Options{HashBytes: 1 << 16}), Limits: search.Limits{Depth: 2}}
	g := book.Growth{
		Judges: []*book.Judge{judge}, Start: othello.Start(othello.Size8, othello.Usual), Ply: 100,
		Positions: 40,
	}
	if _, err := f.Grow(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := book.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A hint tells what the book says of its moves, each once, with the book's line; a search is told of the others, and
// of these where it is deeper.
func TestNBoardHintsFromTheBook(t *testing.T) {
	s := kaeshi()
	s.Book = smallBook(t)
	found, _ := s.Book.Look(othello.Start(othello.Size8, othello.Usual).Play(mustSquare(t, "f5")))
	if len(found.Moves) < 2 {
		t.Fatalf("the book knows %v after f5", found.Moves)
	}
	out := converse(t, s.Serve, "nboard 2\nset depth 4\nF5\nhint 2\n")
	var told []string
	line := regexp.MustCompile(`^book ([A-H][1-8])(?:[a-hA-H][1-8])* [+-]\d+\.\d\d 0 \d+$`)
	for l := range strings.Lines(out) {
		if m := line.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
			told = append(told, m[1])
		}
		for _, m := range told {
			if strings.HasPrefix(l, "search "+m) && found.Moves[0].From.Depth > 4 {
				t.Errorf("after the book, a shallower search: %s", l)
			}
		}
	}
	if len(told) != 2 || told[0] == told[1] {
		t.Errorf("moves of the book: %v, in\n%s", told, out)
	}
	if played := converse(t, s.Serve, "hint 1\n"); strings.Count(played, "book ") != 1 {
		t.Errorf("one hint is asked for:\n%s", played)
	}
}

func mustSquare(t *testing.T, name string) othello.Square {
	t.Helper()
	m, err := othello.Size8.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
