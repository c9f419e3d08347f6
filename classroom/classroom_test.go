package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func TestCompareTicTacToe(t *testing.T) {
	table, err := Compare(t.Context(), Request{Game: "tictactoe", Depth: 9, ByDepth: true})
	if err != nil {
		t.Fatal(err)
	}
	head := Table{Schema: "kaeshi/compare/1", Game: "tictactoe", Position: "--------- X", Depth: 9}
	if diff := cmp.Diff(head, table, cmpopts.IgnoreFields(Table{}, "Rows", "ByDepth")); diff != "" {
		t.Errorf("the table without its rows (-want +got):\n%s", diff)
	}
	if len(table.Rows) != 10 {
		t.Fatalf("%d rows, want 10", len(table.Rows))
	}
	draw := 0.0
	minimax := Row{
		Algorithm: "minimax", Depth: 9, Value: &draw, Move: "a1", Nodes: 549_946, Leaves: 255_168, Unit: unitResult,
	}
	untimed := cmp.Options{cmpopts.IgnoreUnexported(Row{}), cmpopts.IgnoreFields(Row{}, "Seconds")}
	if diff := cmp.Diff(minimax, table.Rows[0], untimed); diff != "" {
		t.Errorf("the first row (-want +got):\n%s", diff)
	}
	byDepth := []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}
	if diff := cmp.Diff(byDepth, table.ByDepth["minimax"]); diff != "" {
		t.Errorf("nodes of minimax by depth (-want +got):\n%s", diff)
	}
	for _, r := range table.Rows {
		if r.Error != "" {
			t.Errorf("%s: error %s", r.Algorithm, r.Error)
		}
		if r.Value == nil {
			t.Errorf("%s: no value", r.Algorithm)
		} else if *r.Value != 0 && !r.Estimate {
			t.Errorf("%s: value %v, want 0", r.Algorithm, *r.Value)
		}
	}
}

// TestCompare4x4 checks that all algorithms that can solve 4×4 find that Black loses by 10.
func TestCompare4x4(t *testing.T) {
	table, err := Compare(t.Context(), Request{Size: 4, Depth: 16})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		value := -10.0
		want := Row{Algorithm: r.Algorithm, Depth: 16, Value: &value, Unit: unitDiscs}
		switch r.Algorithm {
		case "pns":
			value, want.Unit = -1, unitResult
		case "mcts":
			want.Value, want.Estimate = r.Value, true
		}
		rest := cmpopts.IgnoreFields(Row{}, "Move", "Nodes", "Leaves", "Cutoffs", "TableHits", "Seconds")
		if diff := cmp.Diff(want, r, cmpopts.IgnoreUnexported(Row{}), rest); diff != "" {
			t.Errorf("%s (-want +got):\n%s", r.Algorithm, diff)
		}
	}
}

func TestSolveSmall(t *testing.T) {
	usual := Small{
		Schema: "kaeshi/solve4/1", Start: "usual", Value: -10,
		PV:    []string{"b1", "a1", "a2", "c1", "d4", "a3", "d1", "b4", "a4", "c4"},
		Nodes: 16_307, PositionsMade: 16_307,
	}
	parallel := Small{
		Schema: "kaeshi/solve4/1", Start: "parallel", Value: -4,
		PV:    []string{"a1", "a4", "b4", "c4", "d1", "a3", "d4", "c1", "b1", "pass", "d3", "d2"},
		Nodes: 17_626, PositionsMade: 17_626,
	}
	for start, want := range map[string]Small{"": usual, "usual": usual, "parallel": parallel} {
		s, err := SolveSmall(t.Context(), start)
		if err != nil {
			t.Fatalf("%q: %v", start, err)
		}
		if diff := cmp.Diff(want, s, cmpopts.IgnoreFields(Small{}, "Seconds")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", start, diff)
		}
		if s.Seconds > 1 {
			t.Errorf("%q: %v seconds, want at most 1", start, s.Seconds)
		}
	}
	if _, err := SolveSmall(t.Context(), "odd"); faultOf(err) != "start" {
		t.Errorf("an unknown start: error %v, want one about the field start", err)
	}
}

func faultOf(err error) string {
	fault := (*Fault)(nil)
	if errors.As(err, &fault) {
		return fault.Field
	}
	return ""
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		field, want string
		r           Request
	}{
		{"game", "want one of othello, tictactoe, numbers", Request{Game: "chess"}},
		{"size", "want 4, 6 or 8", Request{Size: 5}},
		{"start", "want usual or parallel", Request{Start: "x"}},
		{"position", "want a1 to h8", Request{Position: "z9"}},
		{"moves", "f5 is taken", Request{Position: "f5", Moves: "f5"}},
		{"algorithm", `unknown algorithm "best"`, Request{Algorithm: "best"}},
		{"depth", "at most 120", Request{Depth: 121}},
		{"max_nodes", "want 1 to 50000", Request{MaxNodes: 50_001}},
		{"position", "expected nine cells", Request{Game: "tictactoe", Position: "XO"}},
		{"position", "X moves first", Request{Game: "tictactoe", Position: "XX------- X"}},
		{"moves", "move 2: a1 is taken", Request{Game: "tictactoe", Moves: "a1a1"}},
		{"moves", `move 1: "b" is not a square`, Request{Game: "tictactoe", Moves: "b"}},
		{"position", "not closed", Request{Game: "numbers", Position: "(1", Depth: -1}},
		{"moves", "from its root", Request{Game: "numbers", Position: "(1 2)", Moves: "1", Depth: -1}},
		{"depth", "the tree is 2 deep", Request{Game: "numbers", Position: "((1) 2)", Depth: 1}},
	} {
		_, err := Tree(t.Context(), c.r)
		if faultOf(err) != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %s: %s", c.r, err, c.field, c.want)
		}
		c.r.Algorithms = []string{"minimax", c.r.Algorithm}[:1+min(1, len(c.r.Algorithm))]
		if _, err := Compare(t.Context(), c.r); faultOf(err) != c.field {
			t.Errorf("comparing %+v: error %v, want one about the field %s", c.r, err, c.field)
		}
	}
}

func TestBounds(t *testing.T) {
	if _, err := Tree(t.Context(), Request{Depth: 20, Algorithm: "minimax", Budget: 10_000}); !errors.Is(err,
		gametree.ErrBudget) {
		t.Errorf("budget: error %v, want %v", err, gametree.ErrBudget)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Tree(ctx, Request{Depth: 20, Algorithm: "minimax"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("time: error %v, want context.DeadlineExceeded", err)
	}
	table, err := Compare(ctx, Request{Depth: 20})
	if !errors.Is(err, context.DeadlineExceeded) || len(table.Rows) > 0 {
		t.Errorf("time: %d rows, want none; error %v, want context.DeadlineExceeded", len(table.Rows), err)
	}
	table, err = Compare(t.Context(), Request{Depth: 20, Budget: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 10 {
		t.Fatalf("budget: %d rows, want 10", len(table.Rows))
	}
	for _, r := range table.Rows {
		if want := "the search has used up its budget of nodes: 3072 entered, 3000 allowed"; r.Error != want {
			t.Errorf("budget: the error of %s is %q, want %q", r.Algorithm, r.Error, want)
		}
	}
	d, err := Tree(t.Context(), Request{Depth: 6, Algorithm: "alphabeta", MaxNodes: 100})
	if err != nil {
		t.Fatal(err)
	}
	if !d.Truncated {
		t.Error("the tree is not truncated")
	}
	if len(d.Tree) != 100 {
		t.Errorf("%d nodes in the tree, want 100", len(d.Tree))
	}
	if d.Nodes < 1000 {
		t.Errorf("%d nodes searched, want at least 1000", d.Nodes)
	}
}

// TestJSON checks that the JSON has the field names that the front-end uses.
func TestJSON(t *testing.T) {
	var b strings.Builder
	d, err := Tree(t.Context(), Request{Size: 6, Depth: 3, Algorithm: "alphabeta-table"})
	if err == nil {
		err = d.Write(&b, "json", lang.English)
	}
	if err != nil {
		t.Fatal(err)
	}
	type document struct {
		Schema, Game, Position, Algorithm, Move, Unit string
		Size, Depth                                   int
		Value                                         *float64
		PV                                            []string
		Nodes, Leaves, Cutoffs                        uint64
		TableHits                                     uint64   `json:"table_hits"`
		ByDepth                                       []uint64 `json:"by_depth"`
		Truncated                                     bool
		Tree                                          []map[string]any
	}
	var read document
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	want := document{
		Schema: "kaeshi/tree/1", Game: "othello", Position: "--------------OX----XO-------------- X",
		Algorithm: "alphabeta-table", Move: d.Move, Unit: unitDiscs, Size: 6, Depth: 3, Value: d.Value, PV: d.PV,
		Nodes: d.Nodes, Leaves: d.Leaves, Cutoffs: d.Cutoffs, TableHits: d.TableHits, ByDepth: d.ByDepth,
	}
	if diff := cmp.Diff(want, read, cmpopts.IgnoreFields(document{}, "Tree")); diff != "" {
		t.Errorf("the document without its tree (-want +got):\n%s", diff)
	}
	if read.Value == nil {
		t.Error("no value")
	}
	if len(read.PV) != 3 {
		t.Errorf("the line %v has %d moves, want 3", read.PV, len(read.PV))
	}
	if read.Nodes < 20 {
		t.Errorf("%d nodes, want at least 20", read.Nodes)
	}
	if len(read.ByDepth) != 4 {
		t.Errorf("nodes at %d depths, want 4: %v", len(read.ByDepth), read.ByDepth)
	}
	if found := kinds(read.Tree)["table"]; read.TableHits > 0 != found {
		t.Errorf("%d table hits, want some only if a visit has the kind table: %t", read.TableHits, found)
	}
	for i, n := range read.Tree {
		kind := fmt.Sprint(n["kind"])
		for key, want := range map[string]bool{
			"parent": true, "position": true, "turn": true, "enter": true, "leave": true, "move": true, "depth": true,
			"alpha": true, "beta": true,
			"value": kind != "cut", "bound": kind != "cut", "by": kind == "cut", "reason": kind == "cut",
			"hit": kind == "table", "saved": kind == "table",
		} {
			if _, ok := n[key]; ok != want {
				t.Fatalf("node %d, %v: has the field %s: %t, want %t", i, n, key, ok, want)
			}
		}
	}
	if seen := kinds(read.Tree); !seen["visited"] || !seen["cut"] {
		t.Errorf("kinds of visits %v, want visited and cut among them", seen)
	}
}

func kinds(tree []map[string]any) map[string]bool {
	seen := map[string]bool{}
	for _, n := range tree {
		seen[fmt.Sprint(n["kind"])] = true
	}
	return seen
}

func TestTableText(t *testing.T) {
	table, err := Compare(t.Context(),
		Request{Game: "tictactoe", Position: "O-XX-X-OO X", Algorithms: []string{"minimax", "pns"}, Depth: -1})
	if err != nil {
		t.Fatal(err)
	}
	for l, head := range map[lang.Lang]string{
		lang.English: "algorithm  depth  value  move  nodes  leaves  cutoffs  hits  seconds\nminimax        9     " +
			"+1    b2      9       5        0     0    0.000\n",
		lang.Japanese: "アルゴリズム  深さ  評価値  手  局面数  葉  枝刈り  置換表     秒\n" +
			"minimax          9      +1  b2       9   5       0       0  0.000\n",
	} {
		var b strings.Builder
		for i := range table.Rows {
			table.Rows[i].Seconds = 0
		}
		if err := table.Text(&b, l); err != nil || !strings.HasPrefix(b.String(), head) {
			t.Errorf("table:\n%s\nwant:\n%s\nerror %v", b.String(), head, err)
		}
	}
}
