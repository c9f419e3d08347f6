package explorer_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

// source returns a source of one game without moves and with the given errors.
func source(name string, faults ...error) files.Source {
	return files.Source{Name: "folder/" + name, Games: func(yield func(*record.Game, error) bool) {
		if !yield(&record.Game{Start: othello.Start(othello.Size8, othello.Usual), Black: name}, nil) {
			return
		}
		for _, fault := range faults {
			if !yield(nil, fault) {
				return
			}
		}
	}}
}

func sequence(list ...files.Source) iter.Seq[files.Source] {
	return func(yield func(files.Source) bool) {
		for _, s := range list {
			if !yield(s) {
				return
			}
		}
	}
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestImport checks that errors of games and files are reported and counted, and that an error of the database ends the
// import.
func TestImport(t *testing.T) {
	games := openStore(t)
	var faults []string
	in := explorer.Import{
		Open:  func(context.Context) (*store.Import, error) { return games.NewImport(), nil },
		Fault: func(err error) { faults = append(faults, err.Error()) },
	}
	illegal := files.Source{Name: "illegal", Games: func(yield func(*record.Game, error) bool) {
		yield(&record.Game{Start: othello.Start(othello.Size8, othello.Usual), Moves: []othello.Square{0}}, nil)
	}}
	err := in.Run(t.Context(), sequence(
		source("a", &record.FileError{Game: 3, Err: errors.New("x")}, &record.FileError{Err: errors.New("y")}),
		source("a"), illegal, source("b", &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}),
	))
	if err != nil {
		t.Fatal(err)
	}
	want := explorer.Imported{Schema: "kaeshi/import/1", Read: 5, Stored: 2, Known: 1, Refused: 2}
	if diff := cmp.Diff(want, in.Sum); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(faults) != 4 || in.Broken != 2 {
		t.Errorf("errors %q, %d broken files; want 4 and 2", faults, in.Broken)
	}
	if !in.Unread {
		t.Error("the file that cannot be opened is not reported as unread")
	}
	if text := strings.Join(faults, "\n"); !strings.Contains(text, "illegal: game 4 of this run: ") {
		t.Errorf("errors %q, want the place of the illegal move", text)
	}
	full := errors.New("disk full")
	broken := explorer.Import{Open: func(context.Context) (*store.Import, error) { return nil, full }}
	if err := broken.Run(t.Context(), sequence(source("a"))); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}
