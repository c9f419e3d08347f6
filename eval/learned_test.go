package eval_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// TestLearned checks that the embedded weights can be read, and that they value a corner.
func TestLearned(t *testing.T) {
	w, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	for text, good := range map[string]bool{
		"X-OOOO----OXXO----OOXXO-OOOXXXOO--OXXOO---OOXX----XO------------ X": true,
		"O-XXXX----XOOX----XXOOX-XXXOOOXX--XOOXX---XXOO----OX------------ X": false,
	} {
		p, err := othello.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if v := w.Evaluate(p.Mover, p.Other); v > 0 != good {
			t.Errorf("%s: value %d hundredths of a disc has the wrong sign", text, v)
		}
	}
}
