package paste_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
)

// TestMovesOfSides checks lists with the moves of Black on one line and those of White on another.
func TestMovesOfSides(t *testing.T) {
	const oneSide = "the moves of one side: want those of the other side on the next line"
	fault := func(at, text string) []string { return []string{"error: line " + at + ": game 1: " + text} }
	check(t, []example{
		{"two lists", "Black: f5 c3 c4\nWhite: d6 d3", []string{"f5d6c3d3c4"}},
		{"three moves", "Black: f5 c3\nWhite: d6\n", []string{"f5d6c3"}},
		{"White first", "White: d6 d3\nBlack: f5 c3 c4\n", []string{"f5d6c3d3c4"}},
		{"in Japanese", "黒：ｆ５、ｃ３\n白：ｄ６、ｄ３", []string{"f5d6c3d3"}},
		{"letters and numbers", "B: 1. F5 2. C3\nW: 1. D6 2. D3", []string{"f5d6c3d3"}},
		{"with a heading", "Event: Cup\n\nBlack: f5 c3\n\nWhite: d6 d3", []string{`f5d6c3d3 "Cup"`}},
		{"from a board", f5d6 + "\nBlack: c3 c4\nWhite: d6 d3", []string{f5d6 + " d6c3d3c4"}},
		{
			"two games", "Black: f5 c3\nWhite: d6 d3\nBlack: c4 f5\nWhite: c3 d6\n",
			[]string{"f5d6c3d3", "c4c3f5d6"},
		},
		{"legal in turn", "Black: f5 f4 e3\nWhite: d6 d2", fault("1",
			"move 2 of black: f4 turns nothing over for black; legal moves are c3, c4, c5, c6, c7")},
		{"one side", "Black: f5 c3 c4\n", fault("1", oneSide)},
		{"one side twice", "Black: f5 c3\nBlack: c4 c5\n", []string{
			"error: line 1: game 1: " + oneSide, "error: line 2: game 2: " + oneSide,
		}},
		{"too many moves", "Black: f5 c3\nWhite: d6 d3 f3 f4", fault("2",
			`move 3 of white, "f3", has no move of black before it`)},
		{"an illegal move", "Black: f5 c3\nWhite: d6 a1", fault("2",
			"move 2 of white: a1 turns nothing over for white; legal moves are d3, f3, f4, g5")},
		{"sides of single moves", "Black: f5\nWhite: d6\nBlack: c3", []string{"f5d6c3"}},
	})
}

// TestRandomMovesOfSides checks that random games, in which sides pass, are read from one list for each side.
func TestRandomMovesOfSides(t *testing.T) {
	usual := othello.Start(othello.Size8, othello.Usual)
	random := rand.New(rand.NewPCG(28, 0))
	passed := 0
	for range 50 {
		p, g := usual, &record.Game{Start: usual}
		var lists [2][]string
		for !p.Over() {
			m := othello.Pass
			if p.MustPass() {
				passed++
			} else {
				moves := p.Moves()
				m = moves[random.IntN(len(moves))]
				lists[p.Turn] = append(lists[p.Turn], usual.Size.Name(m))
			}
			g.Moves, p = append(g.Moves, m), p.Play(m)
		}
		text := "Black: " + strings.Join(lists[othello.Black], " ") +
			"\nWhite: " + strings.Join(lists[othello.White], " ")
		read, err := paste.Text(usual, text)
		if err != nil || read.Transcript() != g.Transcript() {
			t.Errorf("%s\nis read as %v, error %v; want %s", text, read, err, g.Transcript())
		}
	}
	if passed == 0 {
		t.Error("no game has a pass")
	}
}
