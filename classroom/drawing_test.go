package classroom

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// listNames returns names that are the same for both sides.
func listNames() Names[number, int] {
	return Names[number, int]{
		Move: strconv.Itoa, Position: func(n number) string { return n.node().text },
		Turn: func(number) string { return "side" }, Value: strconv.Itoa,
		Side:   func(string) lang.Sentence { return lang.Sentence{En: "Side", Ja: "側"} },
		Number: func(v int) float64 { return float64(v) },
	}
}

func TestDrawings(t *testing.T) {
	tree, err := parseNumbers("((3,5),(2,9))")
	if err != nil {
		t.Fatal(err)
	}
	root, trace := number{tree, 0}, &gametree.Trace[int]{Most: 100}
	if _, err := gametree.AlphaBeta(t.Context(), root, -1, nil, trace); err != nil {
		t.Fatal(err)
	}
	d := Draw(root, trace, listNames())
	var text, dot strings.Builder
	if err := d.Text(&text, lang.English); err != nil {
		t.Fatal(err)
	}
	want := `[1] #0–12 ((3,5),(2,9)) (-∞, ∞) → 3
├─ 0 [2] #1–6 (3,5) (-∞, ∞) → -3
│  ├─ 0 #2–3 3 (-∞, ∞) → 3
│  └─ 1 #4–5 5 (-∞, 3) → 5
└─ 1 [3] #7–11 (2,9) (-∞, -3) → ≥ -3
   ├─ 0 #8–9 2 (3, ∞) → 2
   └─ 1 #10 cut
         With 0, Side holds Side to 2 at best here, and Side already has at least 3 at the root, so 1 cannot matter.
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if err := d.DOT(&dot, lang.Japanese); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"digraph search {\n", `n0 [label="[1]\n((3,5),(2,9))\n(-∞, ∞)\n3"]`,
		`n4 -> n6 [label="1", color=gray`, "読む必要はありません",
	} {
		if !strings.Contains(dot.String(), part) {
			t.Errorf("the DOT file does not contain %s:\n%s", part, dot.String())
		}
	}
}
