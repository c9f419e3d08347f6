package eval_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// TestLearned: the weights that go with the program can be read, and know what a corner is worth.
func TestLearned(t *testing.T) {
	w := eval.Learned()
	if w == nil {
		t.Fatal("the weights that go with the program cannot be read")
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
			t.Errorf("%s: %d hundredths of a disc", text, v)
		}
	}
}
