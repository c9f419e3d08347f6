package record_test

import (
	"math"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// TestValidate checks the errors of games that are not valid.
func TestValidate(t *testing.T) {
	start := othello.Start(othello.Size4, othello.Usual)
	b1, b2 := start.Size.Square(1, 0), start.Size.Square(1, 1)
	b1s := []othello.Square{b1}
	for want, g := range map[string]*record.Game{
		"board size 0":        {},
		`move 1, "b2"`:        {Start: start, Moves: []othello.Square{b2}},
		"2 notes for 1 moves": {Start: start, Moves: b1s, Notes: make([]record.Note, 2)},
		"a score of +Inf": {
			Start: start, Moves: b1s,
			Notes: []record.Note{{Score: &record.Score{Value: math.Inf(1)}}},
		},
		"a negative time": {Start: start, Moves: b1s, Notes: []record.Note{{Left: -1}}},
		`mark "!!!"`:      {Start: start, Moves: b1s, Notes: []record.Note{{Mark: "!!!"}}},
		"variation at ply 3: variations must be sorted": {
			Start: start, Moves: b1s,
			Variations: []record.Variation{{Ply: 3, Moves: b1s}},
		},
		"a variation must have moves": {Start: start, Variations: []record.Variation{{}}},
		"variation at ply 0: move 1": {
			Start:      start,
			Variations: []record.Variation{{Moves: []othello.Square{b2}}},
		},
		"must not replace the first move of another": {
			Start:      start,
			Variations: []record.Variation{{Moves: b1s, Variations: []record.Variation{{Moves: b1s}}}},
		},
	} {
		if err := g.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", g, err, want)
		}
	}
}

func TestLoss(t *testing.T) {
	if text := (record.Loss{
		What: "variations", Games: 3,
		First: 12,
	}).String(); text != "variations: lost in 3 games, the first being game 12" {
		t.Errorf("%q, want the number of games and the first", text)
	}
}
