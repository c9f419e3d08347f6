package gametree

import (
	"cmp"
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// twig is a random tree whose shape and values are determined by the seed and the path. If merged is true, paths with
// the same moves in another order lead to the same position.
type twig struct {
	seed   uint64
	path   uint64
	left   int
	merged bool
}

func (g twig) draw(what uint64) uint64 {
	return ring{}.mix(g.seed<<40 ^ g.path<<8 ^ what ^ uint64(g.left)<<32)
}

// mix is splitmix64.
func (ring) mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (g twig) Moves() (moves []int) {
	if g.left > 0 {
		for m := range 1 + int(g.draw(1)%4) {
			moves = append(moves, m)
		}
	}
	return moves
}

func (g twig) Play(m int) twig {
	next := g
	next.left--
	if next.path = g.path*5 + uint64(m) + 1; g.merged {
		next.path = g.path + 1<<(8*uint(m)%32)
	}
	return next
}

func (g twig) Score() int     { return int(g.draw(2)%13) - 6 }
func (g twig) String() string { return fmt.Sprint(g.seed, g.path, g.left) }

// positionsOf replays the trace and returns the positions of its visits.
func positionsOf(root twig, t *Trace[int]) []twig {
	all := make([]twig, len(t.Visits))
	for i, v := range t.Visits {
		all[i] = root
		if v.Parent != Nowhere && v.Kind != Pass {
			all[i] = all[v.Parent].Play(v.Move)
		}
	}
	return all
}

// TestTrace checks that the traces of all algorithms are consistent with the tree.
func TestTrace(t *testing.T) {
	cuts, hits := 0, 0
	for seed := range uint64(60) {
		root := twig{seed: seed, left: 1 + int(seed%6), merged: seed%2 == 0}
		for _, a := range Algorithms[twig, int]() {
			trace := &Trace[int]{Most: 1 << 20}
			with, err := a.Search(t.Context(), root, root.left, twig.Score, trace)
			without, _ := a.Search(t.Context(), root, root.left, twig.Score, nil)
			if err != nil || fmt.Sprint(with) != fmt.Sprint(without) {
				t.Fatalf("%s of %s: %+v with a trace, want %+v, the result without one; error %v", a.Name, root, with,
					without, err)
			}
			c := checker{
				t: t, name: fmt.Sprint(a.Name, " of ", root), trace: trace,
				positions: positionsOf(root, trace),
			}
			c.counts(with, a.Name)
			for i := range trace.Visits {
				c.visit(i, a)
			}
			cuts, hits = cuts+c.cuts, hits+c.hits
		}
	}
	if cuts < 1000 || hits < 100 {
		t.Errorf("%d cuts and %d table hits, want at least 1000 and 100", cuts, hits)
	}
}

type checker struct {
	t          *testing.T
	name       string
	trace      *Trace[int]
	positions  []twig
	cuts, hits int
}

func (c *checker) counts(r Result[int], name string) {
	c.t.Helper()
	var entered, hits, byPly uint64
	for i, v := range c.trace.Visits {
		several := i == 0 && len(c.trace.Visits) > 1 && c.trace.Visits[1].Kind == Pass
		switch v.Kind {
		case Entered, Pass:
			if !several {
				entered++
			}
		case FromTable:
			hits++
		case Cut:
		}
	}
	for _, n := range c.trace.ByPly {
		byPly += n
	}
	if name == "mcts" {
		entered = r.Nodes // positions of playouts are counted and not recorded
	}
	type counts struct{ Nodes, TableHits uint64 }
	if diff := gocmp.Diff(counts{r.Nodes, r.TableHits}, counts{entered, hits}); diff != "" {
		c.t.Fatalf("%s (-result +trace):\n%s", c.name, diff)
	}
	if byPly > r.Nodes {
		c.t.Fatalf("%s: %d nodes at all plies, want at most %d", c.name, byPly, r.Nodes)
	}
	if name != "mcts" && byPly != r.Nodes {
		c.t.Fatalf("%s: %d nodes at all plies, want %d", c.name, byPly, r.Nodes)
	}
}

func (c *checker) visit(i int, a Algorithm[twig, int]) {
	c.t.Helper()
	v := c.trace.Visits[i]
	fail := func(what string) { c.t.Fatalf("%s: visit %d, %+v: %s", c.name, i, v, what) }
	if v.Parent >= i {
		fail("its parent is not an earlier visit")
	}
	if (v.Parent == Nowhere) != (i == 0) {
		fail("want a parent for every visit except the first")
	}
	if v.Leave < v.Enter {
		fail("Leave is before Enter")
	}
	if a.Guarantee <= SameValue && v.Parent != Nowhere {
		if above := c.trace.Visits[v.Parent]; v.Enter <= above.Enter || v.Leave >= above.Leave {
			fail("the interval is not within that of its parent")
		}
	}
	if v.HasValue {
		c.value(v, c.positions[i], a.Guarantee, fail)
	}
	switch v.Kind {
	case Cut:
		c.cut(v, fail)
	case FromTable:
		c.hits++
		if v.Hit == Nowhere || v.Hit >= i {
			fail("Hit is not an earlier visit")
		}
		if c.positions[v.Hit] != c.positions[i] {
			fail("Hit is a visit of another position: " + c.positions[v.Hit].String())
		}
		if from := c.trace.Visits[v.Hit]; from.Value != v.Value {
			fail(fmt.Sprintf("visit Hit has the value %d", from.Value))
		}
		if v.Saved == 0 {
			fail("Saved is 0, want more")
		}
	case Entered, Pass:
	}
	if v.Again != Nowhere && c.positions[v.Again] != c.positions[i] {
		fail("Again is a visit of another position")
	}
}

// value compares the value of a visit with the value of its position.
func (c *checker) value(v Visit[int], p twig, promise Guarantee, fail func(string)) {
	c.t.Helper()
	r, _ := Negamax(c.t.Context(), p, max(v.Depth, 0), twig.Score, nil)
	if promise == SameSign {
		r.Value = cmp.Compare(r.Value, 0)
	}
	holds := map[Bound]bool{Exact: v.Value == r.Value, Lower: v.Value <= r.Value, Upper: v.Value >= r.Value}
	if !holds[v.Bound] {
		fail(fmt.Sprintf("the value is %d, of which %d is no bound (%v)", r.Value, v.Value, v.Bound))
	}
}

// cut checks that the reply reaches the limit and that the limit has the recorded origin.
func (c *checker) cut(v Visit[int], fail func(string)) {
	c.t.Helper()
	c.cuts++
	if v.Reply == Nowhere {
		fail("the cut has no reply")
	}
	if v.By == Nowhere {
		fail("the origin of the limit is not an ancestor")
	}
	if value := -c.trace.Visits[v.Reply].Value; value < v.Limit {
		fail(fmt.Sprintf("the reply has the value %d, which does not reach the limit", value))
	}
	plies, at := 0, v.Parent
	for ; at != v.By && at != Nowhere; at = c.trace.Visits[at].Parent {
		plies++
	}
	if at != v.By {
		fail("the limit is that of no ancestor")
	}
	if v.NullWindow {
		return
	}
	// The value of the ancestor at that step, without children that have an upper bound and are searched again.
	best := below
	for _, child := range c.trace.Visits {
		if child.Parent == v.By && child.Kind != Cut && child.Leave < v.Enter && child.Bound != Upper {
			best = max(best, -child.Value)
		}
	}
	if plies%2 == 0 || best != -v.Limit {
		fail(fmt.Sprintf("the ancestor %d plies above has the value %d", plies, best))
	}
}

func TestTraceOfATree(t *testing.T) {
	trace := &Trace[int]{Most: 100}
	if _, err := AlphaBetaSoft(t.Context(), list("((3,12,8),(2,4,6),(14,5,2))"), -1, nil, trace); err != nil {
		t.Fatal(err)
	}
	v := trace.Visits[8] // the third reply to the second move
	want := Visit[int]{
		Kind: Cut, Parent: 5, Move: 2, Depth: -1, Enter: 12, Leave: 12, By: 0, Limit: -3, Reply: 6, Hit: Nowhere,
		Again: Nowhere,
	}
	if diff := gocmp.Diff(want, v); diff != "" {
		t.Errorf("visit 8 (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]uint64{1, 3, 7}, trace.ByPly); diff != "" {
		t.Errorf("nodes at each ply (-want +got):\n%s", diff)
	}
	root := trace.Visits[0]
	want = Visit[int]{Alpha: -Infinity, Beta: Infinity, AlphaOut: 3, Leave: trace.step - 1}
	got := Visit[int]{Alpha: root.Alpha, Beta: root.Beta, AlphaOut: root.AlphaOut, Leave: root.Leave}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("the root (-want +got):\n%s", diff)
	}
}

func TestTraceIsBounded(t *testing.T) {
	root := twig{seed: 3, left: 7}
	for _, a := range Algorithms[twig, int]() {
		full, cut, count := &Trace[int]{Most: 1 << 20}, &Trace[int]{Most: 20}, &Trace[int]{}
		for _, trace := range []*Trace[int]{full, cut, count} {
			if _, err := a.Search(t.Context(), root, 7, twig.Score, trace); err != nil {
				t.Fatal(err)
			}
		}
		type kept struct {
			Visits    int
			Truncated bool
			ByPly     []uint64
		}
		want := []kept{{20, true, full.ByPly}, {0, false, full.ByPly}}
		got := []kept{
			{len(cut.Visits), cut.Truncated, cut.ByPly}, {len(count.Visits), count.Truncated, count.ByPly},
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s: results with traces of 20 and of 0 visits (-want +got):\n%s", a.Name, diff)
		}
		if full.Truncated {
			t.Errorf("%s: the trace without a limit is truncated", a.Name)
		}
		// Visits that have not ended when the limited trace is full are not compared.
		leave := cmpopts.IgnoreFields(Visit[int]{}, "Leave")
		if diff := gocmp.Diff(full.Visits[:len(cut.Visits)], cut.Visits, leave); diff != "" {
			t.Errorf("%s: the first visits (-unlimited +limited):\n%s", a.Name, diff)
		}
	}
}

// plain is alpha-beta without traces, counts and context. It is the reference for the cost of a search without a trace.
func plain[P Position[P, M], M comparable](p P, depth, alpha, beta int, eval func(P) int) (best int, line []M) {
	moves := p.Moves()
	if len(moves) == 0 {
		return p.Score(), nil
	}
	if depth == 0 {
		return eval(p), nil
	}
	best = below
	for _, m := range moves {
		value, tail := plain[P, M](p.Play(m), depth-1, -beta, -max(alpha, best), eval)
		if -value > best {
			best, line = -value, after(m, tail)
		}
		if best >= beta {
			break
		}
	}
	return best, line
}

func TestNoTraceAllocatesNothing(t *testing.T) {
	root := heap{branch: 4, left: 6}
	bare := testing.AllocsPerRun(5, func() { plain[heap, int](root, 6, -Infinity, Infinity, heap.Score) })
	watched := testing.AllocsPerRun(5, func() { _, _ = AlphaBetaSoft(t.Context(), root, 6, heap.Score, nil) })
	if watched > bare+8 { // the difference is constant for each search
		t.Errorf("%.0f allocations without a trace, want at most %.0f, 8 more than plain", watched, bare+8)
	}
}

func BenchmarkAlphaBeta(b *testing.B) {
	root := heap{branch: 6, left: 8}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			plain[heap, int](root, 8, -Infinity, Infinity, heap.Score)
		}
	})
	b.Run("no trace", func(b *testing.B) {
		for b.Loop() {
			_, _ = AlphaBetaSoft(b.Context(), root, 8, heap.Score, nil)
		}
	})
	b.Run("trace", func(b *testing.B) {
		for b.Loop() {
			_, _ = AlphaBetaSoft(b.Context(), root, 8, heap.Score, &Trace[int]{Most: 20_000})
		}
	})
}
