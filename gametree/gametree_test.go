package gametree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// exactOnes are the algorithms that give Minimax's value.
func exactOnes[P ComparablePosition[P, M], M comparable]() []Algorithm[P, M] {
	return slices.DeleteFunc(Algorithms[P, M](), func(a Algorithm[P, M]) bool { return a.Promise > SameValue })
}

// list is a tree written out, "((3,5),(2,9))": a number is the score of a leaf from the view of the side to move there,
// and a move is the place of a branch.
type list string

func (l list) branches() (all []list) {
	depth, from := 0, 1
	for i, c := range l {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if c == ',' && depth == 1 || c == ')' && depth == 0 {
			all = append(all, l[from:i])
			from = i + 1
		}
	}
	return all
}

func (l list) Moves() (moves []int) {
	for i := range l.branches() {
		moves = append(moves, i)
	}
	return moves
}

func (l list) Play(m int) list { return l.branches()[m] }

func (l list) Score() int {
	n, err := strconv.Atoi(string(l))
	if err != nil {
		return -1 << 40 // no value in any test
	}
	return n
}

func (l list) String() string { return string(l) }

func TestWrittenTrees(t *testing.T) {
	cases := []struct {
		tree          list
		value         int
		pv            []int
		nodes, pruned uint64 // positions that Minimax enters, and AlphaBeta
	}{
		{"7", 7, nil, 1, 1},
		{"(3)", -3, []int{0}, 2, 2},
		{"(3,-4,-4,5)", 4, []int{1}, 5, 5}, // the first of equal moves
		// the example of many textbooks: two leaves are cut off
		{"((3,12,8),(2,4,6),(14,5,2))", 3, []int{0, 0}, 13, 11},
		{"((3,5),(2,9))", 3, []int{0, 0}, 7, 6},                      // 2 settles the second branch
		{"(((3,5),(1,7)),((2,8),0))", -2, []int{1, 0, 0}, 13, 12},    // a cut three plies down
		{"(9,((1,2),(5,6)),-9)", 9, []int{2}, 10, 10},                // leaves at different depths
		{"((1,1),(1,1))", 1, []int{0, 0}, 7, 6},                      // ties everywhere
		{"(((-1,-2),(3)),((4),(-5,6)))", -3, []int{0, 1, 0}, 13, 10}, // a whole branch is cut off
	}
	for _, c := range cases {
		for _, a := range exactOnes[list, int]() {
			got, err := a.Search(t.Context(), c.tree, -1, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Value != c.value || a.Promise == SameLine && !slices.Equal(got.PV, c.pv) ||
				got.HasMove != (len(c.pv) > 0) {
				t.Errorf("%s of %s: value %d, variation %v; want %d, %v", a.Name, c.tree, got.Value, got.PV, c.value,
					c.pv)
			}
			want, known := map[string]uint64{
				"minimax": c.nodes, "negamax": c.nodes, "alphabeta": c.pruned, "alphabeta-soft": c.pruned,
			}[a.Name]
			if known && got.Nodes != want {
				t.Errorf("%s of %s: %d nodes, want %d", a.Name, c.tree, got.Nodes, want)
			}
		}
	}
}

// heap is a uniform tree in which everything is worth nothing, so that any order of moves is the best; path keeps
// positions apart.
type heap struct {
	branch, left int
	path         uint64
}

func (h heap) Moves() (moves []int) {
	if h.left == 0 {
		return nil
	}
	for m := range h.branch {
		moves = append(moves, m)
	}
	return moves
}

func (h heap) Play(m int) heap {
	return heap{h.branch, h.left - 1, h.path*uint64(h.branch) + uint64(m) + 1}
}
func (h heap) Score() int     { return 0 }
func (h heap) String() string { return fmt.Sprint(h.branch, h.left, h.path) }

// With the best move first everywhere, alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of a uniform tree (Knuth and
// Moore, 1975).
func TestFewestLeaves(t *testing.T) {
	power := func(b, n int) uint64 { return uint64(math.Pow(float64(b), float64(n))) }
	for branch := 1; branch <= 5; branch++ {
		for depth := range 7 {
			tree := heap{branch: branch, left: depth}
			full, _ := Minimax(t.Context(), tree, -1, nil, nil)
			if want := power(branch, depth); full.Leaves != want {
				t.Errorf("branch %d, depth %d: Minimax visits %d leaves, want %d", branch, depth, full.Leaves, want)
			}
			want := power(branch, (depth+1)/2) + power(branch, depth/2) - 1
			for _, run := range []Search[heap, int]{AlphaBeta[heap, int], AlphaBetaSoft[heap, int], PVS[heap, int]} {
				if cut, _ := run(t.Context(), tree, -1, nil, nil); cut.Leaves != want {
					t.Errorf("branch %d, depth %d: %d leaves, want %d", branch, depth, cut.Leaves, want)
				}
			}
		}
	}
}

// ordered is a uniform tree with the best move first everywhere and other values: a leaf loses for its side what the
// moves on the way there gave away.
type ordered struct {
	branch, left int
	lost         int // by the side to move less by the other
	path         uint64
}

func (o ordered) Moves() (moves []int) { return heap{o.branch, o.left, o.path}.Moves() }

func (o ordered) Play(m int) ordered {
	return ordered{o.branch, o.left - 1, -(o.lost + m), o.path*uint64(o.branch) + uint64(m) + 1}
}
func (o ordered) Score() int     { return -o.lost }
func (o ordered) String() string { return fmt.Sprint(o.branch, o.left, o.path) }

func TestFewestLeavesOfOrderedTrees(t *testing.T) {
	for branch := 2; branch <= 6; branch++ {
		for depth := range 7 {
			cut, err := AlphaBeta(t.Context(), ordered{branch: branch, left: depth}, -1, nil, nil)
			want := math.Pow(float64(branch), float64((depth+1)/2)) + math.Pow(float64(branch), float64(depth/2)) - 1
			if err != nil || cut.Leaves != uint64(want) || cut.Value != 0 {
				t.Errorf("branch %d, depth %d: value %d, %d leaves, want 0, %.0f; error %v", branch, depth, cut.Value,
					cut.Leaves, want, err)
			}
		}
	}
}

// ring is a game on a random graph, in which the same position comes up at many depths and games need not end: what a
// table that forgets about depth gets wrong.
type ring struct{ seed, at uint8 }

func (g ring) draw(what uint64) uint64 { // splitmix64
	x := (uint64(g.seed)<<16 | uint64(g.at)<<8 | what) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (g ring) Moves() (moves []int) {
	for m := range int(g.draw(100) % 4) {
		moves = append(moves, m)
	}
	return moves
}

func (g ring) Play(m int) ring { return ring{g.seed, uint8(g.draw(uint64(m)) % 12)} }
func (g ring) Score() int      { return int(g.draw(200)%9) - 4 }
func (g ring) String() string  { return fmt.Sprint(g.seed, g.at) }

func TestAlgorithmsAgreeWherePositionsRecur(t *testing.T) {
	hits := uint64(0)
	for seed := range 200 {
		for depth := range 9 {
			p := ring{seed: uint8(seed)}
			want, _ := Minimax(t.Context(), p, depth, ring.Score, nil)
			for _, a := range exactOnes[ring, int]() {
				got, err := a.Search(t.Context(), p, depth, ring.Score, nil)
				if err != nil || got.Value != want.Value || a.Promise == SameLine && !slices.Equal(got.PV, want.PV) {
					t.Fatalf("%s of %s, depth %d: %+v, error %v; Minimax %+v", a.Name, p, depth, got, err, want)
				}
				hits += got.TableHits
			}
		}
	}
	if hits == 0 {
		t.Error("no table answered for any position")
	}
}

func TestTableSavesNodes(t *testing.T) {
	p := ring{seed: 3}
	plain, _ := AlphaBeta(t.Context(), p, 20, ring.Score, nil)
	table, _ := AlphaBetaTable(t.Context(), p, 20, ring.Score, nil)
	if table.Nodes*2 > plain.Nodes {
		t.Errorf("12 positions searched 20 deep: %d nodes with a table, %d without", table.Nodes, plain.Nodes)
	}
}

func TestTableStaysSmall(t *testing.T) {
	w := tableWalk[heap, int]{table: map[heap]entry[int]{}, limit: 100}
	for i := range uint64(1010) {
		w.keep(heap{path: i}, entry[int]{depth: 1})
	}
	if n := len(w.table); n > w.limit || n == 0 {
		t.Errorf("the table has %d entries, its limit is %d", n, w.limit)
	}
}

func TestDepth(t *testing.T) {
	tree := list("((3,12),2,(14,(5,1)))")
	score := func(l list) int { return len(l) }
	for _, a := range exactOnes[list, int]() {
		at0, err := a.Search(t.Context(), tree, 0, score, nil)
		if err != nil || at0.Value != len(tree) || at0.HasMove ||
			a.Name != "mtdf" && (at0.Nodes != 1 || at0.Leaves != 1) {
			t.Errorf("%s at depth 0: %+v, error %v", a.Name, at0, err)
		}
		over, err := a.Search(t.Context(), "7", 0, score, nil)
		if err != nil || over.Value != 7 || over.HasMove {
			t.Errorf("%s at depth 0 of a game that is over: %+v, error %v", a.Name, over, err)
		}
		at1, err := a.Search(t.Context(), tree, 1, score, nil)
		if err != nil || at1.Value != -2 || at1.Move != 1 || len(at1.PV) != 1 ||
			a.Name != "mtdf" && a.Name != "pvs" && at1.Leaves != 3 {
			t.Errorf("%s at depth 1: %+v, error %v", a.Name, at1, err)
		}
		if _, err := a.Search(t.Context(), tree, 1, nil, nil); err == nil ||
			!strings.Contains(err.Error(), "no evaluation for depth 1") {
			t.Errorf("%s without an evaluation: error %v", a.Name, err)
		}
	}
}

// The least and the greatest value that have a negative are values like others.
func TestExtremeValues(t *testing.T) {
	for _, extreme := range []int{math.MaxInt, -math.MaxInt} {
		for _, a := range exactOnes[heap, int]() {
			eval := func(heap) int { return extreme }
			got, err := a.Search(t.Context(), heap{branch: 2, left: 5}, 3, eval, nil)
			if err != nil || got.Value != -extreme || !slices.Equal(got.PV, []int{0, 0, 0}) {
				t.Errorf("%s: %+v, error %v; want value %d", a.Name, got, err, -extreme)
			}
		}
	}
}

func TestStop(t *testing.T) {
	for _, a := range exactOnes[heap, int]() {
		ctx, cancel := context.WithCancel(t.Context())
		evals := 0
		got, err := a.Search(ctx, heap{branch: 9, left: 90}, 12, func(heap) int {
			if evals++; evals == 5000 {
				cancel()
			}
			return 0
		}, nil)
		if !errors.Is(err, context.Canceled) || got.HasMove || got.PV != nil {
			t.Errorf("%s: stopped with %+v, error %v", a.Name, got, err)
		}
		if got.Leaves < 5000 || got.Leaves > 5000+pollInterval || got.Nodes <= got.Leaves {
			t.Errorf("%s: stopped after 5000 leaves, went on to %d (%d nodes)", a.Name, got.Leaves, got.Nodes)
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	from := time.Now()
	got, err := AlphaBeta(ctx, heap{branch: 9, left: 90}, -1, nil, nil)
	if !errors.Is(err, context.DeadlineExceeded) || got.Nodes == 0 {
		t.Errorf("%+v, error %v", got, err)
	}
	if took := time.Since(from); took > time.Minute {
		t.Errorf("stopped after %v", took)
	}
}

// The tree that textbooks draw: three moves, three answers to each. Two answers to the second move need no look.
func ExampleAlphaBeta() {
	result, err := AlphaBeta(context.Background(), list("((3,12,8),(2,4,6),(14,5,2))"), -1, nil, nil)
	fmt.Println(result.Value, result.PV, result.Nodes, err)
	// Output: 3 [0 0] 11 <nil>
}
