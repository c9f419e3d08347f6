package record_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func parse(t *testing.T, size othello.Size, text string) *record.Game {
	t.Helper()
	g, err := transcript.Parse(othello.Start(size, othello.Usual), text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGamePlay(t *testing.T) {
	g := &record.Game{Start: othello.Start(8, othello.Usual)}
	for _, name := range []string{"f5", "d6"} {
		m, err := g.Start.Size.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	err := g.Play(othello.Pass)
	if illegal := (*othello.IllegalMove)(nil); !errors.As(err, &illegal) || recordtest.Names(g) != "f5 d6" {
		t.Errorf("a pass with a legal move: error %v, want an *othello.IllegalMove; moves %s, want f5 d6", err,
			recordtest.Names(g))
	}
	if diff := cmp.Diff([3]othello.Position{g.Start, g.Start.Play(g.Moves[0]), g.Position()},
		[3]othello.Position{g.PositionAt(0), g.PositionAt(1), g.PositionAt(2)}); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
	if empties := g.PositionAt(1).Empties(); empties != 59 {
		t.Errorf("%d empty squares after one move, want 59", empties)
	}
}

func TestPassIfForced(t *testing.T) {
	g := parse(t, 4, "a2a3a4a1c1")
	if !g.PassIfForced() || recordtest.Names(g) != "a2 a3 a4 a1 c1 pass" {
		t.Errorf("moves %s, want a pass of White at the end", recordtest.Names(g))
	}
	if g.PassIfForced() || len(g.Moves) != 6 {
		t.Errorf("moves %s, want no second pass", recordtest.Names(g))
	}
	if over := parse(t, 4, "a2a3a4a1c1d4"); over.PassIfForced() {
		t.Error("PassIfForced added a pass to a finished game")
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		size    othello.Size
		text    string
		winner  othello.Color
		decided bool
	}{
		{8, "", othello.Black, false},
		{8, "f5", othello.Black, false}, // black is ahead, but the game is not over
		{4, "a2a3a4a1c1d4", othello.Black, true},
		{4, "a2a3a4a1c1c4d4b1d1d3b4d2", othello.White, true},
		{8, perfect, othello.Black, false},
	} {
		if winner, decided := parse(t, c.size, c.text).Winner(); winner != c.winner || decided != c.decided {
			t.Errorf("%q: %s, decided %t; want %s, %t", c.text, winner, decided, c.winner, c.decided)
		}
	}
}

// perfect is a game of optimal play that ends in a draw (Takizawa, "Othello is Solved", 2023).
const perfect = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A" +
	"2C1H2H1G2B8A8G7H8H7H6"

func TestPerfectGame(t *testing.T) {
	g := parse(t, 8, perfect)
	p := g.Position()
	type end struct {
		Moves        int
		Over         bool
		Black, White int
	}
	got := end{len(g.Moves), p.Over(), p.Count(othello.Black), p.Count(othello.White)}
	if diff := cmp.Diff(end{60, true, 32, 32}, got); diff != "" {
		t.Errorf("the end of the game (-want +got):\n%s", diff)
	}
}
