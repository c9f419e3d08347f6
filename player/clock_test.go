package player

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// someClock returns a random clock, from a tenth of a second to about an hour, and a random number of empty squares.
func someClock(r *rand.Rand) (c Clock, empties int) {
	some := func() time.Duration {
		return time.Duration(float64(100*time.Millisecond) * float64(uint64(1)<<r.IntN(16)) * (0.5 + r.Float64()))
	}
	c.Left = some() + 100*time.Millisecond
	switch r.IntN(5) {
	case 0:
		c.Increment = some() / 10
	case 1:
		c.Period = some() / 10
	case 2:
		c.Moves = 1 + r.IntN(30)
	case 3:
		c.Move = some()
	}
	return c, 1 + r.IntN(60)
}

// TestBudgetIsWithinTheClock checks that a budget is less than the time left, and that it is not 0, because 0 means no
// limit.
func TestBudgetIsWithinTheClock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		c, empties := someClock(r)
		if r.IntN(10) == 0 {
			c.Left = time.Duration(1 + r.IntN(50_000_000))
		}
		b := c.budget(empties)
		most := c.Left + c.Period
		if b.soft < 1 {
			t.Fatalf("%+v with %d empty: soft end %v, want more than 0", c, empties, b.soft)
		}
		if b.soft > b.hard {
			t.Fatalf("%+v with %d empty: soft end %v, want at most %v, the hard end", c, empties, b.soft, b.hard)
		}
		if b.hard > most || b.hard == most && most > time.Millisecond {
			t.Fatalf("%+v with %d empty: hard end %v, want less than %v", c, empties, b.hard, most)
		}
		if c.Move > 0 && b.hard > c.Move {
			t.Fatalf("%+v with %d empty: hard end %v, want at most %v, the time of a move", c, empties, b.hard, c.Move)
		}
	}
}

// TestBudgetOfLongClocks checks that very long times do not overflow.
func TestBudgetOfLongClocks(t *testing.T) {
	const longest = time.Duration(1<<63 - 1)
	for _, c := range []Clock{
		{Left: longest},
		{Left: longest, Increment: longest},
		{Left: longest, Period: longest},
		{Left: longest, Moves: 1},
	} {
		for empties := range 61 {
			if b := c.budget(empties); b.soft < time.Hour || b.hard < b.soft {
				t.Fatalf("%+v with %d empty: budget %+v, want at least an hour", c, empties, b)
			}
		}
	}
}

// TestBudgetLastsForTheGame checks that a player that takes a millisecond more than the hard budget for every move does
// not exceed its clock.
func TestBudgetLastsForTheGame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		c, empties := someClock(r)
		c.Moves, c.Move = 0, 0
		control := Control{Base: c.Left, Increment: c.Increment, Move: c.Period}
		var spent []time.Duration
		clocks := control.start()
		for e := empties; e > 0; e -= 2 {
			shown, _ := clocks.clock(0)
			took := shown.budget(e).hard + time.Millisecond
			if r.IntN(3) == 0 {
				took = shown.budget(e).soft
			}
			spent = append(spent, took)
			if err := clocks.spend(0, took, false); err != nil {
				t.Fatalf("%+v from %d empty squares: %v at %d empty squares after %v", control, empties, err, e, spent)
			}
		}
	}
}

// TestBudgetGrowsWithTheTime checks that more time, an increment or byo-yomi never reduce the budget.
func TestBudgetGrowsWithTheTime(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		c, empties := someClock(r)
		before := c.budget(empties)
		more := []Clock{c, c, c}
		more[0].Left += time.Duration(r.Int64N(int64(c.Left)))
		more[1].Increment += time.Second
		more[2].Period += time.Second
		for _, m := range more {
			if b := m.budget(empties); b.soft < before.soft-time.Microsecond || b.hard < before.hard-time.Microsecond {
				t.Fatalf("%d empty: budget %+v for %+v, want at least %+v, that for %+v", empties, b, m, before, c)
			}
		}
	}
}

// TestBudgetFavoursTheMiddleGame checks that the middle game gets most of the time, that a move of the opening gets
// almost as much, and that the ending gets little.
func TestBudgetFavoursTheMiddleGame(t *testing.T) {
	sums := [3]time.Duration{}
	for left, e := 5*time.Minute, 60; e > 0; e -= 2 {
		soft := Clock{Left: left}.budget(e).soft
		left -= soft
		switch {
		case e > 40:
			sums[0] += soft
		case e >= 20:
			sums[1] += soft
		default:
			sums[2] += soft
		}
	}
	opening, middle, end := sums[0], sums[1], sums[2]
	if 3*middle < 4*opening {
		t.Errorf("%v from 40 to 20 empty squares, want at least 4/3 of %v, the time before", middle, opening)
	}
	if middle < 3*end {
		t.Errorf("%v from 40 to 20 empty squares, want at least three times %v, the time after", middle, end)
	}
	if 2*opening < middle {
		t.Errorf("%v before 40 empty squares, want at least half of %v, the time from 40 to 20", opening, middle)
	}
	if opening+middle < 200*time.Second {
		t.Errorf("%v of 5 minutes before 20 empty squares, want at least 200 s", opening+middle)
	}
	if with, without := (Clock{Left: time.Minute, Increment: 5 * time.Second}).budget(40),
		(Clock{Left: time.Minute}).budget(40); with.soft < without.soft+2*time.Second {
		t.Errorf("budget %+v with an increment, want more than %+v, that without", with, without)
	}
}

// TestBudgetOfOneMove checks that the time of a single move is used, except for a reserve for delays.
func TestBudgetOfOneMove(t *testing.T) {
	for _, c := range []struct {
		clock Clock
		want  time.Duration
	}{
		{Clock{Left: 20 * time.Millisecond, Moves: 1}, 10 * time.Millisecond},
		{Clock{Left: time.Minute, Moves: 1}, time.Minute - overhead},
		{Clock{Move: time.Second}, time.Second},
		{Clock{}, 0},
	} {
		if b := c.clock.budget(30); b.soft != c.want || b.hard != c.want {
			t.Errorf("%+v: budget %+v, want %v", c.clock, b, c.want)
		}
	}
}

// reports is the sequence of reports of a search.
type reports []search.Report

// ends returns the time at which a pacer ends the search.
func (s reports) ends(p pacer) time.Duration {
	for _, r := range s {
		if p.enough(r) {
			return r.Elapsed
		}
	}
	return p.hard
}

// reportsOf returns a report for every millisecond.
func reportsOf(thinks func(ms int) (othello.Square, othello.Score)) (s reports) {
	for ms := 1; ms < 1000; ms++ {
		move, score := thinks(ms)
		s = append(s, search.Report{
			Position: othello.Start(othello.Size8, othello.Usual), Move: move, Score: score, Depth: 10,
			Elapsed: time.Duration(ms) * time.Millisecond,
		})
	}
	return s
}

func TestPacer(t *testing.T) {
	b := budget{100 * time.Millisecond, 400 * time.Millisecond}
	steady := reportsOf(func(int) (othello.Square, othello.Score) { return 1, 2 })
	changing := reportsOf(func(ms int) (othello.Square, othello.Score) { return othello.Square(ms % 2), 2 })
	falling := reportsOf(func(ms int) (othello.Square, othello.Score) { return 1, othello.Score(-3 * ms) })
	ordinary := pacer{budget: b}
	usual, late, latest, early := steady.ends(ordinary), changing.ends(ordinary), falling.ends(ordinary),
		steady.ends(pacer{budget: b, clear: true})
	if early >= usual {
		t.Errorf("with a clear move, the search ends after %v, want before %v", early, usual)
	}
	if usual >= late {
		t.Errorf("with a constant best move, the search ends after %v, want before %v, the time with changing moves",
			usual, late)
	}
	if late >= latest {
		t.Errorf("with changing best moves, the search ends after %v, want before %v, the time with a falling score",
			late, latest)
	}
	if latest > b.hard {
		t.Errorf("with a falling score, the search ends after %v, want at most %v, the hard end", latest, b.hard)
	}
	if e := steady.ends(pacer{budget: budget{b.hard, b.hard}}); e != b.hard {
		t.Errorf("with equal soft and hard ends, the search ends after %v, want %v", e, b.hard)
	}
	r := search.Report{Position: othello.Start(othello.Size8, othello.Usual), Depth: 60, Elapsed: b.soft}
	if (&pacer{budget: b}).enough(r) {
		t.Error("a search to the end of the game is stopped at the soft end")
	}
}
