// Package playertest makes players and an opening book for tests.
package playertest

import (
	"path/filepath"
	"testing"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/search"
)

// New makes the player of a spec and closes it at the end of the test. An error of either fails the test.
func New(t testing.TB, from player.Makers, spec string) player.Player {
	t.Helper()
	p, err := from.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// Book writes a book of 80 positions after the usual start, judged two plies ahead, and returns the path of its file.
func Book(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.book")
	f, err := book.Open(path, book.Step{Command: "test"})
	if err != nil {
		t.Fatal(err)
	}
	judge := &book.Judge{Engine: search.New(search.Options{HashBytes: 1 << 16}), Limits: search.Limits{Depth: 2}}
	g := book.Growth{
		Judges: []*book.Judge{judge}, Start: othello.Start(othello.Size8, othello.Usual), Ply: 100,
		Positions: 80,
	}
	if _, err := f.Grow(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
