package paste_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record/paste"
)

// TestProblems checks that impossible boards and other bad lines are reported with their lines, and that the positions
// between them are read.
func TestProblems(t *testing.T) {
	const text = "OX-------------- X\n# a comment\n-----OX--XO----- X; B1:+2;\nhello\nf5d6\n"
	want := []string{
		"line 1: impossible board: b2 in the centre is empty, and the four centre squares are never empty in a game",
		"3: -----OX--XO----- X",
		`line 4: move 1, "he" at character 1: "he" is not a square (want a1 to h8)`,
		"5: ---------------------------OX------OXX-----O-------------------- X",
	}
	var got []string
	for p, err := range paste.Problems(strings.NewReader(text)) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintf("%d: %v", p.Line, p.Position))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions and errors (-want +got):\n%s", diff)
	}
}
