package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func TestCompareTicTacToe(t *testing.T) {
	table, err := Compare(t.Context(), Request{Game: "tictactoe", Depth: 9, ByDepth: true})
	if err != nil || len(table.Rows) != 10 || table.Position != "--------- X" {
		t.Fatalf("%+v, error %v", table, err)
	}
	if r := table.Rows[0]; r.Algorithm != "minimax" || r.Nodes != 549_946 || r.Leaves != 255_168 || *r.Value != 0 ||
		r.Move != "a1" {
		t.Errorf("minimax: %+v", r)
	}
	if got := table.ByDepth["minimax"]; !slices.Equal(got,
		[]uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}) {
		t.Errorf("by depth: %v", got)
	}
	for _, r := range table.Rows {
		if r.Value == nil || *r.Value != 0 && !r.Estimate || r.Error != "" {
			t.Errorf("%+v", r)
		}
	}
}

// Every algorithm that can solves 4×4: Black loses by 10.
func TestCompare4x4(t *testing.T) {
	table, err := Compare(t.Context(), Request{Size: 4, Depth: 16})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		want, unit := -10.0, unitDiscs
		if r.Algorithm == "pns" {
			want, unit = -1, unitResult
		}
		if !r.Estimate && *r.Value != want || r.Unit != unit || r.Estimate != (r.Algorithm == "mcts") {
			t.Errorf("%+v", r)
		}
	}
}

func TestSolveSmall(t *testing.T) {
	for start, want := range map[string]int{"": -10, "usual": -10, "parallel": -4} {
		s, err := SolveSmall(t.Context(), start)
		if err != nil || s.Value != want || len(s.PV) < 10 || s.PositionsMade < 1000 || s.Seconds > 1 {
			t.Errorf("%q: %+v, error %v", start, s, err)
		}
	}
	if _, err := SolveSmall(t.Context(), "odd"); faultOf(err) != "start" {
		t.Errorf("error %v", err)
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
		field, says string
		r           Request
	}{
		{"game", "there are othello, tictactoe, numbers", Request{Game: "chess"}},
		{"size", "sizes are 4, 6 and 8", Request{Size: 5}},
		{"start", "starts are usual and parallel", Request{Start: "x"}},
		{"position", "squares are a1 to h8", Request{Position: "z9"}},
		{"moves", "f5 is taken", Request{Position: "f5", Moves: "f5"}},
		{"algorithm", `no algorithm "best"`, Request{Algorithm: "best"}},
		{"depth", "at most 120", Request{Depth: 121}},
		{"max_nodes", "from 1 to 50000", Request{MaxNodes: 50_001}},
		{"position", "expected nine cells", Request{Game: "tictactoe", Position: "XO"}},
		{"position", "X moves first", Request{Game: "tictactoe", Position: "XX------- X"}},
		{"moves", "move 2: a1 is taken", Request{Game: "tictactoe", Moves: "a1a1"}},
		{"moves", `move 1: "b" is no square`, Request{Game: "tictactoe", Moves: "b"}},
		{"position", "not closed", Request{Game: "numbers", Position: "(1", Depth: -1}},
		{"moves", "from its root", Request{Game: "numbers", Position: "(1 2)", Moves: "1", Depth: -1}},
		{"depth", "the tree is 2 deep", Request{Game: "numbers", Position: "((1) 2)", Depth: 1}},
	} {
		_, err := Tree(t.Context(), c.r)
		if faultOf(err) != c.field || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: error %v, want %s: %s", c.r, err, c.field, c.says)
		}
		c.r.Algorithms = []string{"minimax", c.r.Algorithm}[:1+min(1, len(c.r.Algorithm))]
		if _, err := Compare(t.Context(), c.r); faultOf(err) != c.field {
			t.Errorf("comparing %+v: error %v", c.r, err)
		}
	}
}

func TestBounds(t *testing.T) {
	if _, err := Tree(t.Context(), Request{Depth: 20, Algorithm: "minimax", Budget: 10_000}); !errors.Is(err,
		gametree.ErrBudget) {
		t.Errorf("budget: error %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Tree(ctx, Request{Depth: 20, Algorithm: "minimax"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("time: error %v", err)
	}
	table, err := Compare(ctx, Request{Depth: 20})
	if !errors.Is(err, context.DeadlineExceeded) || len(table.Rows) > 0 {
		t.Errorf("time: %+v, error %v", table, err)
	}
	table, err = Compare(t.Context(), Request{Depth: 20, Budget: 3000})
	if err != nil || len(table.Rows) != 10 || !strings.Contains(table.Rows[0].Error, "used up its budget") {
		t.Errorf("budget: %+v, error %v", table, err)
	}
	d, err := Tree(t.Context(), Request{Depth: 6, Algorithm: "alphabeta", MaxNodes: 100})
	if err != nil || !d.Truncated || len(d.Tree) != 100 || d.Nodes < 1000 {
		t.Errorf("%d places, truncated %t, %d nodes, error %v", len(d.Tree), d.Truncated, d.Nodes, err)
	}
}

// The JSON has the names that the page reads.
func TestJSON(t *testing.T) {
	var b strings.Builder
	d, err := Tree(t.Context(), Request{Size: 6, Depth: 3, Algorithm: "alphabeta-table"})
	if err == nil {
		err = d.Write(&b, "json", lang.English)
	}
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
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
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	if read.Schema != "kaeshi/tree/1" || read.Game != "othello" || read.Size != 6 || len(read.PV) != 3 || read.Value ==
		nil || read.Nodes < 20 || len(read.ByDepth) != 4 || read.TableHits > 0 != kinds(read.Tree)["table"] {
		t.Errorf("%+v", read)
	}
	for i, n := range read.Tree {
		kind := fmt.Sprint(n["kind"])
		for key, wanted := range map[string]bool{
			"parent": true, "position": true, "turn": true, "enter": true, "leave": true, "move": true, "depth": true,
			"alpha": true, "beta": true,
			"value": kind != "cut", "bound": kind != "cut", "by": kind == "cut", "reason": kind == "cut",
			"hit": kind == "table", "saved": kind == "table",
		} {
			if _, ok := n[key]; ok != wanted {
				t.Fatalf("node %d, %v: has %s: %t", i, n, key, ok)
			}
		}
	}
	if seen := kinds(read.Tree); !seen["visited"] || !seen["cut"] {
		t.Errorf("kinds %v", seen)
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
		lang.Japanese: "アルゴリズム  深さ  評価値  手  局面数  末端  枝刈り  置換表     秒\nminimax          9      +1  b2       9     5   " +
			"    0       0  0.000\n",
	} {
		var b strings.Builder
		for i := range table.Rows {
			table.Rows[i].Seconds = 0
		}
		if err := table.Text(&b, l); err != nil || !strings.HasPrefix(b.String(), head) {
			t.Errorf("%s, want\n%s, error %v", b.String(), head, err)
		}
	}
}
