package protocol_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player/playertest"
)

// smallBook returns a book of the first moves.
func smallBook(t *testing.T) *book.Book {
	t.Helper()
	b, err := book.Load(playertest.Book(t))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNBoardHintsFromTheBook checks that a hint has each move of the book once, with its line in the book, and results
// of the search for other moves and for moves that the search examines more deeply.
func TestNBoardHintsFromTheBook(t *testing.T) {
	s := kaeshi()
	s.Book = smallBook(t)
	found, _ := s.Book.Look(othello.Start(othello.Size8, othello.Usual).Play(mustSquare(t, "f5")))
	if len(found.Moves) < 2 {
		t.Fatalf("the book has the moves %v after f5, want at least 2", found.Moves)
	}
	out := converse(t, s.Serve, "nboard 2\nset depth 4\nF5\nhint 2\n")
	var fromBook []string
	line := regexp.MustCompile(`^book ([A-H][1-8])(?:[a-hA-H][1-8])* [+-]\d+\.\d\d 0 \d+$`)
	for l := range strings.Lines(out) {
		if m := line.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
			fromBook = append(fromBook, m[1])
		}
		for _, m := range fromBook {
			if strings.HasPrefix(l, "search "+m) && found.Moves[0].From.Depth > 4 {
				t.Errorf("a search that is shallower than the book is shown: %s", l)
			}
		}
	}
	if len(fromBook) != 2 || fromBook[0] == fromBook[1] {
		t.Errorf("moves of the book %v, want two different ones, in\n%s", fromBook, out)
	}
	if played := converse(t, s.Serve, "hint 1\n"); strings.Count(played, "book ") != 1 {
		t.Errorf("output\n%s\nwant one hint", played)
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
