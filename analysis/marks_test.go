package analysis

import (
	"strings"
	"testing"
)

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		score, played float64
		exact         bool
		want          string
	}{
		{3, 3, false, ""},
		{3, 1.01, false, ""},
		{3, 1, false, "?!"},
		{0.5, -1.49, false, ""},  // crosses zero, but nothing is proved
		{0.5, -1.5, false, "?!"}, // likewise
		{3, -1, false, "?"},
		{4, -4, false, "??"},
		{4, 2, true, "?!"},
		{2, 0, true, "??"},  // a win becomes a draw
		{0, -2, true, "??"}, // a draw becomes a loss
		{2, -2, true, "??"},
		{-2, -4, true, "?!"},
		{-64, -64, true, ""},
	} {
		if got := UsualMarks().of(
			Move{Score: c.score, Played: c.played, Loss: c.score - c.played, Exact: c.exact}); got != c.want {
			t.Errorf("%+g, played %+g, exact %t: %q, want %q", c.score, c.played, c.exact, got, c.want)
		}
	}
}

func TestParseMarks(t *testing.T) {
	for text, want := range map[string]Marks{"2,4,8": UsualMarks(), " 1, 2.5,2.5": {1, 2.5, 2.5}} {
		if got, err := ParseMarks(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if m := (Marks{1, 2.5, 30}); m.String() != "1,2.5,30" {
		t.Errorf("%s", m)
	}
	for _, text := range []string{
		"", "2", "2,4", "2,4,8,16", "4,2,8", "0,1,2", "-1,2,3", "a,b,c", "1,2,NaN", "1,2,Inf",
		"1,2,129",
	} {
		if got, err := ParseMarks(text); err == nil || !strings.Contains(err.Error(), "2,4,8") {
			t.Errorf("%q: %v, %v", text, got, err)
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
		{Ply: 1, Pov: "black", Choices: 4, Loss: 4},
		{Ply: 2, Pov: "white", Choices: 1},
		{Ply: 3, Pov: "black", Choices: 3},
		{Ply: 4, Pov: "white", Choices: 0},
		{Ply: 5, Pov: "black", Choices: 2, Loss: 9, Exact: true, Score: 9},
		{Ply: 6, Pov: "black", Choices: 1, Exact: true},
	}}
	d.sum(UsualMarks())
	if a := d.BlackSide.Accuracy; a == nil || *a != 57 { // (50 + 100 + 21.02) / 3
		t.Errorf("black %v", a)
	}
	if a := d.WhiteSide.Accuracy; a != nil {
		t.Errorf("white never had a choice, and has %v", *a)
	}
	b := d.BlackSide
	if b.Moves != 4 || b.Choices != 3 || b.Loss != 13 || b.Mistakes != 1 || b.Blunders != 1 || b.Inaccuracies != 0 ||
		d.WhiteSide.Moves != 1 {
		t.Errorf("%+v, %+v", b, d.WhiteSide)
	}
	if d.ExactFrom != 5 || len(d.Mistakes) != 2 || d.Mistakes[0] != 5 || d.Moves[5].Number != 5 ||
		d.Moves[3].Number != 3 {
		t.Errorf("exact from %d, mistakes %v", d.ExactFrom, d.Mistakes)
	}
}
