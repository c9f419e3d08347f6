package search

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
)

// TestEnough checks that Enough is called after each completed depth and ends the search when it returns true.
func TestEnough(t *testing.T) {
	p := after(rand.New(rand.NewPCG(7, 7)), othello.Size8, 40)
	for _, wanted := range []int{1, 4, 6} {
		calls, reports := 0, 0
		enough := func(r Report) bool {
			calls++
			return r.Depth == wanted
		}
		r, err := small().Search(t.Context(), p, Limits{Depth: 8, Enough: enough}, func(Report) { reports++ })
		if err != nil {
			t.Fatal(err)
		}
		type counts struct{ Depth, Reports, Calls int }
		if diff := cmp.Diff(counts{wanted, wanted, wanted}, counts{r.Depth, reports, calls}); diff != "" {
			t.Errorf("enough at depth %d (-want +got):\n%s", wanted, diff)
		}
		if err := p.Check(r.Move); err != nil {
			t.Errorf("Enough is true at depth %d: the move is illegal: %v", wanted, err)
		}
	}
	plain, err := small().Search(t.Context(), p, Limits{Depth: 6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	never, err := small().Search(t.Context(), p, Limits{Depth: 6, Enough: func(Report) bool { return false }}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, never, cmpopts.IgnoreFields(Report{}, "Elapsed")); diff != "" {
		t.Errorf("a search with an Enough that is always false (-without Enough +with):\n%s", diff)
	}
}

// TestEnoughBeforeAPass checks that Enough is called with reports of the position itself if that position has a forced
// pass.
func TestEnoughBeforeAPass(t *testing.T) {
	p, err := othello.Parse("XO--XXX-XXXXXXXX O")
	if err != nil || !p.MustPass() {
		t.Fatalf("%v: no forced pass, or error %v", p, err)
	}
	calls := 0
	enough := func(r Report) bool {
		calls++
		if r.Position != p || r.Move != othello.Pass {
			t.Errorf("Enough is called with %+v, want the position before the pass", r)
		}
		return true
	}
	if _, err := small().Search(t.Context(), p, Limits{Enough: enough}, nil); err != nil || calls != 1 {
		t.Errorf("%d calls of Enough, error %v, want 1", calls, err)
	}
}

// TestWarm checks that an engine returns the report of a new one after Warm, even if Warm has cleared a table with old
// generations.
func TestWarm(t *testing.T) {
	p := after(rand.New(rand.NewPCG(8, 8)), othello.Size8, 30)
	answer := func(e *Engine) Report {
		r, err := e.Search(t.Context(), p, Limits{Depth: 6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := answer(small())
	e := small()
	e.Warm()
	if got := answer(e); got.Nodes != want.Nodes || got.Move != want.Move {
		t.Errorf("report %+v, want %+v", got, want)
	}
	if e.Warm(); answer(e).Nodes >= want.Nodes {
		t.Error("a second Warm cleared the table, want the entries kept")
	}
	for range generations/2 + 1 {
		e.table.begin()
	}
	if e.Warm(); e.table.age != (age{1, 1}) {
		t.Errorf("age %+v after Warm, want {1 1}", e.table.age)
	}
	if got := answer(e); got.Nodes != want.Nodes {
		t.Errorf("%d nodes after many searches, want %d", got.Nodes, want.Nodes)
	}
}
