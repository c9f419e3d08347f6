package othello_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

func TestDiagram(t *testing.T) {
	for position, want := range map[string]string{
		"-----OX--XO----- X": `  a b c d
1 - . - - 1
2 . O X - 2
3 - X O . 3
4 - - . - 4
  a b c d
black to move; black X 2, white O 2
`,
		"-XXOXXXXXXXXXXXX X": `  a b c d
1 - X X O 1
2 X X X X 2
3 X X X X 3
4 X X X X 4
  a b c d
black must pass; black X 14, white O 1
`,
		"XXXXXXXXXXXXXXX- O": `  a b c d
1 X X X X 1
2 X X X X 2
3 X X X X 3
4 X X X - 4
  a b c d
the game is over; black X 15, white O 0
`,
	} {
		if got := othellotest.Parse(t, position).Diagram(); got != want {
			t.Errorf("diagram of %s:\n%s\nwant:\n%s", position, got, want)
		}
	}
}

// TestDiagramRoundTrip checks that a diagram represents the whole position, except the side to move when the game is
// over.
func TestDiagramRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(t)
		got, err := othello.ParseDiagram(p.Diagram())
		if p.Over() && p.Turn == othello.White {
			p.Mover, p.Other, p.Turn = p.Other, p.Mover, othello.Black
		}
		if got != p || err != nil {
			t.Fatalf("the diagram of %s is read as %s, error %v", p, got, err)
		}
	})
}

func TestDiagramForms(t *testing.T) {
	want := othellotest.Parse(t, "-----OX--XO----- O")
	for _, text := range []string{
		"----\n-OX-\n-XO-\n----\nO",
		"\n  ----  \r\n -OX- \r\n -XO- \r\n ---- \r\n white \r\n",
		"A B C D\n1 . . . .\n2 . o x .\n3 . x o .\n4 . . . .\nWhite to move\n",
		"  a b c d\n1|-|-|-|-|\n2|-|W|B|-|\n3|-|B|W|-|\n4|-|-|-|-|\no to move",
		"· · · ·\n· O * ·\n· * O ·\n· · · ·\nwhite to move",
	} {
		if got, err := othello.ParseDiagram(text); got != want || err != nil {
			t.Errorf("ParseDiagram(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
	if got, err := othello.ParseDiagram("----\n-OX-\n-XO-\n----"); got.Turn != othello.Black || err != nil {
		t.Errorf("a diagram without a side to move: %s, error %v; want black", got.Turn, err)
	}
}

func TestDiagramErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "no rows",
		"black to move":                "no rows",
		"----\n-OX-\n-XO-\n":           "diagram of 3×4 cells",
		"----\n-OX-\n-XO-\n----\n----": "5×4 cells",
		"----\n-OX-\n-XO-\n--------":   `diagram row 4, "--------", has 8 cells and row 1 has 4`,
		strings.Repeat("----\n", 9):    "9×4 cells",
		strings.Repeat("----\n", 16):   "16×4 cells",
		"----\n-OZ-\n-XO-\n----": `diagram line "-OZ-": expected a row of cells, ` +
			"the column letters, or the side to move",
		"----\n-OX-\n-XO-\n----\ngreen":          `diagram line "green"`,
		"-----\n--OX-\n--XO-\n-----\n-----":      `diagram line "-----"`,
		"----\n-OX-\n" + strings.Repeat("?", 99): "…",
	} {
		if p, err := othello.ParseDiagram(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseDiagram(%q) = %s, %v; want the error %q", text, p, err, want)
		}
	}
}

func FuzzParseDiagram(f *testing.F) {
	f.Add(othello.Start(othello.Size4, othello.Parallel).Diagram())
	f.Add("----\n-OX-\n-XO-\n----\nO")
	f.Add("XXXX\nXXXX\nXXXX\nXXX-\nthe game is over")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := othello.ParseDiagram(text); err == nil {
			checkParsed(t, text, p)
		}
	})
}
