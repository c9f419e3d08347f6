package search_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/search"
)

// TestThreadsAgree checks that the score and the set of best moves do not depend on the number of threads or on the
// content of the table.
func TestThreadsAgree(t *testing.T) {
	t.Parallel()
	one := search.New(search.Options{HashBytes: 1 << 20})
	for _, threads := range []int{2, 3, 8} {
		many := search.New(search.Options{HashBytes: 1 << 17, Threads: threads}) // with a table that is soon full
		endings(t, 16, 15, 18, func(t *testing.T, _ *search.Engine, p othello.Position) {
			t.Helper()
			serial.Lock()
			defer serial.Unlock()
			want, got := solved(t, one, p), solved(t, many, p)
			if got.Score != want.Score || !slices.Equal(got.Best, want.Best) {
				t.Errorf("%v: score %v and moves %v with %d threads, want %v and %v, those of one", p, got.Score,
					got.Best, threads, want.Score, want.Best)
			}
		})
	}
}

// TestThreadsAgreeInTheMiddle checks that a search to a fixed depth without ProbCut and without the table has the same
// value for any number of threads, although the windows of shared nodes are narrowed during the search.
func TestThreadsAgreeInTheMiddle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(26, 26))
	for range 8 {
		p := othellotest.Ending(r, othello.Size8, 30)
		var want search.Report
		for _, threads := range []int{1, 2, 4} {
			got, err := search.New(search.Options{HashBytes: 1 << 16, Threads: threads, Without: search.Table}).Search(
				t.Context(), p, search.Limits{Depth: 6, Confidence: 100}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if threads == 1 {
				want = got
			}
			type found struct {
				Score             othello.Score
				Depth, Confidence int
			}
			diff := gocmp.Diff(found{want.Score, 6, 100}, found{got.Score, got.Depth, got.Confidence})
			if diff != "" {
				t.Errorf("%v: %d threads (-want +got):\n%s", p, threads, diff)
			}
		}
	}
}

// TestOneThreadRepeats checks that repeated searches with one thread return the same report except for the time.
func TestOneThreadRepeats(t *testing.T) {
	t.Parallel()
	endings(t, 16, 14, 16, func(t *testing.T, _ *search.Engine, p othello.Position) {
		t.Helper()
		var first search.Report
		for i := range 3 {
			r := solved(t, search.New(search.Options{HashBytes: 1 << 18}), p)
			if i == 0 {
				first = r
			}
			if diff := gocmp.Diff(first, r, cmpopts.IgnoreFields(search.Report{}, "Elapsed")); diff != "" {
				t.Errorf("%v: search %d (-first +this):\n%s", p, i+1, diff)
			}
		}
	})
}

// TestWindow checks that a value within the window is exact. Outside the window, the score is a bound, and the line
// ends with a score that proves the bound.
func TestWindow(t *testing.T) {
	t.Parallel()
	endings(t, 160, 9, 12, func(t *testing.T, e *search.Engine, p othello.Position) {
		t.Helper()
		exact := solved(t, e, p)
		for _, w := range [][2]int{
			{-1, 1},
			{int(exact.Score) - 1, int(exact.Score) + 1},
			{-64, -20},
			{20, 64},
			{int(exact.Score), int(exact.Score) + 2},
		} {
			r, err := e.Search(t.Context(), p, search.Limits{Exact: 64, Alpha: w[0], Beta: w[1], Ties: true}, nil)
			if err != nil || !r.Exact {
				t.Fatalf("%v, window %v: report %+v, error %v; want an exact one", p, w, r, err)
			}
			checkBound(t, p, r, exact, w)
			checkWinners(t, e, p, r, exact, w)
		}
	})
}

// checkBound checks that the bound of the report holds and that its line attains it.
func checkBound(t *testing.T, p othello.Position, r, exact search.Report, w [2]int) {
	t.Helper()
	alpha, beta := othello.Score(w[0]), othello.Score(w[1])
	want := search.Value
	switch {
	case exact.Score >= beta:
		want = search.AtLeast
	case exact.Score <= alpha:
		want = search.AtMost
	}
	end := p
	for _, m := range r.PV {
		if err := end.Check(m); err != nil {
			t.Fatalf("%v, window %v: line %v: %v", p, w, r.PV, err)
		}
		end = end.Play(m)
	}
	score := othello.Score(end.ScoreBlack())
	if p.Turn == othello.White {
		score = -score
	}
	var trueBound, shown bool
	switch want {
	case search.Value:
		trueBound, shown = r.Score == exact.Score, score == exact.Score
	case search.AtLeast:
		trueBound, shown = beta <= r.Score && r.Score <= exact.Score, score >= beta
	case search.AtMost:
		trueBound, shown = exact.Score <= r.Score && r.Score <= alpha, score <= alpha
	}
	if r.Bound != want {
		t.Errorf("%v, window %v: bound %v, want %v", p, w, r.Bound, want)
	}
	if !trueBound {
		t.Errorf("%v, window %v: score %v, want a bound (%v) of the value %v", p, w, r.Score, want, exact.Score)
	}
	if !end.Over() {
		t.Errorf("%v, window %v: the line %v does not reach the end of the game", p, w, r.PV)
	}
	if !shown {
		t.Errorf("%v, window %v: the line %v ends with the score %v, which does not prove the bound (%v)", p, w, r.PV,
			score, want)
	}
}

// checkWinners checks that a search with the window from -1 to 1 reports every move with the best result.
func checkWinners(t *testing.T, e *search.Engine, p othello.Position, r, exact search.Report, w [2]int) {
	t.Helper()
	if w != [2]int{-1, 1} {
		return
	}
	ratings, err := e.Rate(t.Context(), p, search.Limits{Exact: 64})
	if err != nil {
		t.Fatal(err)
	}
	var want []othello.Square
	for _, rating := range ratings {
		if cmp.Compare(rating.Score, 0) == cmp.Compare(exact.Score, 0) {
			want = append(want, rating.Move)
		}
	}
	if len(ratings) > 0 && !slices.Equal(r.Best, want) {
		t.Errorf("%v: moves with the best result %v, want %v", p, r.Best, want)
	}
}

// TestLines checks that the lines are sorted by score, each with its exact score and a variation that attains it.
func TestLines(t *testing.T) {
	t.Parallel()
	endings(t, 80, 9, 11, func(t *testing.T, e *search.Engine, p othello.Position) {
		t.Helper()
		if p.MustPass() {
			return
		}
		ratings, err := e.Rate(t.Context(), p, search.Limits{Exact: 64})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(ratings, func(a, b search.Rating) int { return cmp.Compare(b.Score, a.Score) })
		r, err := e.Search(t.Context(), p, search.Limits{Exact: 64, Lines: 3}, nil)
		if err != nil || len(r.Lines) != min(3, len(ratings)) {
			t.Fatalf("%v: %d lines, want %d; error %v", p, len(r.Lines), min(3, len(ratings)), err)
		}
		for i, line := range r.Lines {
			if line.Score != ratings[i].Score || line.PV[0] != line.Move {
				t.Errorf("%v: line %d has the move %v, the score %v and the moves %v, want the score %v", p, i+1,
					line.Move,
					line.Score, line.PV, ratings[i].Score)
			}
			checkBound(t, p, search.Report{PV: line.PV, Score: line.Score}, search.Report{Score: line.Score},
				[2]int{-100, 100})
		}
	})
}

// TestHeuristicsKeepTheScore checks that exact scores do not change if one heuristic or all of them are left out.
func TestHeuristicsKeepTheScore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	sets := []string{strings.Join(search.HeuristicNames(), ",")}
	for _, name := range append(sets, search.HeuristicNames()...) {
		without, err := search.ParseHeuristics(name)
		if err != nil {
			t.Fatal(err)
		}
		endings(t, 16, 9, 12, func(t *testing.T, e *search.Engine, p othello.Position) {
			t.Helper()
			got := solved(t, search.New(search.Options{HashBytes: 1 << 18, Without: without}), p)
			if want := solved(t, e, p); got.Score != want.Score || !slices.Equal(got.Best, want.Best) {
				t.Errorf("%v without %s: score %v and moves %v, want %v and %v", p, name, got.Score, got.Best,
					want.Score, want.Best)
			}
		})
	}
}

// TestHeuristicsHelp checks that each heuristic reduces the nodes in some endings. Those of the middle game are tested
// on longer endings. See the experiments for measurements.
func TestHeuristicsHelp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	const longer = search.ChildCutoffs | search.Deepening | search.NullWindow | search.Learned | search.Ordering |
		search.ProbCut | search.Aspiration
	for i, name := range search.HeuristicNames() {
		if search.Heuristic(1)<<i&(search.Network|search.Leaves|search.Claims) != 0 {
			continue // these make scores more accurate and do not reduce the nodes: experiments 046 and 027
		}
		var with, without uint64
		positions, empties := 16, 15
		if longer>>i&1 != 0 {
			positions, empties = lots, 20
		}
		endings(t, positions, empties-1, empties, func(t *testing.T, _ *search.Engine, p othello.Position) {
			t.Helper()
			serial.Lock()
			defer serial.Unlock()
			l := search.Limits{Exact: 64}
			a, err := search.New(search.Options{}).Search(t.Context(), p, l, nil)
			b, fault := search.New(search.Options{Without: 1 << i}).Search(t.Context(), p, l, nil)
			if err = errors.Join(err, fault); err != nil {
				t.Fatal(err)
			}
			with, without = with+a.Nodes, without+b.Nodes
		})
		t.Cleanup(func() {
			if without <= with {
				t.Errorf("%d nodes with %s, want fewer than %d, those without it", with, name, without)
			}
		})
	}
}

// TestNetworkUsed checks that searches of any confidence that do not reach the end of the game return other scores
// without the network, and that searches to the end do not use it.
func TestNetworkUsed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for _, l := range []search.Limits{
		{Depth: 6},
		{Depth: 6, Confidence: 95},
		{Depth: 6, Confidence: 100},
		{Exact: 20},
	} {
		different := 0
		endings(t, lots, 18, 20, func(t *testing.T, _ *search.Engine, p othello.Position) {
			t.Helper()
			serial.Lock()
			defer serial.Unlock()
			a, err := search.New(search.Options{}).Search(t.Context(), p, l, nil)
			b, fault := search.New(search.Options{Without: search.Network}).Search(t.Context(), p, l, nil)
			if err = errors.Join(err, fault); err != nil {
				t.Fatal(err)
			}
			if a.Score != b.Score {
				different++
			}
		})
		t.Cleanup(func() {
			if used := l.Exact == 0; different > 0 != used {
				t.Errorf("%+v: %d of %d scores differ without the network, want some: %t", l, different, lots, used)
			}
		})
	}
}

func TestParseHeuristics(t *testing.T) {
	if h, err := search.ParseHeuristics(" etc, parity"); h != search.ChildCutoffs|search.Parity || err != nil {
		t.Errorf("heuristics %b, error %v; want ChildCutoffs and Parity", h, err)
	}
	if h, err := search.ParseHeuristics(""); h != 0 || err != nil {
		t.Errorf("heuristics %b, error %v; want none", h, err)
	}
	if _, err := search.ParseHeuristics("etc,magic"); err == nil ||
		!strings.Contains(err.Error(), `"magic": want one of: table, etc,`) {
		t.Errorf("an unknown heuristic: error %v, want one about it", err)
	}
}

// TestThreadsStop checks that cancelling the context and the node limit end a search of several threads.
func TestThreadsStop(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	e := search.New(search.Options{HashBytes: 1 << 20, Threads: 4, Without: search.Claims})
	for range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(15*time.Millisecond, cancel)
		r, err := e.Search(ctx, p, search.Limits{Exact: 64}, nil)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want %v", err, context.Canceled)
		}
		if err := p.Check(r.Move); err != nil {
			t.Fatal(err)
		}
		if r.Nodes == 0 {
			t.Fatal("the report has 0 nodes, want more")
		}
	}
	r, err := e.Search(t.Context(), p, search.Limits{Nodes: 300_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Nodes < 250_000 || r.Nodes > 400_000 {
		t.Errorf("%d nodes with a limit of 300,000, want 250,000 to 400,000", r.Nodes)
	}
	if e.Nodes() != r.Nodes {
		t.Errorf("Engine.Nodes() = %d, want %d, the nodes of the report", e.Nodes(), r.Nodes)
	}
}

// BenchmarkStop measures how long a search of an ending takes to stop after its context is cancelled.
func BenchmarkStop(b *testing.B) {
	p, err := othello.Parse("-XX-------XX----OOOOXOO-OOOOXXXXOOOXXXX-OXOXXX--OXXO-----XXXX--- O")
	if err != nil {
		b.Fatal(err)
	}
	e := search.New(search.Options{HashBytes: 64 << 20, Threads: 2})
	var worst time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		var cancelled time.Time
		time.AfterFunc(50*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		if _, err := e.Solve(ctx, p); !errors.Is(err, context.Canceled) {
			b.Fatal(err)
		}
		worst = max(worst, time.Since(cancelled))
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
}

// TestMirrorImages checks that one move of each group of mirror images is searched in a symmetric start position, and
// that all moves that attain the score are reported.
func TestMirrorImages(t *testing.T) {
	t.Parallel()
	for start, most := range map[othello.Setup]int{othello.Usual: 4, othello.Parallel: 2} {
		p := othello.Start(othello.Size4, start)
		e := search.New(search.Options{HashBytes: 1 << 20})
		r := solved(t, e, p)
		ratings, err := e.Rate(t.Context(), p, search.Limits{Exact: 16})
		if err != nil {
			t.Fatal(err)
		}
		var want []othello.Square
		for _, rating := range ratings {
			if rating.Score == r.Score {
				want = append(want, rating.Move)
			}
		}
		if !slices.Equal(r.Best, want) || len(want) < most {
			t.Errorf("4×4 %v: best %v, want %v", start, r.Best, want)
		}
		if lines, err := e.Search(t.Context(), p, search.Limits{Exact: 16, Lines: 9}, nil); err != nil ||
			len(lines.Lines) != len(ratings) {
			t.Errorf("4×4 %v: %d lines, want one for each of %d moves; error %v", start, len(lines.Lines), len(ratings),
				err)
		}
	}
	p := othello.Start(othello.Size8, othello.Usual)
	if r, err := search.New(search.Options{}).Search(t.Context(), p, search.Limits{Depth: 1}, nil); err != nil ||
		r.Nodes > 2 {
		t.Errorf("%d nodes at depth 1 from the start, want 2: the root and one move; error %v", r.Nodes, err)
	}
}
