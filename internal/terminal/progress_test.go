package terminal

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// screen returns a Progress on a terminal of 20 columns and its output, with ^ for a carriage return and $ for erasing
// the rest of the line.
func screen() (p *Progress, written func() string) {
	var out bytes.Buffer
	p = NewProgress(&out, nil)
	p.live, p.columns = true, func() int { return 20 }
	return p, func() string {
		p.mu.Lock()
		defer p.mu.Unlock()
		return strings.NewReplacer("\r", "^", "\033[K", "$").Replace(out.String())
	}
}

func check(t *testing.T, step, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", step, diff)
	}
}

func TestProgressOnTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, written := screen()
		p.Clear()
		check(t, "nothing to clear", "", written())
		p.Show("one")
		check(t, "the first line is drawn at once", "^one$", written())
		p.Show("two")
		p.Show("three")
		check(t, "the next ones are delayed", "^one$", written())
		time.Sleep(drawEvery + 1)
		synctest.Wait()
		check(t, "the latest is drawn", "^one$^three$", written())
		time.Sleep(drawEvery)
		p.Show("four, and more than fits")
		check(t, "a long line is cut", "^one$^three$^four, and more than$", written())
		p.Show("five")
		p.Clear()
		time.Sleep(time.Second)
		synctest.Wait()
		check(t, "a cleared line does not reappear", "^one$^three$^four, and more than$^$", written())
		p.Show("six")
		p.End("done, and longer than the terminal")
		check(t, "the last line remains in full",
			"^one$^three$^four, and more than$^$^six$^$done, and longer than the terminal\n", written())
	})
}

func TestProgressInLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var lines []string
		p := NewProgress(&out, func(line string) { lines = append(lines, line) })
		p.Show("too early")
		time.Sleep(logEvery)
		p.Show("one")
		p.Show("again too early")
		p.Clear()
		p.End("two")
		if diff := cmp.Diff([]string{"one", "two"}, lines); diff != "" {
			t.Errorf("logged (-want +got):\n%s", diff)
		}
		if out.Len() > 0 {
			t.Errorf("output %q, want none", &out)
		}
		if p.Live() {
			t.Error("Live is true without a terminal")
		}
		silent := NewProgress(&out, nil)
		time.Sleep(logEvery)
		silent.Show("one")
		silent.End("two")
		if out.Len() > 0 {
			t.Errorf("output %q, want none", &out)
		}
	})
}

func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, written := screen()
		ctx, stop := context.WithCancel(t.Context())
		line := ""
		p.Follow(ctx, func() string { return line })
		step := func(text string) {
			p.mu.Lock()
			line = text
			p.mu.Unlock()
			time.Sleep(2 * drawEvery)
			synctest.Wait()
		}
		step("")
		step("one")
		step("two")
		step("")
		p.Clear()
		stop()
		step("three")
		check(t, "the lines", "^one$^two$^$", written())
	})
}

func TestFollowInLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		p := NewProgress(io.Discard, func(line string) { lines = append(lines, line) })
		ctx, stop := context.WithCancel(t.Context())
		var text atomic.Value
		text.Store("one")
		p.Follow(ctx, func() string { return text.Load().(string) })
		step := func(next string, wait time.Duration) {
			time.Sleep(wait)
			synctest.Wait()
			text.Store(next)
		}
		step("", logEvery+drawEvery)
		step("two", logEvery)
		step("three", logEvery)
		stop()
		step("", 2*logEvery)
		if diff := cmp.Diff([]string{"one", "two"}, lines); diff != "" {
			t.Errorf("logged (-want +got):\n%s", diff)
		}
		NewProgress(io.Discard, nil).Follow(t.Context(), func() string { t.Error("Follow called line"); return "" })
		time.Sleep(logEvery)
	})
}

func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pace := NewPace(10)
		check(t, "no rate yet", "games 10/100", pace.Line("games", 10, 100))
		time.Sleep(20 * time.Second)
		check(t, "half a game per second", "games 20/100, 2m40s left", pace.Line("games", 20, 100))
		check(t, "nothing left", "games 100/100", pace.Line("games", 100, 100))
	})
	for done, want := range map[int]string{
		0: "", 1: "", 50: "██████████", 99: "███████████████████",
		100: "████████████████████",
	} {
		check(t, "bar", want, strings.TrimRight(Bar(done, 100), "░"))
	}
	check(t, "a total of 0", strings.Repeat("░", 20), Bar(0, 0))
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		line    string
		columns int
		want    string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc"},
		{"黒の番です", 5, "黒の"},
		{"黒の番です", 10, "黒の番です"},
		{"ｶﾞ7", 2, "ｶﾞ"},
		{"e\u0301e\u0301", 1, "e\u0301"},
		{"abc", 0, ""},
	} {
		check(t, c.line, c.want, Cut(c.line, c.columns))
		if n := Columns(c.want); n > c.columns {
			t.Errorf("%q has %d columns, want at most %d", c.want, n, c.columns)
		}
	}
}
