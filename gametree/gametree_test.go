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

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// exactOnes returns the algorithms that return the value of Minimax.
func exactOnes[P ComparablePosition[P, M], M comparable]() []Algorithm[P, M] {
	return slices.DeleteFunc(Algorithms[P, M](), func(a Algorithm[P, M]) bool { return a.Guarantee > SameValue })
}

// list is a tree in text form, such as "((3,5),(2,9))". A number is the score of a leaf from the point of view of the
// side to move there. A move is the index of a branch.
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
		return -1 << 40 // not used as a value in any test
	}
	return n
}

func (l list) String() string { return string(l) }

func TestWrittenTrees(t *testing.T) {
	cases := []struct {
		tree          list
		value         int
		pv            []int
		nodes, pruned uint64 // positions entered by Minimax and by AlphaBeta
	}{
		{"7", 7, nil, 1, 1},
		{"(3)", -3, []int{0}, 2, 2},
		{"(3,-4,-4,5)", 4, []int{1}, 5, 5}, // the first of equal moves
		// the example of many textbooks: two leaves are cut off
		{"((3,12,8),(2,4,6),(14,5,2))", 3, []int{0, 0}, 13, 11},
		{"((3,5),(2,9))", 3, []int{0, 0}, 7, 6},                      // after 2, the second branch is cut off
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
			result := Result[int]{Value: c.value, HasMove: len(c.pv) > 0, PV: c.pv}
			if diff := cmp.Diff(result, promised(got, a.Guarantee, c.pv), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s of %s (-want +got):\n%s", a.Name, c.tree, diff)
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

// promised returns the value of r, whether it has a move, and its variation. If the algorithm does not guarantee the
// variation of Minimax, the returned variation is line.
func promised(r Result[int], p Guarantee, line []int) Result[int] {
	if p == SameLine {
		line = r.PV
	}
	return Result[int]{Value: r.Value, HasMove: r.HasMove, PV: line}
}

// heap is a uniform tree in which all values are 0, so that any order of moves is the best. Positions differ in path.
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

// TestFewestLeaves checks that alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of a uniform tree if the best move is
// first everywhere (Knuth and Moore, 1975).
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

// ordered is a uniform tree with the best move first everywhere and different values. The score of a leaf is the sum of
// the losses by the moves before it.
type ordered struct {
	branch, left int
	lost         int // losses by the side to move minus those by the other side
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
			if err != nil {
				t.Fatal(err)
			}
			leaves := math.Pow(float64(branch), float64((depth+1)/2)) + math.Pow(float64(branch), float64(depth/2)) - 1
			want, got := Result[int]{Leaves: uint64(leaves)}, Result[int]{Value: cut.Value, Leaves: cut.Leaves}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("branch %d, depth %d (-want +got):\n%s", branch, depth, diff)
			}
		}
	}
}

// ring is a game on a random graph, in which positions recur at different depths and some games never end. It detects
// tables that ignore the depth.
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
				if err != nil {
					t.Fatalf("%s of %s, depth %d: %v", a.Name, p, depth, err)
				}
				line := Result[int]{Value: want.Value, HasMove: want.HasMove, PV: want.PV}
				if diff := cmp.Diff(line, promised(got, a.Guarantee, want.PV)); diff != "" {
					t.Fatalf("%s of %s, depth %d (-minimax +got):\n%s", a.Name, p, depth, diff)
				}
				hits += got.TableHits
			}
		}
	}
	if hits == 0 {
		t.Error("no table hits, want some")
	}
}

func TestTableSavesNodes(t *testing.T) {
	p := ring{seed: 3}
	plain, _ := AlphaBeta(t.Context(), p, 20, ring.Score, nil)
	table, _ := AlphaBetaTable(t.Context(), p, 20, ring.Score, nil)
	if table.Nodes*2 > plain.Nodes {
		t.Errorf("12 positions to depth 20: %d nodes with a table, want at most half of %d", table.Nodes, plain.Nodes)
	}
}

func TestTableStaysSmall(t *testing.T) {
	w := tableWalk[heap, int]{table: map[heap]entry[int]{}, limit: 100}
	for i := range uint64(1010) {
		w.store(heap{path: i}, entry[int]{depth: 1})
	}
	if n := len(w.table); n > w.limit || n == 0 {
		t.Errorf("the table has %d entries, want 1 to %d", n, w.limit)
	}
}

func TestDepth(t *testing.T) {
	tree := list("((3,12),2,(14,(5,1)))")
	score := func(l list) int { return len(l) }
	for _, a := range exactOnes[list, int]() {
		at0, err := a.Search(t.Context(), tree, 0, score, nil)
		if err != nil {
			t.Fatalf("%s at depth 0: %v", a.Name, err)
		}
		count := cmpopts.IgnoreFields(Result[int]{}, "Cutoffs", "TableHits")
		again := cmpopts.IgnoreFields(Result[int]{}, "Nodes", "Leaves", "Cutoffs", "TableHits")
		opts := count
		if a.Name == "mtdf" { // mtdf enters the root several times
			opts = again
		}
		if diff := cmp.Diff(Result[int]{Value: len(tree), Nodes: 1, Leaves: 1}, at0, opts); diff != "" {
			t.Errorf("%s at depth 0 (-want +got):\n%s", a.Name, diff)
		}
		over, err := a.Search(t.Context(), "7", 0, score, nil)
		if err != nil {
			t.Fatalf("%s at depth 0 of a game that is over: %v", a.Name, err)
		}
		if diff := cmp.Diff(Result[int]{Value: 7}, over, again); diff != "" {
			t.Errorf("%s at depth 0 of a game that is over (-want +got):\n%s", a.Name, diff)
		}
		at1, err := a.Search(t.Context(), tree, 1, score, nil)
		if err != nil {
			t.Fatalf("%s at depth 1: %v", a.Name, err)
		}
		if a.Name == "pvs" {
			opts = again
		}
		want := Result[int]{Value: -2, Move: 1, HasMove: true, PV: []int{1}, Nodes: 4, Leaves: 3}
		if diff := cmp.Diff(want, at1, opts); diff != "" {
			t.Errorf("%s at depth 1 (-want +got):\n%s", a.Name, diff)
		}
		if _, err := a.Search(t.Context(), tree, 1, nil, nil); err == nil ||
			!strings.Contains(err.Error(), "no evaluation for depth 1") {
			t.Errorf("%s without an evaluation: error %v, want one about it", a.Name, err)
		}
	}
}

// TestExtremeValues checks that ±Infinity are valid values.
func TestExtremeValues(t *testing.T) {
	for _, extreme := range []int{math.MaxInt, -math.MaxInt} {
		for _, a := range exactOnes[heap, int]() {
			eval := func(heap) int { return extreme }
			got, err := a.Search(t.Context(), heap{branch: 2, left: 5}, 3, eval, nil)
			if err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			want := Result[int]{Value: -extreme, PV: []int{0, 0, 0}}
			if diff := cmp.Diff(want, Result[int]{Value: got.Value, PV: got.PV}); diff != "" {
				t.Errorf("%s (-want +got):\n%s", a.Name, diff)
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
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", a.Name, err, context.Canceled)
		}
		if diff := cmp.Diff(Result[int]{}, Result[int]{HasMove: got.HasMove, PV: got.PV}); diff != "" {
			t.Errorf("%s: result of a stopped search (-want +got):\n%s", a.Name, diff)
		}
		if got.Leaves < 5000 || got.Leaves > 5000+pollInterval {
			t.Errorf("%s: %d leaves, want 5000 to %d", a.Name, got.Leaves, 5000+pollInterval)
		}
		if got.Nodes <= got.Leaves {
			t.Errorf("%s: %d nodes, want more than %d, the number of leaves", a.Name, got.Nodes, got.Leaves)
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	from := time.Now()
	got, err := AlphaBeta(ctx, heap{branch: 9, left: 90}, -1, nil, nil)
	if !errors.Is(err, context.DeadlineExceeded) || got.Nodes == 0 {
		t.Errorf("%d nodes, error %v; want some nodes and context.DeadlineExceeded", got.Nodes, err)
	}
	if took := time.Since(from); took > time.Minute {
		t.Errorf("the search stopped after %v, want at most a minute", took)
	}
}

// The textbook tree: three moves with three replies each. Two replies to the second move are cut off.
func ExampleAlphaBeta() {
	result, err := AlphaBeta(context.Background(), list("((3,12,8),(2,4,6),(14,5,2))"), -1, nil, nil)
	fmt.Println(result.Value, result.PV, result.Nodes, err)
	// Output: 3 [0 0] 11 <nil>
}
