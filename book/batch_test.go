package book

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
)

// batches returns a growth in batches.
func batches(positions int, judges ...*Judge) Growth {
	return Growth{Judges: judges, Start: start(), Ply: 10, Positions: positions, Batch: 8}
}

// grownIn grows the book at path, checks the error and returns its positions.
func grownIn(ctx context.Context, t *testing.T, path string, g Growth, want error) []Entry {
	t.Helper()
	return slices.Collect(grownBook(ctx, t, path, g, want).All())
}

// grownBook grows the book at path, checks the error and returns the book.
func grownBook(ctx context.Context, t *testing.T, path string, g Growth, want error) *Book {
	t.Helper()
	f := open(t, path)
	done, err := f.Grow(ctx, g)
	if !errors.Is(err, want) {
		t.Fatalf("%+v, error %v, want %v", done, err, want)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, b)
	return b
}

// remotely returns a growth that searches with a function instead of its judges.
func remotely(g Growth, before func() error) Growth {
	limits := g.Judges[0].Limits
	g.Judges = []*Judge{{Limits: limits}}
	engines := sync.Pool{New: func() any { return quick(1, 4) }}
	g.Remote = func(ctx context.Context, list []Search) (leaves []Leaf, err error) {
		if err := before(); err != nil {
			return nil, err
		}
		j := engines.Get().(*Judge) //nolint:forcetypeassert // New returns a *Judge
		defer engines.Put(j)
		j.Limits = limits
		for _, s := range list {
			leaf, err := j.Leaf(ctx, s)
			if err != nil {
				return nil, err
			}
			leaves = append(leaves, leaf)
		}
		return leaves, nil
	}
	return g
}

// TestBatches checks that growth in batches gives the same book with any number of judges, on other machines, and with
// interruptions within batches.
func TestBatches(t *testing.T) {
	path := func() string { return filepath.Join(t.TempDir(), "test.book") }
	const positions = 60
	want := grownIn(t.Context(), t, path(), batches(positions, quick(2, 4)), nil)
	if len(want) != positions {
		t.Errorf("%d positions, want %d", len(want), positions)
	}
	more := batches(positions, quick(2, 4), quick(2, 4), quick(2, 4))
	if diff := cmp.Diff(want, grownIn(t.Context(), t, path(), more, nil)); diff != "" {
		t.Errorf("positions (-one judge +three judges):\n%s", diff)
	}
	remote := remotely(more, func() error { return nil })
	if diff := cmp.Diff(want, grownIn(t.Context(), t, path(), remote, nil)); diff != "" {
		t.Errorf("positions (-local +remote):\n%s", diff)
	}
	stopped := path()
	for have := 0; have < positions; {
		ctx, stop := context.WithCancel(t.Context())
		var searches atomic.Int32
		g := remotely(batches(positions-have, quick(2, 4)), func() error {
			if searches.Add(1) == 19 { // in the third batch, or later if positions are searched again
				stop()
			}
			return ctx.Err()
		})
		fault := context.Canceled
		if positions-have <= 16 {
			fault = nil
		}
		left := grownIn(ctx, t, stopped, g, fault)
		stop()
		if len(left) == have {
			t.Fatalf("no progress after %d positions", have)
		}
		have = len(left)
		if have == positions {
			if diff := cmp.Diff(want, left); diff != "" {
				t.Errorf("positions (-without interruptions +with):\n%s", diff)
			}
		}
	}
}

// TestBatchesLeaveOut checks that only the position whose search always fails is left out of the book, and that wrong
// results are refused.
func TestBatchesLeaveOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.book")
	g := remotely(batches(20, quick(1, 4)), func() error { return nil })
	search, cause := g.Remote, errors.New("no luck")
	g.Remote = func(ctx context.Context, list []Search) ([]Leaf, error) {
		if slices.ContainsFunc(list, func(s Search) bool { return s.Position.Empties() == 57 }) {
			return nil, &Fault{cause}
		}
		return search(ctx, list)
	}
	f := open(t, path)
	done, err := f.Grow(t.Context(), g)
	if err == nil || !strings.Contains(err.Error(), "positions that could not be searched: ") {
		t.Errorf("growth %+v, error %v; want an error about positions that were left out", done, err)
	}
	if _, ok := f.Book(nil).Look(othello.Start(othello.Size8, othello.Usual)); !ok {
		t.Error("the start is not in the book")
	}
	g.Remote = func(_ context.Context, list []Search) ([]Leaf, error) {
		return make([]Leaf, len(list)), nil // leaves with the illegal move a1
	}
	if done, err = f.Grow(t.Context(), g); err == nil || done.Added > 0 {
		t.Errorf("growth %+v, error %v; want an error about illegal moves", done, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestRehearseGrowth checks that a rehearsal runs the searches of the growth and does not change the book.
func TestRehearseGrowth(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "test.book"))
	var searches atomic.Int32
	g := remotely(batches(20, quick(1, 4)), func() error { searches.Add(1); return nil })
	if err := f.Rehearse(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if f.Len() != 0 {
		t.Errorf("the book has %d positions after a rehearsal, want none", f.Len())
	}
	rehearsed := searches.Swap(0)
	done, err := f.Grow(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if n := searches.Load(); n != rehearsed || done.Added != 20 {
		t.Errorf("%d searches, want the %d of the rehearsal; %d positions added, want 20", n, rehearsed, done.Added)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
