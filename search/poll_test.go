package search_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// TestPolling checks that a search calls the poll functions of nested contexts, and that a poll function can end the
// search.
func TestPolling(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	outer, inner := 0, 0
	ctx = search.Polling(ctx, func() { outer++ })
	ctx = search.Polling(ctx, func() {
		if inner++; inner == 20 {
			cancel()
		}
	})
	e := search.New(search.Options{HashBytes: 1 << 20, Without: search.Claims})
	r, err := e.Search(ctx, othello.Start(othello.Size8, othello.Usual), search.Limits{Depth: 30}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if r.Depth >= 30 {
		t.Errorf("depth %d after cancellation, want less than 30", r.Depth)
	}
	if inner < 20 {
		t.Errorf("%d calls of the inner function, want at least 20", inner)
	}
	if outer != inner {
		t.Errorf("%d calls of the outer function, want %d, those of the inner function", outer, inner)
	}
}

// TestPolled checks that Err of a polled context calls the poll function, also through context.WithValue.
func TestPolled(t *testing.T) {
	t.Parallel()
	type key struct{}
	ctx, cancel := context.WithCancel(t.Context())
	polled := context.WithValue(search.Polled(search.Polling(ctx, cancel)), key{}, 1)
	if err := polled.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v, because the poll function cancels the context", err, context.Canceled)
	}
	if plain := t.Context(); search.Polled(plain) != plain {
		t.Error("Polled changed a context without a poll function")
	}
}

// TestOnly checks that a search with Only reports only these moves, with the same scores as a search of all moves.
func TestOnly(t *testing.T) {
	t.Parallel()
	endings(t, 12, 10, 12, func(t *testing.T, e *search.Engine, p othello.Position) {
		t.Helper()
		moves := p.Moves()
		all, err := e.Search(t.Context(), p, search.Limits{Exact: 64, Lines: len(moves)}, nil)
		if err != nil || len(all.Lines) < 2 {
			return // a pass, or one move
		}
		var only bitboard.Set
		var want []othello.Score
		for i, line := range all.Lines {
			if i%2 == 1 {
				only |= 1 << line.Move
				want = append(want, line.Score)
			}
		}
		some, err := e.Search(t.Context(), p, search.Limits{Exact: 64, Lines: len(moves), Only: only}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []othello.Score
		for i, line := range some.Lines {
			got = append(got, line.Score)
			if only>>line.Move&1 == 0 {
				t.Errorf("%v: line %d is %v, which is not in Only", p, i, line.Move)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: scores of the lines (-among all moves +among some):\n%s", p, diff)
		}
		if some.Score != want[0] {
			t.Errorf("%v: score %v, want %v", p, some.Score, want[0])
		}
	})
}
