package files_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/record/files"
)

// TestEmptiesCount checks that a game that ends before the board is full has the same score whether or not the file
// counts the empty squares.
func TestEmptiesCount(t *testing.T) {
	const wiped = "e6f4e3f6g5d6e7f5c5" // black 13, white 0
	sgf := func(result string) string {
		var b strings.Builder
		b.WriteString("(;GM[2]FF[4]SZ[8]RE[" + result + "]")
		for i := 0; i < len(wiped); i += 2 {
			fmt.Fprintf(&b, ";%c[%s]", "BW"[i/2%2], wiped[i:i+2])
		}
		return b.String() + ")"
	}
	for _, c := range []struct {
		text string
		want int
	}{
		{sgf("B+13"), 64},
		{sgf("B+64"), 64},
		{sgf("B+12"), 12}, // contradicts the board and is kept
		{wiped + " 13-0\n", 64},
		{wiped + " 64-0\n", 64},
		{wiped + " +13\n", 64},
		{"f5d6 +13\n", 13}, // the game is not over
	} {
		for g, err := range files.Read(strings.NewReader(c.text), "game") {
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			if got := g.Outcome(); !got.Known || got.ScoreBlack != c.want {
				t.Errorf("%s: %+v, want %d", c.text, got, c.want)
			}
		}
	}
}
