package classroom

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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

// numbers is the search of a tree of numbers.
func numbers(t *testing.T, position, algorithm string) Document {
	t.Helper()
	d, err := Tree(t.Context(), Request{Game: "numbers", Position: position, Algorithm: algorithm, Depth: -1})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Each picture of article 004 comes up, in the order of the article, letter for letter.
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
				t.Fatalf("%s: %s does not come up, or not in this order:\n%s", algorithm, file, text)
			}
			shown = shown[at+1:]
		}
	}
}

// The whole document, as golden files: KAESHI_UPDATE=1 go test -run Golden writes them.
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
			t.Errorf("%s: now\n%s\nwant\n%s", name, b.String(), want)
		}
	}
}

// Alpha-beta does without the numbers that it cuts off; minimax names the first that it misses.
func TestUnknownNumbers(t *testing.T) {
	const position = "((5 7 3)(1 B C)(2 D E))"
	for _, algorithm := range []string{"alphabeta", "alphabeta-soft", "alphabeta-table", "pvs", "mtdf"} {
		if d := numbers(t, position, algorithm); d.Value == nil || *d.Value != 3 || d.Move != "1" || d.Stopped != nil {
			t.Errorf("%s: %+v", algorithm, d)
		}
	}
	d := numbers(t, position, "minimax")
	if d.Value != nil || d.Stopped == nil || !strings.Contains(d.Stopped.En, "B at 2.2") ||
		!strings.Contains(d.Stopped.Ja, "2.2にあるB") {
		t.Errorf("minimax: value %v, stopped by %v", d.Value, d.Stopped)
	}
	_, err := gametree.Minimax(t.Context(), number{mustNumbers(t, position), 0}, -1, nil, (*gametree.Trace[int])(nil))
	if missing := (*UnknownLeaf)(nil); !errors.As(err, &missing) || missing.Name != "B" || missing.Path != "2.2" {
		t.Errorf("minimax: error %v", err)
	}
	table, err := Compare(t.Context(),
		Request{Game: "numbers", Position: position, Algorithms: []string{"minimax", "alphabeta"}, Depth: -1})
	if err != nil || table.Answered() != nil || !strings.Contains(table.Rows[0].Error, "the number B at 2.2") ||
		*table.Rows[1].Value != 3 {
		t.Errorf("%+v, error %v", table, err)
	}
	table, _ = Compare(t.Context(),
		Request{Game: "numbers", Position: "(1 ?)", Algorithms: []string{"minimax", "alphabeta"}, Depth: -1})
	if err := table.Answered(); err == nil || !strings.Contains(err.Error(), "the number ? at 2") {
		t.Errorf("none has an answer, error %v", err)
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
	if len(tree.nodes) != 10 || tree.height() != 2 || tree.path(7) != "2.2" || tree.nodes[6].value != 1 ||
		tree.nodes[4].value != -3 {
		t.Errorf("%+v", tree)
	}
	for text, says := range map[string]string{
		"":                                     "no tree of numbers",
		"()":                                   "nothing stands in the brackets",
		"(1 2":                                 "the bracket at character 1 is not closed",
		"(1 2))":                               `character 6, ")": the tree ends before it`,
		"((5 7 3)(1 x1 2))":                    `character 12, "x1 2))": expected a whole number`,
		"(A= 2)":                               "expected a whole number",
		"(=3)":                                 "expected a number, ?, a name",
		"(1234567 1)":                          "at most 6 digits",
		"(abcdefghi 1)":                        "at most 8 letters",
		")":                                    "expected a number, ?, a name or a bracket",
		strings.Repeat("(", 40):                "at most 30 plies deep",
		"(" + strings.Repeat("1 ", 6000) + ")": "at most 5000 places",
		strings.Repeat("1", 30_000):            "30000 bytes",
		"(1 2) 3":                              `"3": the tree ends before it`,
	} {
		if _, err := parseNumbers(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: error %v, want %q", text, err, says)
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
		if err != nil || len(again.nodes) != len(tree.nodes) || again.nodes[0].text != tree.nodes[0].text {
			t.Errorf("%q reads as %q, which reads as %v, error %v", text, tree.nodes[0].text, again, err)
		}
		if d, err := Tree(t.Context(), Request{Game: "numbers", Position: text, Depth: -1}); err != nil ||
			d.Value == nil == (d.Stopped == nil) {
			t.Errorf("%q: value %v, stopped %v, error %v", text, d.Value, d.Stopped, err)
		}
	})
}
