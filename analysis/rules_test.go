package analysis

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// after returns the position after a transcript, which must be legal and include a pass at its end.
func after(t *testing.T, moves string) othello.Position {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		t.Fatalf("%s: %v", moves, err)
	}
	p := g.Start
	for _, m := range g.Moves {
		p = p.Play(m)
	}
	if p.MustPass() {
		t.Fatalf("%s: the side to move must pass; end the transcript with --", moves)
	}
	return p
}

// TestRules checks the positions of the page about the rules, in which Black moves.
func TestRules(t *testing.T) {
	var steps []struct {
		ID    string `json:"id"`
		Moves string `json:"moves"`
		Least int    `json:"least"` // discs that the move has to flip
	}
	read(t, "../web/ui/src/rules/steps.json", &steps)
	for _, s := range steps {
		p := after(t, s.Moves)
		if p.Turn != othello.Black {
			t.Errorf("%s: %v to move, want black", s.ID, p.Turn)
		}
		var right, wrong []othello.Square
		for _, m := range p.Moves() {
			if p.Flips(m).Len() >= s.Least {
				right = append(right, m)
			} else {
				wrong = append(wrong, m)
			}
		}
		if len(right) == 0 || !teaches(s.ID, p, right, wrong) {
			t.Errorf("%s: not a position for this step; moves that flip %d discs: %v:\n%s", s.ID, s.Least,
				p.Size.NamesOf(right), p.Diagram())
		}
	}
}

// teaches reports whether a position suits a step of the rules. The page accepts the moves in right.
func teaches(step string, p othello.Position, right, wrong []othello.Square) bool {
	passes := func(m othello.Square) bool { return p.Play(m).MustPass() }
	oneLine := func(m othello.Square) bool { return (bitboard.Neighbours(1<<m) & p.Flips(m)).Len() < 3 }
	switch step {
	case "place":
		return len(wrong) == 0
	case "flip":
		return len(wrong) > 0 && !slices.ContainsFunc(right, oneLine)
	case "pass":
		return slices.ContainsFunc(right, passes) && len(right) > 1
	case "end":
		return p.Empties() == 1 && p.Play(right[0]).Over()
	}
	return false
}
