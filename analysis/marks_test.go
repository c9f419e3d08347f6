package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
)

func TestMarks(t *testing.T) {
	type marked struct {
		Mark      string
		Uncertain bool
	}
	for _, c := range []struct {
		score, played, error float64 // the score is exact if error is 0
		want                 marked
	}{
		{3, 3, 0, marked{"", false}},
		{4, 2, 0, marked{"?!", false}},
		{10, 6, 0, marked{"?", false}},
		{20, 12, 0, marked{"??", false}},
		{2, 0, 0, marked{"??", false}},  // a win becomes a draw
		{0, -2, 0, marked{"??", false}}, // a draw becomes a loss
		{2, -2, 0, marked{"??", false}},
		{-2, -4, 0, marked{"?!", false}},
		{-64, -64, 0, marked{"", false}},
		{3, 1.01, 1, marked{"", false}},
		{3, 0, 1, marked{"?!", false}},
		{3, 0.5, 1, marked{"", false}},    // at least 1.5 discs
		{0.5, -1.5, 1, marked{"", false}}, // crosses zero, but nothing is proved
		{3, -1, 2.5, marked{"?!", true}},
		{3, -0.5, 2.5, marked{"", false}}, // too little for a mistake
		{3, -1, 3, marked{"?!", true}},    // at least one disc
		{3, -1, 4, marked{"", false}},
		{9, 1, 3, marked{"?", false}}, // at least 5
		{9, 1, 6, marked{"?!", false}},
		{9, 1, 6.5, marked{"?!", true}},
		{9, -2, 3, marked{"??", false}},
	} {
		move := Move{Score: c.score, Played: c.played, Loss: c.score - c.played, Error: c.error, Exact: c.error == 0}
		var got marked
		got.Mark, got.Uncertain = UsualMarks().of(move)
		if got != c.want {
			t.Errorf("%+g, played %+g, error %g: %v, want %v", c.score, c.played, c.error, got, c.want)
		}
	}
}

// TestMistakesAreRanked checks the order: by the result first, then by discs, uncertain mistakes last.
func TestMistakesAreRanked(t *testing.T) {
	move := func(ply int, score, played float64, exact bool) Move {
		return Move{
			Ply: ply, Pov: "black", Choices: 5, Empties: 12, Depth: 12, Confidence: 100, Exact: exact,
			Score: score, Played: played, Loss: score - played,
		}
	}
	d := Game{Position: othello.Start(othello.Size8, othello.Usual).String(), Moves: []Move{
		move(1, -36, -64, true), // a loss remains a loss
		move(2, 2, -2, true),    // from a win to a loss
		move(3, 30, 8, true),    // a win remains a win
		move(4, 2, 0, true),     // from a win to a draw
		move(5, 0, -12, true),   // from a draw to a loss
		move(6, 4, 4, true),
		move(7, 6, 0, true),
	}}
	uncertain := move(8, 40, 37, false)
	uncertain.Empties, uncertain.Depth, uncertain.Confidence = 30, 14, 95
	uncertain.Loss = errorOf(uncertain, othello.Size8) + 1.9
	d.Moves = append(d.Moves, uncertain)
	d.sum(UsualMarks())
	if diff := cmp.Diff([]int{2, 5, 7, 4, 1, 3, 8}, d.Mistakes); diff != "" {
		t.Errorf("mistakes (-want +got):\n%s", diff)
	}
	want := Side{Moves: 8, Choices: 8, Blunders: 6, Uncertain: 1}
	if diff := cmp.Diff(want, d.BlackSide, cmpopts.IgnoreFields(Side{}, "Loss", "Accuracy")); diff != "" {
		t.Errorf("Black (-want +got):\n%s", diff)
	}
}

func TestParseMarks(t *testing.T) {
	for text, want := range map[string]Marks{"2,4,8": UsualMarks(), " 1, 2.5,2.5": {1, 2.5, 2.5}} {
		if got, err := ParseMarks(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	if m := (Marks{1, 2.5, 30}); m.String() != "1,2.5,30" {
		t.Errorf("String() = %s, want 1,2.5,30", m)
	}
	for _, text := range []string{
		"", "2", "2,4", "2,4,8,16", "4,2,8", "0,1,2", "-1,2,3", "a,b,c", "1,2,NaN", "1,2,Inf",
		"1,2,129",
	} {
		if got, err := ParseMarks(text); err == nil || !strings.Contains(err.Error(), "2,4,8") {
			t.Errorf("%q: %v, error %v, want an error that mentions 2,4,8", text, got, err)
		}
	}
}

func TestAccuracy(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 4: 50, 8: 25} {
		if got := accuracyOf(loss); got != want {
			t.Errorf("loss %g: %g, want %g", loss, got, want)
		}
	}
	d := Game{Moves: []Move{
		{Ply: 1, Pov: "black", Choices: 4, Loss: 4, Exact: true},
		{Ply: 2, Pov: "white", Choices: 1},
		{Ply: 3, Pov: "black", Choices: 3},
		{Ply: 4, Pov: "white", Choices: 0},
		{Ply: 5, Pov: "black", Choices: 2, Loss: 9, Exact: true, Score: 9},
		{Ply: 6, Pov: "black", Choices: 1, Exact: true},
	}}
	d.sum(UsualMarks())
	if a := d.BlackSide.Accuracy; a == nil || *a != 57 { // (50 + 100 + 21.02) / 3
		t.Errorf("accuracy of Black: %v, want 57", a)
	}
	if a := d.WhiteSide.Accuracy; a != nil {
		t.Errorf("accuracy of White without a choice: %v, want none", *a)
	}
	noAccuracy := cmpopts.IgnoreFields(Side{}, "Accuracy")
	black := Side{Moves: 4, Choices: 3, Loss: 13, Mistakes: 1, Blunders: 1}
	if diff := cmp.Diff(black, d.BlackSide, noAccuracy); diff != "" {
		t.Errorf("Black (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Side{Moves: 1}, d.WhiteSide, noAccuracy); diff != "" {
		t.Errorf("White (-want +got):\n%s", diff)
	}
	if d.ExactFrom != 5 {
		t.Errorf("exact from %d, want 5", d.ExactFrom)
	}
	if diff := cmp.Diff([]int{5, 1}, d.Mistakes); diff != "" {
		t.Errorf("mistakes (-want +got):\n%s", diff)
	}
	numbers := make([]int, len(d.Moves))
	for i, m := range d.Moves {
		numbers[i] = m.Number
	}
	if diff := cmp.Diff([]int{1, 2, 3, 3, 4, 5}, numbers); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}
