package player

import (
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// TestAverageOfAGame checks that a player that keeps to its budgets takes almost exactly the mean time for each move of
// a game.
func TestAverageOfAGame(t *testing.T) {
	const mean = 70 * time.Millisecond
	a := average{time: mean}
	for game := range 3 { // the third begins later than the second ended before
		total, moves := time.Duration(0), 0
		for plies := 8 * game; plies < 60; plies += 2 {
			empties := 60 - plies
			left := a.begin(plies, empties)
			took := Clock{Left: left}.divide(empties, true).soft
			total, moves = total+took, moves+1
			a.spent += took
		}
		if all := mean * time.Duration(moves); total > all || total < all*9/10 {
			t.Errorf("game %d: %v for %d moves, want 90 %% to 100 %% of %v", game, total, moves, all)
		}
	}
}

// TestAverageUsesSavedTime checks that later moves can use the time that earlier ones saved, and that a move gets a
// tenth of the mean time after the budget was exceeded.
func TestAverageUsesSavedTime(t *testing.T) {
	const mean = time.Second
	a := average{time: mean}
	first := a.begin(0, 60)
	a.spent += 10 * time.Millisecond
	if later := a.begin(2, 58); later != first-10*time.Millisecond {
		t.Errorf("budget %v of the second move, want %v", later, first-10*time.Millisecond)
	}
	a.spent += time.Hour
	if later := a.begin(4, 56); later != mean/10 {
		t.Errorf("budget %v after a move of an hour, want %v", later, mean/10)
	}
	if next := a.begin(0, 60); next != first {
		t.Errorf("budget %v in the next game, want %v", next, first)
	}
}

// TestAverageOrClock checks that the mean time applies only without a clock.
func TestAverageOrClock(t *testing.T) {
	p, err := Makers{{Name: "kaeshi", Main: "level", Usage: "kaeshi", New: NewEngine}}.New("kaeshi:average=2ms")
	if err != nil {
		t.Fatal(err)
	}
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for !g.Position().Over() {
		choice, err := p.Choose(t.Context(), g, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		if err = g.Play(choice.Move); err != nil {
			t.Fatal(err)
		}
		g.PassIfForced()
	}
	a := &p.(*engine).average
	if a.moves < 50 || a.spent == 0 {
		t.Fatalf("%d moves in %v are recorded, want at least 50 and more than 0", a.moves, a.spent)
	}
	before := *a
	if _, err := p.Choose(t.Context(), &record.Game{Start: g.Start}, Clock{Left: time.Second}); err != nil ||
		*a != before {
		t.Errorf("after a move with a clock: %+v, want %+v; error %v", *a, before, err)
	}
}
