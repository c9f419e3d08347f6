package search_test

import (
	"context"
	"errors"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// TestPolling: a search calls what its context asks for, and what the contexts around that ask for; whoever is called
// can end it.
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
	r, err := search.New(search.Options{HashBytes: 1 << 20}).Search(ctx, othello.Start(othello.Size8, othello.Usual),
		search.Limits{Depth: 30}, nil)
	if !errors.Is(err, context.Canceled) || r.Depth >= 30 || inner < 20 || outer != inner {
		t.Errorf("depth %d, error %v; polled %d times, around that %d", r.Depth, err, inner, outer)
	}
}

// TestPolled: whoever asks a polled context for its end polls, also by way of values put around it.
func TestPolled(t *testing.T) {
	t.Parallel()
	type key struct{}
	ctx, cancel := context.WithCancel(t.Context())
	polled := context.WithValue(search.Polled(search.Polling(ctx, cancel)), key{}, 1)
	if err := polled.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, although the poll ends the context", err)
	}
	if plain := t.Context(); search.Polled(plain) != plain {
		t.Error("a context without a poll is not left as it is")
	}
}

// TestOnly: of the moves that are left, the best is found, and each has the score that it has among all.
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
		var want []search.Line
		for i, line := range all.Lines {
			if i%2 == 1 {
				only |= 1 << line.Move
				want = append(want, line)
			}
		}
		some, err := e.Search(t.Context(), p, search.Limits{Exact: 64, Lines: len(moves), Only: only}, nil)
		if err != nil || len(some.Lines) != len(want) || some.Score != want[0].Score {
			t.Fatalf("%v: %d lines of %d, the best worth %v, want %v (error %v)", p, len(some.Lines), len(want),
				some.Score, want[0].Score, err)
		}
		for i, line := range some.Lines {
			if only>>line.Move&1 == 0 || line.Score != want[i].Score {
				t.Errorf("%v: line %d is %v with %v, among all %v", p, i, line.Move, line.Score, want[i].Score)
			}
		}
	})
}
