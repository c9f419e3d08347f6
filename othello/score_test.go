package othello_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
)

// TestScore checks that the text of a score has its sign, and that its JSON form is a number.
func TestScore(t *testing.T) {
	for score, want := range map[othello.Score]string{
		18: "+18", -8: "-8", 0: "0", othello.Score(math.Copysign(0, -1)): "0", 2.35: "+2.35", -2.5: "-2.5", 10: "+10",
		0.001: "0", -0.001: "0", -0.01: "-0.01", 64: "+64", -60.1: "-60.1",
	} {
		if got := score.String(); got != want || score.Discs() != float64(score) {
			t.Errorf("Score(%f): text %q, %v discs, want %q", float64(score), got, score.Discs(), want)
		}
	}
	text, err := json.Marshal([]othello.Score{2.5, -8})
	if diff := cmp.Diff("[2.5,-8]", string(text)); err != nil || diff != "" {
		t.Errorf("error %v, JSON (-want +got):\n%s", err, diff)
	}
	var back []othello.Score
	err = json.Unmarshal(text, &back)
	if diff := cmp.Diff([]othello.Score{2.5, -8}, back); err != nil || diff != "" {
		t.Errorf("error %v, scores (-want +got):\n%s", err, diff)
	}
}
