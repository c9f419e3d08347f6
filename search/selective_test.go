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

// TestSelectivity checks that reports have the confidence of their search, and that a search is exact only if it
// reaches the end of the game without cutoffs by ProbCut.
func TestSelectivity(t *testing.T) {
	t.Parallel()
	p := othellotest.Ending(rand.New(rand.NewPCG(7, 7)), othello.Size8, 18)
	for name, c := range map[string]struct {
		limits  search.Limits
		depth   int
		percent int
		exact   bool
	}{
		"default":               {search.Limits{Depth: 6}, 6, 73, false},
		"given":                 {search.Limits{Depth: 6, Confidence: 95}, 6, 95, false},
		"rounded up":            {search.Limits{Depth: 6, Confidence: 96}, 6, 98, false},
		"no cutoffs":            {search.Limits{Depth: 6, Confidence: 100}, 6, 100, false},
		"selective ending":      {search.Limits{Depth: 6, Selective: 18, Confidence: 87}, 18, 87, false},
		"exact":                 {search.Limits{Depth: 6, Exact: 18}, 18, 100, true},
		"exact with confidence": {search.Limits{Depth: 6, Exact: 18, Confidence: 73}, 18, 100, true},
		"deeper than the game":  {search.Limits{Depth: 60}, 18, 100, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := search.Report{Depth: -1}
			r, err := search.New(search.Options{HashBytes: 1 << 22}).Search(t.Context(), p, c.limits,
				func(r search.Report) {
					if r.Depth < before.Depth || r.Depth == before.Depth && r.Confidence < before.Confidence {
						t.Errorf("depth %d at %d %% after depth %d at %d %%, want an increase", r.Depth, r.Confidence,
							before.Depth,
							before.Confidence)
					}
					if r.Exact != (r.Confidence == 100 && r.Depth >= 18) {
						t.Errorf("depth %d at %d %%: Exact = %t, want %t", r.Depth, r.Confidence, r.Exact, !r.Exact)
					}
					before = r
				})
			if err != nil {
				t.Fatal(err)
			}
			want := search.Report{Depth: c.depth, Confidence: c.percent, Exact: c.exact}
			got := search.Report{Depth: r.Depth, Confidence: r.Confidence, Exact: r.Exact}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the last report (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLeavesSolved checks that a search at full confidence whose leaves have ten or fewer empty squares returns the
// exact score. Without Leaves, or with less confidence, the leaves are evaluated.
func TestLeavesSolved(t *testing.T) {
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
		}{"full": {0, 100}, "full without Leaves": {search.Leaves, 100}, "default": {0, 0}} {
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
	if off["full"] != 0 {
		t.Errorf("full confidence: the errors of eight scores add up to %v discs, want 0", off["full"])
	}
	for _, name := range []string{"full without Leaves", "default"} {
		if off[name] < 1 {
			t.Errorf("%s: the errors of eight scores add up to %v discs, want at least 1", name, off[name])
		}
	}
}

// TestErrorByConfidence checks that the error of selective endings decreases with the confidence.
func TestErrorByConfidence(t *testing.T) {
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
		t.Error("50 % confidence: no errors in 12 endings, want some")
	}
	if off[99] > off[50] {
		t.Errorf("99 %% confidence: the errors in 12 endings add up to %v discs, want at most %v, those of 50 %%",
			off[99], off[50])
	}
	if off[99] > 12 {
		t.Errorf("99 %% confidence: the errors in 12 endings add up to %v discs, want at most 12", off[99])
	}
}

// TestConfidenceByDepth checks that the default confidence is 87 % from depth 13 on if only Time, Nodes or Enough ends
// the search, and 73 % otherwise.
func TestConfidenceByDepth(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	const from = 13
	p := othellotest.Ending(rand.New(rand.NewPCG(31, 31)), othello.Size8, 30)
	enough := func(r search.Report) bool { return r.Depth > from }
	for name, c := range map[string]struct {
		limits        search.Limits
		shallow, deep int // confidence in percent below depth 13, and from depth 13 on
	}{
		"no depth":             {search.Limits{Enough: enough}, 73, 87},
		"deeper than the game": {search.Limits{Depth: 60, Enough: enough}, 73, 87},
		"confidence 73":        {search.Limits{Confidence: 73, Enough: enough}, 73, 73},
		"confidence 95":        {search.Limits{Confidence: 95, Enough: enough}, 95, 95},
		"depth":                {search.Limits{Depth: from + 1}, 73, 73},
		"ending":               {search.Limits{Selective: 30, Enough: enough}, 73, 73},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := search.New(search.Options{HashBytes: 1 << 22}).Search(t.Context(), p, c.limits,
				func(r search.Report) {
					want := c.shallow
					if r.Depth >= from {
						want = c.deep
					}
					if r.Depth > 2 && r.Confidence != want { // ProbCut is not used up to depth 2
						t.Errorf("depth %d at %d %%, want %d %%", r.Depth, r.Confidence, want)
					}
				})
			if err != nil || r.Depth != from+1 {
				t.Errorf("depth %d, error %v, want depth %d", r.Depth, err, from+1)
			}
		})
	}
}

// TestTableReuse checks that a repeated search uses the entries of the first one, until Forget is called.
func TestTableReuse(t *testing.T) {
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
		t.Errorf("%d nodes, %d when repeated, %d after Forget; want at most a tenth when repeated, then the same",
			first, again, forgotten)
	}
}
