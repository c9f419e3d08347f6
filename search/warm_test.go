package search

import (
	"math/rand/v2"
	"testing"

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
		if err != nil || r.Depth != wanted || asked != wanted || told != wanted || p.Check(r.Move) != nil {
			t.Errorf("wanted depth %d: depth %d, %d reports, asked %d times, %v", wanted, r.Depth, told, asked, err)
		}
	}
	plain, err := small().Search(t.Context(), p, Limits{Depth: 6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	never, err := small().Search(t.Context(), p, Limits{Depth: 6, Enough: func(Report) bool { return false }}, nil)
	if err != nil || never.Move != plain.Move || never.Nodes != plain.Nodes || never.Score != plain.Score {
		t.Errorf("who never has enough gets another answer: %+v, not %+v, %v", never, plain, err)
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
