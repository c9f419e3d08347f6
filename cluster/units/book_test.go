package units

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// growth returns the settings of the growth in these tests.
func growth() Growing {
	return Growing{
		Growth: book.Growth{
			Start: othello.Start(othello.Size8, othello.Usual), Ply: book.ValueOf(0.5), Positions: 30,
			Batch: 8,
		},
		Level: 2, Hash: 1 << 16, Name: "test",
	}
}

// grow grows a new book and returns its positions.
func grow(t *testing.T, run func(*book.File, Growing) (book.Growing, error)) []book.Entry {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.book")
	f, err := book.Open(path, book.Step{Command: "test"})
	if err != nil {
		t.Fatal(err)
	}
	done, err := run(f, growth())
	if err != nil {
		t.Fatalf("%+v: %v", done, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := book.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(b.All())
}

// grownHere returns the positions of the book that this machine grows.
func grownHere(t *testing.T) []book.Entry {
	t.Helper()
	return grow(t, func(f *book.File, g Growing) (book.Growing, error) {
		g.Judges = []*book.Judge{{
			Engine: search.New(search.Options{HashBytes: g.Hash}), Limits: search.LevelLimits(g.Level, 0),
		}}
		return f.Grow(t.Context(), g.Growth)
	})
}

// TestGrow checks that the book equals that of one machine even if one worker is slow.
func TestGrow(t *testing.T) {
	t.Parallel()
	want := grownHere(t)
	if len(want) != 30 {
		t.Errorf("%d positions, want 30", len(want))
	}
	s := newSite(t)
	s.worker()
	s.worker(handling(kindBook, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
			}
			return h(ctx, task)
		}
	}))
	got := grow(t, func(f *book.File, g Growing) (book.Growing, error) {
		return Grow(s.ctx, Options{Client: s.client(), Identity: identity}, f, g)
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the books differ (-local +cluster):\n%s", diff)
	}
}

// TestGrowVerifies checks that the book contains no scores of a worker that searches at another level, and that growth
// without a limit cannot be verified.
func TestGrowVerifies(t *testing.T) {
	t.Parallel()
	want := grownHere(t)
	l := newLying(t, kindBook, "level")
	got := grow(t, func(f *book.File, g Growing) (book.Growing, error) {
		endless := g
		endless.Positions = 0
		refused := (*UnverifiableError)(nil)
		if _, err := Grow(l.ctx, l.options(), f, endless); !errors.As(err, &refused) {
			t.Errorf("growth without a limit: error %v, want that it cannot be verified", err)
		}
		return Grow(l.ctx, l.options(), f, g)
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the books differ (-local +cluster):\n%s", diff)
	}
	l.checkCaught()
}
