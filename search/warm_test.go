package search

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
)

// A search goes on until whoever asked has enough, and asks after every depth that it reports.
func TestEnough(t *testing.T) {
	p := after(rand.New(rand.NewPCG(7, 7)), othello.Size8, 40)
	for _, wanted := range []int{1, 4, 6} {
		asked, told := 0, 0
		enough := func(r Report) bool {
			asked++
			return r.Depth == wanted
		}
		r, err := small().Search(t.Context(), p, Limits{Depth: 8, Enough: enough}, func(Report) { told++ })
		if err != nil {
			t.Fatal(err)
		}
		type counts struct{ Depth, Reports, Asked int }
		if diff := cmp.Diff(counts{wanted, wanted, wanted}, counts{r.Depth, told, asked}); diff != "" {
			t.Errorf("enough at depth %d (-want +got):\n%s", wanted, diff)
		}
		if err := p.Check(r.Move); err != nil {
			t.Errorf("enough at depth %d: %v", wanted, err)
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
		t.Errorf("a search that never has enough (-plain +got):\n%s", diff)
	}
}

// Before a pass, too, the reports that are asked about are those of the position.
func TestEnoughBeforeAPass(t *testing.T) {
	p, err := othello.Parse("XO--XX--XXX-XXXX O")
	if err != nil || !p.MustPass() {
		t.Fatal(p, err)
	}
	asked := 0
	enough := func(r Report) bool {
		asked++
		if r.Position != p || r.Move != othello.Pass {
			t.Errorf("asked about %+v", r)
		}
		return true
	}
	if _, err := small().Search(t.Context(), p, Limits{Enough: enough}, nil); err != nil || asked != 1 {
		t.Errorf("asked %d times, %v", asked, err)
	}
}

// A warm engine answers as one that has forgotten everything, and so does one that has served too many searches to stay
// out of step unnoticed.
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
		t.Errorf("%+v, not %+v", got, want)
	}
	if e.Warm(); answer(e).Nodes >= want.Nodes {
		t.Error("a second Warm forgot what was found, though nothing asked for it")
	}
	for range generations/2 + 1 {
		e.table.begin()
	}
	if e.Warm(); e.table.age != (age{1, 1}) {
		t.Errorf("old generations go on: %+v", e.table.age)
	}
	if got := answer(e); got.Nodes != want.Nodes {
		t.Errorf("%d nodes after many searches, not %d", got.Nodes, want.Nodes)
	}
}
