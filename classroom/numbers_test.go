package classroom

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/gametree/gametreetest"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func TestNumbersKeepTheContract(t *testing.T) {
	for _, text := range []string{"7", "(1 2)", "((5 7 3)(1 -4 9)(2 (8 6) 0))", "(((3 5)(1 7))((2 8) 0))"} {
		tree, err := parseNumbers(text)
		if err != nil {
			t.Fatal(err)
		}
		gametreetest.Run(t, number{tree, 0})
	}
}

// numbers runs the search of a tree of numbers.
func numbers(t *testing.T, position, algorithm string) Document {
	t.Helper()
	d, err := Tree(t.Context(), Request{Game: "numbers", Position: position, Algorithm: algorithm, Depth: -1})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPicturesOfTheArticle checks that the pictures of article 004 appear in the order of the article.
func TestPicturesOfTheArticle(t *testing.T) {
	for _, algorithm := range []string{"alphabeta", "alphabeta-soft", "alphabeta-table"} {
		shown := numbers(t, "((5 7 3)(A=1 B C)(? ? ?))", algorithm).Pictures
		files, err := filepath.Glob("testdata/article004/*.txt")
		if err != nil || len(files) != 7 {
			t.Fatalf("%d pictures in testdata, want 7; error %v", len(files), err)
		}
		slices.Sort(files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(shown, func(p Picture) bool { return p.Text == string(text) })
			if at < 0 {
				t.Fatalf("%s: the picture %s does not appear, or is out of order:\n%s", algorithm, file, text)
			}
			shown = shown[at+1:]
		}
	}
}

// TestGolden compares whole documents with golden files. `KAESHI_UPDATE=1 go test ./classroom -run Golden` writes them.
func TestGolden(t *testing.T) {
	for name, r := range map[string]Request{
		"numbers.txt":    {Game: "numbers", Position: "((5 7 3)(1 ? ?)(? ? ?))"},
		"numbers-ja.txt": {Game: "numbers", Position: "((5 7 3)(1 B C)(2 D E))", Algorithm: "alphabeta-soft"},
		"article002.txt": {Game: "tictactoe", Position: "O-XX-X-OO X", Algorithm: "minimax"},
		"othello.txt":    {Size: 4, Position: "b1a1", Depth: 2},
		"proof.txt":      {Game: "tictactoe", Position: "O-XX-X-OO X", Algorithm: "pns"},
	} {
		if r.Depth == 0 {
			r.Depth = -1
		}
		d, err := Tree(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		l := lang.English
		if strings.Contains(name, "-ja") {
			l = lang.Japanese
		}
		var b strings.Builder
		if err := d.Write(&b, "text", l); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if os.Getenv("KAESHI_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s: got:\n%s\nwant:\n%s", name, b.String(), want)
		}
	}
}

// TestUnknownNumbers checks that alpha-beta does not need the numbers of branches that it cuts off, and that minimax
// reports the first unknown number.
func TestUnknownNumbers(t *testing.T) {
	const position = "((5 7 3)(1 B C)(2 D E))"
	type answer struct {
		Value   *float64
		Move    string
		PV      []string
		Stopped *lang.Sentence
	}
	three := 3.0
	for _, algorithm := range []string{"alphabeta", "alphabeta-soft", "alphabeta-table", "pvs", "mtdf"} {
		d := numbers(t, position, algorithm)
		want := answer{Value: &three, Move: "1", PV: []string{"1", "3"}}
		if diff := cmp.Diff(want, answer{d.Value, d.Move, d.PV, d.Stopped}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", algorithm, diff)
		}
	}
	d := numbers(t, position, "minimax")
	want := answer{Stopped: &lang.Sentence{
		En: "The search stops here: it needs the number B at 2.2, which is not given.",
		Ja: "探索はここで止まります。2.2にあるBの値が必要ですが、与えられていません。",
	}}
	if diff := cmp.Diff(want, answer{d.Value, d.Move, d.PV, d.Stopped}, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("minimax (-want +got):\n%s", diff)
	}
	_, err := gametree.Minimax(t.Context(), number{mustNumbers(t, position), 0}, -1, nil, (*gametree.Trace[int])(nil))
	missing := (*UnknownLeaf)(nil)
	if !errors.As(err, &missing) {
		t.Fatalf("minimax: error %v, want one about the unknown leaf", err)
	}
	if diff := cmp.Diff(&UnknownLeaf{Name: "B", Path: "2.2"}, missing); diff != "" {
		t.Errorf("minimax: the unknown leaf (-want +got):\n%s", diff)
	}
	table, err := Compare(t.Context(),
		Request{Game: "numbers", Position: position, Algorithms: []string{"minimax", "alphabeta"}, Depth: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Answered(); err != nil {
		t.Errorf("alpha-beta: error %v, want none, because it has a value", err)
	}
	rows := []Row{
		{
			Algorithm: "minimax", Depth: 2, Nodes: 8, Leaves: 5, Unit: unitNumber,
			Error: "the search needs the number B at 2.2, which is not given: write a number in its place",
		},
		{Algorithm: "alphabeta", Depth: 2, Value: &three, Move: "1", Nodes: 9, Leaves: 5, Cutoffs: 2, Unit: unitNumber},
	}
	untimed := cmp.Options{cmpopts.IgnoreUnexported(Row{}), cmpopts.IgnoreFields(Row{}, "Seconds")}
	if diff := cmp.Diff(rows, table.Rows, untimed); diff != "" {
		t.Errorf("rows of the table (-want +got):\n%s", diff)
	}
	table, _ = Compare(t.Context(),
		Request{Game: "numbers", Position: "(1 ?)", Algorithms: []string{"minimax", "alphabeta"}, Depth: -1})
	if err := table.Answered(); err == nil || !strings.Contains(err.Error(), "the number ? at 2") {
		t.Errorf("no algorithm has a value: error %v, want one about the unknown number", err)
	}
}

func mustNumbers(t *testing.T, text string) *numberTree {
	t.Helper()
	tree, err := parseNumbers(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestParseNumbers(t *testing.T) {
	tree := mustNumbers(t, " （(5,7 -3) (A=1\tB ?)…) ")
	want := []numberNode{
		{parent: -1, children: []int{1, 5, 9}, text: "((5,7 -3) (A=1\tB ?)…)"},
		{ply: 1, children: []int{2, 3, 4}, text: "(5,7 -3)"},
		{parent: 1, ply: 2, text: "5", value: 5, known: true},
		{parent: 1, ply: 2, text: "7", value: 7, known: true},
		{parent: 1, ply: 2, text: "-3", value: -3, known: true},
		{ply: 1, children: []int{6, 7, 8}, text: "(A=1\tB ?)"},
		{parent: 5, ply: 2, text: "A=1", name: "A", value: 1, known: true},
		{parent: 5, ply: 2, text: "B", name: "B"},
		{parent: 5, ply: 2, text: "?", name: "?"},
		{ply: 1, text: "…", name: "…"},
	}
	if diff := cmp.Diff(want, tree.nodes, cmp.AllowUnexported(numberNode{})); diff != "" {
		t.Errorf("nodes of the tree (-want +got):\n%s", diff)
	}
	if tree.height() != 2 {
		t.Errorf("height %d, want 2", tree.height())
	}
	if tree.path(7) != "2.2" {
		t.Errorf("the path of the unknown number B is %s, want 2.2", tree.path(7))
	}
	for text, want := range map[string]string{
		"":                                     "no tree of numbers",
		"()":                                   "empty parentheses",
		"(1 2":                                 "the parenthesis at character 1 is not closed",
		"(1 2))":                               `character 6, ")": unexpected text after the tree`,
		"((5 7 3)(1 x1 2))":                    `character 12, "x1 2))": expected a whole number`,
		"(A= 2)":                               "expected a whole number",
		"(=3)":                                 "expected a number, ?, a name",
		"(1234567 1)":                          "at most 6 digits",
		"(abcdefghi 1)":                        "at most 8 letters",
		")":                                    "expected a number, ?, a name or a parenthesis",
		strings.Repeat("(", 40):                "at most 30 plies deep",
		"(" + strings.Repeat("1 ", 6000) + ")": "at most 5000 places",
		strings.Repeat("1", 30_000):            "30000 bytes",
		"(1 2) 3":                              `"3": unexpected text after the tree`,
	} {
		if _, err := parseNumbers(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzParseNumbers(f *testing.F) {
	for _, text := range []string{"((5 7 3)(1 B C)(? ? ?))", "(A=1 -2", "((…)...)", "7"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := parseNumbers(text)
		if err != nil {
			return
		}
		again, err := parseNumbers(tree.nodes[0].text)
		if err != nil {
			t.Fatalf("%q is read as %q, which has the error %v", text, tree.nodes[0].text, err)
		}
		if diff := cmp.Diff(tree.nodes, again.nodes, cmp.AllowUnexported(numberNode{})); diff != "" {
			t.Errorf("%q is read as %q, which is read as another tree (-first +second):\n%s", text, tree.nodes[0].text,
				diff)
		}
		if d, err := Tree(t.Context(), Request{Game: "numbers", Position: text, Depth: -1}); err != nil ||
			d.Value == nil == (d.Stopped == nil) {
			t.Errorf("%q: value %v, stopped %v, error %v; want a value or the reason for the stop", text, d.Value,
				d.Stopped, err)
		}
	})
}
