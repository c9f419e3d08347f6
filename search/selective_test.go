package search_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/search"
)

// TestEveryScoreSaysWhatItIs: a search that cut branches off says with what confidence, and only one that cut off none
// is exact.
func TestEveryScoreSaysWhatItIs(t *testing.T) {
	t.Parallel()
	p := othellotest.Ending(rand.New(rand.NewPCG(7, 7)), othello.Size8, 18)
	for name, c := range map[string]struct {
		limits search.Limits
		depth  int
		sure   int
		exact  bool
	}{
		"usual":                      {search.Limits{Depth: 6}, 6, 73, false},
		"asked for":                  {search.Limits{Depth: 6, Confidence: 95}, 6, 95, false},
		"the next above":             {search.Limits{Depth: 6, Confidence: 96}, 6, 98, false},
		"nothing cut off":            {search.Limits{Depth: 6, Confidence: 100}, 6, 100, false},
		"to the end, not surely":     {search.Limits{Depth: 6, Selective: 18, Confidence: 87}, 18, 87, false},
		"exact":                      {search.Limits{Depth: 6, Exact: 18}, 18, 100, true},
		"exact though less is asked": {search.Limits{Depth: 6, Exact: 18, Confidence: 73}, 18, 100, true},
		"as deep as the game":        {search.Limits{Depth: 60}, 18, 100, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := search.Report{Depth: -1}
			r, err := search.New(search.Options{HashBytes: 1 << 22}).Search(t.Context(), p, c.limits,
				func(r search.Report) {
					if r.Depth < before.Depth || r.Depth == before.Depth && r.Confidence < before.Confidence {
						t.Errorf("depth %d at %d %% after depth %d at %d %%", r.Depth, r.Confidence, before.Depth,
							before.Confidence)
					}
					if r.Exact != (r.Confidence == 100 && r.Depth >= 18) {
						t.Errorf("depth %d at %d %%: exact %v", r.Depth, r.Confidence, r.Exact)
					}
					before = r
				})
			if err != nil {
				t.Fatal(err)
			}
			want := search.Report{Depth: c.depth, Confidence: c.sure, Exact: c.exact}
			got := search.Report{Depth: r.Depth, Confidence: r.Confidence, Exact: r.Exact}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the last report (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSoundSearchesSolveTheirLeaves: with nothing cut off, four plies that lead to positions which are solved find the
// exact score; without that, or when less confidence is asked for, they judge.
func TestSoundSearchesSolveTheirLeaves(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(27, 27))
	off := map[string]float64{}
	for range 8 {
		p := othellotest.Ending(r, othello.Size8, 14)
		truth, err := search.New(search.Options{HashBytes: 1 << 20}).Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			without search.Heuristic
			percent int
		}{"sound": {0, 100}, "without": {search.Leaves, 100}, "usual": {0, 0}} {
			e := search.New(search.Options{HashBytes: 1 << 20, Without: c.without})
			got, err := e.Search(t.Context(), p, search.Limits{Depth: 4, Confidence: c.percent}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := search.Report{Depth: 4, Exact: false}
			if diff := cmp.Diff(want, search.Report{Depth: got.Depth, Exact: got.Exact}); diff != "" {
				t.Fatalf("%v, %s (-want +got):\n%s", p, name, diff)
			}
			off[name] += math.Abs((got.Score - truth.Score).Discs())
		}
	}
	if off["sound"] != 0 {
		t.Errorf("eight sound scores are off by %v discs, want 0", off["sound"])
	}
	for _, name := range []string{"without", "usual"} {
		if off[name] < 1 {
			t.Errorf("%s: eight scores are off by %v discs, want at least 1", name, off[name])
		}
	}
}

// TestMoreConfidenceErrsLess: over some endings, what is searched with more confidence lies nearer the truth, and what
// is certain on it.
func TestMoreConfidenceErrsLess(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	r := rand.New(rand.NewPCG(3, 9))
	off := map[int]float64{}
	for range 12 {
		p := othellotest.Ending(r, othello.Size8, 16)
		e := search.New(search.Options{HashBytes: 1 << 22})
		truth, err := e.Search(t.Context(), p, search.Limits{Exact: 16}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, percent := range []int{50, 73, 99} {
			e.Forget()
			report, err := e.Search(t.Context(), p, search.Limits{Selective: 16, Confidence: percent, Depth: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			off[percent] += math.Abs((report.Score - truth.Score).Discs())
		}
	}
	if off[50] == 0 {
		t.Error("50 % confidence: 12 endings without an error")
	}
	if off[99] > off[50] {
		t.Errorf("99 %% confidence: 12 endings are off by %v discs, more than the %v of 50 %%", off[99], off[50])
	}
	if off[99] > 12 {
		t.Errorf("99 %% confidence: 12 endings are off by %v discs, want at most 12", off[99])
	}
}

// TestDeepSearchesAreSurer: a search that goes as far as time or nodes let it is 87 % sure from 13 plies on, unless a
// confidence, a depth or an ending is asked for.
func TestDeepSearchesAreSurer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	const from = 13
	p := othellotest.Ending(rand.New(rand.NewPCG(31, 31)), othello.Size8, 30)
	enough := func(r search.Report) bool { return r.Depth > from }
	for name, c := range map[string]struct {
		limits     search.Limits
		sure, deep int // in percent, before and from so many plies on
	}{
		"as far as it can":     {search.Limits{Enough: enough}, 73, 87},
		"deeper than the game": {search.Limits{Depth: 60, Enough: enough}, 73, 87},
		"usual, if asked for":  {search.Limits{Confidence: 73, Enough: enough}, 73, 73},
		"surer, if asked for":  {search.Limits{Confidence: 95, Enough: enough}, 95, 95},
		"so many plies":        {search.Limits{Depth: from + 1}, 73, 73},
		"an ending":            {search.Limits{Selective: 30, Enough: enough}, 73, 73},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := search.New(search.Options{HashBytes: 1 << 22}).Search(t.Context(), p, c.limits,
				func(r search.Report) {
					wanted := c.sure
					if r.Depth >= from {
						wanted = c.deep
					}
					if r.Depth > 2 && r.Confidence != wanted { // less is too shallow to cut anything off
						t.Errorf("depth %d at %d %%, not %d %%", r.Depth, r.Confidence, wanted)
					}
				})
			if err != nil || r.Depth != from+1 {
				t.Errorf("depth %d, %v", r.Depth, err)
			}
		})
	}
}

// TestTheTableServesLaterSearches: what an earlier search found is used, until it is forgotten.
func TestTheTableServesLaterSearches(t *testing.T) {
	t.Parallel()
	p := othellotest.Ending(rand.New(rand.NewPCG(8, 8)), othello.Size8, 40)
	e := search.New(search.Options{HashBytes: 1 << 22})
	nodes := func(l search.Limits) uint64 {
		r, err := e.Search(t.Context(), p, l, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Nodes
	}
	first := nodes(search.Limits{Depth: 10})
	again := nodes(search.Limits{Depth: 10})
	e.Forget()
	forgotten := nodes(search.Limits{Depth: 10})
	if again*10 > first || forgotten != first {
		t.Errorf("%d nodes, %d when it is known, %d when it is forgotten", first, again, forgotten)
	}
}
