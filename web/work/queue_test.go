package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestQueue checks that concurrent requests do not exceed the limits of the queue and of each client.
func TestQueue(t *testing.T) {
	const atOnce, waiting, mine = 3, 8, 2
	g := NewQueue(atOnce, waiting, Share{AtOnce: mine, Places: 5})
	var inside, most, busy, greedy, again atomic.Int32
	var own [3]atomic.Int32
	var all sync.WaitGroup
	for i := range 300 {
		all.Go(func() {
			turn, err := g.Join(fmt.Sprint("client ", i%3))
			switch {
			case errors.Is(err, ErrBusy):
				busy.Add(1)
				return
			case errors.Is(err, ErrClientLimit):
				greedy.Add(1)
				return
			}
			defer turn.Leave()
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%4)*time.Millisecond)
			defer cancel()
			for range 2 {
				if turn.Wait(ctx, nil) != nil {
					return
				}
				most.Store(max(most.Load(), inside.Add(1)))
				if own[i%3].Add(1) > mine {
					t.Errorf("more than %d requests of one client work at the same time", mine)
				}
				time.Sleep(time.Millisecond)
				own[i%3].Add(-1)
				inside.Add(-1)
				if turn.Yield() {
					again.Add(1)
				}
			}
		})
	}
	all.Wait()
	if n := most.Load(); n == 0 || n > atOnce {
		t.Errorf("%d requests worked at the same time, want 1 to %d", n, atOnce)
	}
	if busy.Load()+greedy.Load() == 0 {
		t.Error("no request was refused, want some")
	}
	if again.Load() == 0 {
		t.Error("no request yielded, want some")
	}
	type load struct{ Present, Working, Waiting, Clients int }
	left := load{Present: g.present, Clients: len(g.clients)}
	left.Working, left.Waiting = g.Load()
	if diff := cmp.Diff(load{}, left); diff != "" {
		t.Errorf("load of the empty queue (-want +got):\n%s", diff)
	}
}

// TestQueueReportsPlaces checks that waiting requests receive each change of their position, and that they overtake
// those of a client that uses its whole share.
func TestQueueReportsPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewQueue(2, 10, Share{AtOnce: 1})
		var wait sync.WaitGroup
		join := func(client string, report func(int)) *Ticket {
			turn, err := g.Join(client)
			if err != nil {
				t.Fatal(err)
			}
			wait.Go(func() {
				if turn.Wait(t.Context(), report) == nil {
					report(0)
				}
			})
			synctest.Wait()
			return turn
		}
		places := make([][]int, 5)
		var turns []*Ticket
		for i, client := range []string{"a", "a", "b", "c", "d"} {
			turns = append(turns, join(client, func(place int) { places[i] = append(places[i], place) }))
		}
		want := func(when string, want ...[]int) {
			t.Helper()
			synctest.Wait()
			if !slices.EqualFunc(places, want, slices.Equal) {
				t.Errorf("%s: places %v, want %v", when, places, want)
			}
		}
		want("at first", []int{0}, []int{1}, []int{0}, []int{2}, []int{3})
		if _, waiting := g.Load(); waiting != 3 || !turns[0].Contended() {
			t.Errorf("%d requests wait, want 3; contended: %t, want true", waiting, turns[0].Contended())
		}
		turns[2].Leave() // c overtakes the second request of a, which waits for the first
		want("when b left", []int{0}, []int{1}, []int{0}, []int{2, 0}, []int{3, 2})
		if turns[2].Yield() || !turns[0].Yield() { // the first request of a yields to the second
			t.Error("want Yield to be false after Leave, and true for a working request")
		}
		want("after a's turn", []int{0}, []int{1, 0}, []int{0}, []int{2, 0}, []int{3, 2, 1})
		turns[3].Release()
		turns[3].Leave()
		turns[3].Leave()
		want("when c left", []int{0}, []int{1, 0}, []int{0}, []int{2, 0}, []int{3, 2, 1, 0})
		for _, turn := range turns {
			turn.Leave()
		}
		if g.present != 0 {
			t.Errorf("%d requests are present, want none", g.present)
		}
		wait.Wait()
	})
}

// TestPriority checks that long searches pause while a quick move is pending, for a limited time.
func TestPriority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r priority
		stood := func() time.Duration {
			began := time.Now()
			r.yield()
			return time.Since(began)
		}
		if stood() != 0 {
			t.Error("yield paused without a pending move")
		}
		first, second := r.begin(), r.begin()
		if d := stood(); d != longestPause {
			t.Errorf("yield paused for %v, want %v", d, longestPause)
		}
		time.AfterFunc(5*time.Millisecond, func() { first(); second() })
		if d := stood(); d != 5*time.Millisecond {
			t.Errorf("yield returned after %v, want 5ms", d)
		}
		if stood() != 0 {
			t.Error("yield paused after the last move")
		}
	})
}
