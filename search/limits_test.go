package search

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// TestLimitsRefused checks that invalid limits are errors that state the expected values, in Search and in Rate.
func TestLimitsRefused(t *testing.T) {
	p := othello.Start(othello.Size6, othello.Usual)
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Depth: -3}, "Depth is -3: want plies, or 0"},
		{Limits{Depth: 1, Exact: -1}, "Exact is -1: want a number of empty squares"},
		{Limits{Depth: 1, Selective: -1}, "Selective is -1: want a number of empty squares"},
		{Limits{Depth: 1, Lines: -1}, "Lines is -1: want a number of moves"},
		{Limits{Depth: 1, Confidence: -1}, "Confidence is -1: want a percentage from 1 to 100"},
		{Limits{Depth: 1, Confidence: 101}, "Confidence is 101: want a percentage from 1 to 100"},
		{Limits{Depth: 1, Time: -time.Second}, "Time is -1s: want a positive duration"},
	} {
		e := small()
		_, err := e.Search(t.Context(), p, c.limits, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Search with %+v: error %v, want %q", c.limits, err, c.want)
		}
		if _, err := e.Rate(t.Context(), p, c.limits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Rate with %+v: error %v, want %q", c.limits, err, c.want)
		}
		if _, err := e.Rate(t.Context(), p, Limits{Depth: 1}); err != nil {
			t.Errorf("Rate after an invalid limit: error %v, want none", err)
		}
	}
}

// TestEndless checks that a search without a limit and with a context that never ends is an error, and that each limit
// suffices.
func TestEndless(t *testing.T) {
	p := othello.Start(othello.Size6, othello.Usual)
	for _, l := range []Limits{{}, {Exact: 8}, {Selective: 8, Confidence: 73}, {Lines: 3}} {
		if _, err := small().Search(context.Background(), p, l, nil); !errors.Is(err, errEndless) {
			t.Errorf("%+v: error %v, want %v", l, err, errEndless)
		}
	}
	for _, l := range []Limits{
		{Depth: 2},
		{Nodes: 100},
		{Time: time.Millisecond},
		{Enough: func(Report) bool { return true }},
	} {
		if _, err := small().Search(context.Background(), p, l, nil); err != nil {
			t.Errorf("%+v: error %v, want none", l, err)
		}
	}
	if _, err := small().Solve(context.Background(), othello.Start(othello.Size4, othello.Usual)); err != nil {
		t.Error(err)
	}
}

// TestZeroEngine checks that the zero Engine returns errors and does not panic.
func TestZeroEngine(t *testing.T) {
	var e Engine
	p := othello.Start(othello.Size8, othello.Usual)
	e.Forget()
	e.Warm()
	_, search := e.Search(t.Context(), p, Limits{Depth: 1}, nil)
	_, solve := e.Solve(t.Context(), p)
	_, rate := e.Rate(t.Context(), p, Limits{Depth: 1})
	_, weights := e.Weights()
	for name, err := range map[string]error{"Search": search, "Solve": solve, "Rate": rate, "Weights": weights} {
		if !errors.Is(err, errZero) {
			t.Errorf("%s: error %v, want %v", name, err, errZero)
		}
	}
	if n := e.Nodes(); n != 0 {
		t.Errorf("%d nodes, want 0", n)
	}
}

// TestBusy checks that a second search on the same engine fails with ErrBusy while the first one runs, from other
// goroutines and from callbacks, and that Forget takes effect after the search.
func TestBusy(t *testing.T) {
	e, p := small(), othello.Start(othello.Size8, othello.Usual)
	want, err := e.Search(t.Context(), p, Limits{Depth: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Forget()
	var others sync.WaitGroup
	got, err := e.Search(t.Context(), p, Limits{Depth: 5}, func(Report) {
		_, inner := e.Search(t.Context(), p, Limits{Depth: 1}, nil)
		if !errors.Is(inner, ErrBusy) {
			t.Errorf("a search from a callback: error %v, want %v", inner, ErrBusy)
		}
		others.Go(func() {
			if _, err := e.Rate(t.Context(), p, Limits{Depth: 1}); !errors.Is(err, ErrBusy) {
				t.Errorf("Rate from another goroutine: error %v, want %v", err, ErrBusy)
			}
			e.Warm()
			e.Forget()
		})
		others.Wait()
	})
	if err != nil || got.Nodes != want.Nodes {
		t.Errorf("%d nodes while other searches failed, want %d; error %v", got.Nodes, want.Nodes, err)
	}
	if again, err := e.Search(t.Context(), p, Limits{Depth: 5}, nil); err != nil || again.Nodes != want.Nodes {
		t.Errorf("%d nodes after Forget, want %d, those of a new engine; error %v", again.Nodes, want.Nodes, err)
	}
}
