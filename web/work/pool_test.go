package work

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/player"
)

// closable is a player that counts calls of Close.
type closable struct {
	player.Player

	closed *atomic.Int32
}

func (c *closable) Close() error {
	c.closed.Add(1)
	return nil
}

func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made, closed atomic.Int32
		p := &pool{max: 2, make: func(string) (player.Player, error) {
			made.Add(1)
			return &closable{closed: &closed}, nil
		}}
		take := func(spec string) player.Player {
			taken, err := p.get(spec)
			if err != nil {
				t.Fatal(err)
			}
			return taken
		}
		want := func(when string, wantMade, wantClosed int32) {
			t.Helper()
			if made.Load() != wantMade || closed.Load() != wantClosed {
				t.Errorf("%s: %d made and %d closed, want %d and %d", when, made.Load(), closed.Load(), wantMade,
					wantClosed)
			}
		}
		a, b, c := take("a"), take("b"), take("c")
		want("three at work", 3, 0)
		for spec, used := range map[string]player.Player{"a": a} {
			_ = p.put(spec, used)
		}
		_ = p.put("b", b)
		if take("a") != a {
			t.Error("take did not return the idle player")
		}
		_ = p.put("a", a)
		_ = p.put("c", c)
		want("one too many", 3, 1)
		held := map[string]bool{"a": p.has("a"), "b": p.has("b"), "c": p.has("c")}
		if diff := cmp.Diff(map[string]bool{"a": true, "b": false, "c": true}, held); diff != "" {
			t.Errorf("idle players after a put (-want +got):\n%s", diff)
		}
		time.Sleep(keepIdle / 2)
		_ = p.put("c", take("c"))
		time.Sleep(keepIdle/2 + time.Second)
		synctest.Wait()
		want("after idling", 3, 2)
		time.Sleep(keepIdle)
		synctest.Wait()
		want("after all have idled", 3, 3)
		d := take("d")
		if err := p.close(); err != nil {
			t.Error(err)
		}
		_ = p.put("d", d)
		want("after the end", 4, 4)
		time.Sleep(2 * keepIdle)
	})
}
