package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/solve"
)

// small returns an engine with a small table, so that entries are replaced.
func small() *Engine { return New(Options{HashBytes: 1 << 16}) }

// unproved returns a small engine without claims, which searches the start position although its value is proved.
func unproved() *Engine { return New(Options{HashBytes: 1 << 16, Without: Claims}) }

// after returns a position of a random game that is not over, with at most the given number of empty squares.
func after(r *rand.Rand, size othello.Size, empties int) othello.Position {
	for {
		if p := othellotest.Begun(r, size, empties); !p.Over() {
			return p
		}
	}
}

// minimax returns the expected value of a search to the depth. A pass does not count as a ply, and games that end
// within the depth have their final score.
func minimax(p othello.Position, depth int, judge func(othello.Position) int) int {
	switch {
	case p.Over():
		return eval.Disc * p.Score()
	case p.MustPass() && depth <= 0:
		return -judge(p.Play(othello.Pass))
	case p.MustPass():
		return -minimax(p.Play(othello.Pass), depth, judge)
	case depth <= 0:
		return judge(p)
	}
	best := -worst
	for _, m := range p.Moves() {
		best = max(best, -minimax(p.Play(m), depth-1, judge))
	}
	return best
}

// learned returns the embedded learned evaluation of p.
func learned(p othello.Position) int {
	if p.Size != othello.Size8 {
		return eval.Plain(p)
	}
	w, err := eval.Learned()
	if err != nil {
		panic(err)
	}
	return w.Evaluate(p.Mover, p.Other)
}

func TestSearchEqualsMinimax(t *testing.T) {
	for name, with := range map[string]struct {
		without Heuristic
		judge   func(othello.Position) int
	}{"plain": {Leaves | Learned, eval.Plain}, "learned": {Leaves, learned}} {
		t.Run(name, func(t *testing.T) {
			equalsMinimax(t, New(Options{HashBytes: 1 << 16, Without: with.without}), with.judge)
		})
	}
}

func equalsMinimax(t *testing.T, e *Engine, judge func(othello.Position) int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for range 150 {
		p := after(r, []othello.Size{othello.Size4, othello.Size6, othello.Size8}[r.IntN(3)], 4+r.IntN(50))
		depth := 1 + r.IntN(4)
		if p.Over() {
			continue
		}
		e.Forget() // because deeper entries of earlier searches change the value
		got, err := e.Search(t.Context(), p, Limits{Depth: depth, Confidence: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := discs(minimax(p, min(depth, p.Empties()), judge)); got.Score != want {
			t.Fatalf("%v, depth %d: score %v, want %v", p, depth, got.Score, want)
		}
		checkMove(t, got, depth, judge)
	}
}

// checkMove checks that the move attains the score and that the line is legal.
func checkMove(t *testing.T, r Report, depth int, judge func(othello.Position) int) {
	t.Helper()
	p := r.Position
	if err := p.Check(r.Move); err != nil {
		t.Fatalf("%v: move: %v", p, err)
	}
	left := depth - 1
	if r.Move == othello.Pass {
		left = depth
	}
	if v := -minimax(p.Play(r.Move), min(left, p.Empties()), judge); discs(v) != r.Score {
		t.Fatalf("%v, depth %d: %s has the value %d, want %v", p, depth, p.Size.Name(r.Move), v, r.Score)
	}
	for i, m := range r.PV {
		if err := p.Check(m); err != nil {
			t.Fatalf("%v: line, move %d: %v", r.Position, i+1, err)
		}
		p = p.Play(m)
	}
	if len(r.PV) == 0 || r.PV[0] != r.Move {
		t.Fatalf("%v: the line %v does not begin with the move %v", r.Position, r.PV, r.Move)
	}
}

func TestSolveEqualsPackageSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	e := small()
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		for range 40 {
			p := after(r, size, 8+r.IntN(4))
			if p.Over() {
				continue
			}
			got, err := e.Solve(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			checkSolved(t, got)
		}
	}
}

// exact returns the score from package solve.
func exact(t *testing.T, p othello.Position) othello.Score {
	t.Helper()
	score, err := solve.Score(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return score
}

// checkSolved checks the score, the list of best moves, and that the line ends the game with the score.
func checkSolved(t *testing.T, r Report) {
	t.Helper()
	p := r.Position
	score, best := othello.Score(-p.Size.Squares()-1), []othello.Square(nil)
	for _, m := range p.Moves() {
		v := -exact(t, p.Play(m))
		if v > score {
			score, best = v, nil
		}
		if v == score {
			best = append(best, m)
		}
	}
	want := Report{Score: score, Exact: true, Best: best}
	if diff := cmp.Diff(want, Report{Score: r.Score, Exact: r.Exact, Best: r.Best}); diff != "" {
		t.Fatalf("%v (-want +got):\n%s", p, diff)
	}
	for _, m := range r.PV {
		if p.Check(m) != nil {
			t.Fatalf("%v: the line %v is not legal", r.Position, r.PV)
		}
		p = p.Play(m)
	}
	if end := othello.Score(p.ScoreBlack()); p.Over() && end != score && end != -score {
		t.Fatalf("%v: the line %v ends with the score %v, want %v", r.Position, r.PV, end, score)
	}
}

func TestFFO(t *testing.T) {
	file, err := os.Open("../record/obf/testdata/ffo-1-19.obf")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e, solved := New(Options{}), 0
	for problem, err := range obf.Problems(file) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Solve(t.Context(), problem.Position)
		if err != nil {
			t.Fatal(err)
		}
		score, best, _ := problem.Best()
		if r.Score != othello.Score(score) || !slices.Contains(best, r.Move) {
			t.Errorf("line %d: move %s with the score %v, want one of %v with %d", problem.Line,
				r.Position.Size.Name(r.Move), r.Score, best, score)
		}
		solved++
	}
	if solved != 19 {
		t.Errorf("%d positions solved, want 19", solved)
	}
}

func TestSmallBoardIsSolvedFromTheStart(t *testing.T) {
	for start, want := range map[othello.Setup]othello.Score{othello.Usual: -10, othello.Parallel: -4} {
		r, err := small().Solve(t.Context(), othello.Start(othello.Size4, start))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Report{Score: want, Exact: true}, Report{Score: r.Score, Exact: r.Exact}); diff != "" {
			t.Errorf("4×4 %v (-want +got):\n%s", start, diff)
		}
	}
}

func TestForgetMakesSearchesRepeat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	e := small()
	p := after(r, othello.Size8, 40)
	first, err := e.Search(t.Context(), p, Limits{Depth: 6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 { // more generations than a byte can count
		e.Forget()
		again, err := e.Search(t.Context(), p, Limits{Depth: 6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, again, cmpopts.IgnoreFields(Report{}, "Elapsed")); diff != "" {
			t.Fatalf("a search after Forget (-first +again):\n%s", diff)
		}
	}
}

func TestProgressDeepens(t *testing.T) {
	var depths []int
	p := othello.Start(othello.Size8, othello.Usual)
	last, err := small().Search(t.Context(), p, Limits{Depth: 5}, func(r Report) { depths = append(depths, r.Depth) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 5}, depths); diff != "" {
		t.Errorf("depths of the reports (-want +got):\n%s", diff)
	}
	if last.Depth != 5 {
		t.Errorf("depth %d, want 5", last.Depth)
	}
}

func TestExactLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		empties int
		exact   bool
	}{{12, true}, {10, true}, {14, false}} {
		p := after(r, othello.Size8, c.empties)
		for p.Over() || p.Empties() != c.empties {
			p = after(r, othello.Size8, c.empties)
		}
		report, err := small().Search(t.Context(), p, Limits{Depth: 2, Exact: 12}, nil)
		if err != nil || report.Exact != c.exact {
			t.Errorf("%d empty squares, exact from 12: Exact = %t, want %t; error %v", c.empties, report.Exact, c.exact,
				err)
		}
	}
}

func TestLimitsEndTheSearch(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	r, err := unproved().Search(t.Context(), p, Limits{Nodes: 20_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Nodes > 20_000+pollEvery {
		t.Errorf("20,000 nodes: %d nodes, want at most %d", r.Nodes, 20_000+pollEvery)
	}
	if r.Depth < 3 {
		t.Errorf("20,000 nodes: depth %d, want at least 3", r.Depth)
	}
	r, err = unproved().Search(t.Context(), p, Limits{Time: 50 * time.Millisecond}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Depth < 1 {
		t.Errorf("50 ms: depth %d, want at least 1", r.Depth)
	}
	if r.Exact {
		t.Error("50 ms: the score of the start is exact, want an estimate")
	}
}

func TestContextEndsTheSearch(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	r, err := unproved().Search(ctx, p, Limits{}, nil)
	if !errors.Is(err, context.Canceled) || p.Check(r.Move) != nil {
		t.Errorf("cancelled during the search: move %v, error %v; want a legal move and context.Canceled", r.Move, err)
	}
	r, err = unproved().Search(ctx, p, Limits{Depth: 8}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the search: error %v, want context.Canceled", err)
	}
	if r.Depth != 1 {
		t.Errorf("cancelled before the search: depth %d, want 1", r.Depth)
	}
	if err := p.Check(r.Move); err != nil {
		t.Errorf("cancelled before the search: %v", err)
	}
	if _, err = unproved().Solve(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve: error %v, want context.Canceled", err)
	}
	if _, err = unproved().Rate(ctx, p, Limits{Depth: 12}); !errors.Is(err, context.Canceled) {
		t.Errorf("Rate: error %v, want context.Canceled", err)
	}
}

func TestPollIsCalled(t *testing.T) {
	calls := 0
	p := othello.Start(othello.Size8, othello.Usual)
	r, err := unproved().Search(t.Context(), p, Limits{Depth: 9, Poll: func() { calls++ }}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := int(r.Nodes) / pollEvery; calls < want*9/10 || calls > want+1 {
		t.Errorf("%d calls in %d nodes, want %d to %d", calls, r.Nodes, want*9/10, want+1)
	}
}

func TestPassAndEnd(t *testing.T) {
	pass, err := othello.Parse("OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X")
	if err != nil {
		t.Fatal(err)
	}
	r, err := small().Search(t.Context(), pass, Limits{Depth: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Report{Move: othello.Pass, Exact: true, Score: exact(t, pass), Best: []othello.Square{othello.Pass}}
	got := Report{Move: r.Move, Exact: r.Exact, Score: r.Score, Best: r.Best}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a forced pass (-want +got):\n%s", diff)
	}
	r, err = small().Solve(t.Context(), pass)
	if err != nil {
		t.Fatal(err)
	}
	got = Report{Move: r.Move, Exact: r.Exact, Score: r.Score, Best: r.Best}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a forced pass solved (-want +got):\n%s", diff)
	}
	over := pass.Play(othello.Pass)
	over = over.Play(over.Moves()[0])
	if _, err = small().Search(t.Context(), over, Limits{}, nil); !errors.Is(err, ErrOver) {
		t.Errorf("Search of a finished game: error %v, want %v", err, ErrOver)
	}
	if _, err = small().Solve(t.Context(), over); !errors.Is(err, ErrOver) {
		t.Errorf("Solve of a finished game: error %v, want %v", err, ErrOver)
	}
	if _, err = small().Rate(t.Context(), over, Limits{}); !errors.Is(err, ErrOver) {
		t.Errorf("Rate of a finished game: error %v, want %v", err, ErrOver)
	}
	if list, err := small().Rate(t.Context(), pass, Limits{}); err != nil || len(list) != 0 {
		t.Errorf("Rate of a forced pass: %v, error %v; want no ratings", list, err)
	}
}

func TestRateEqualsMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 40 {
		p := after(r, othello.Size6, 4+r.IntN(24))
		if p.Over() || p.MustPass() {
			continue
		}
		list, err := small().Rate(t.Context(), p, Limits{Depth: 3, Exact: 6})
		if err != nil || len(list) != len(p.Moves()) {
			t.Fatalf("%v: %d ratings, want %d; error %v", p, len(list), len(p.Moves()), err)
		}
		depth := 3
		if p.Empties() <= 6 {
			depth = p.Empties()
		}
		for _, rating := range list {
			if want := discs(
				-minimax(p.Play(rating.Move), min(depth, p.Empties())-1, learned)); rating.Score != want {
				t.Fatalf("%v: %v has the rating %v, want %v", p, rating.Move, rating.Score, want)
			}
		}
	}
}

func TestTableFitsItsSize(t *testing.T) {
	for size, want := range map[int]int{1: 1, 64: 1, 128: 2, 1 << 20: 1 << 14, 3 << 20: 3 << 14} {
		if got := int(newTable(size, 1).all); got != want {
			t.Errorf("a table of %d bytes has %d buckets, want %d", size, got, want)
		}
	}
}

// TestSettle checks that the part of the table in use grows with the search, and shrinks only when the table is
// forgotten.
func TestSettle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	const size, many = 4 * endingBytes, 1 << 30
	table := newTable(size, 1)
	for i, step := range []struct {
		forget, toTheEnd bool
		empties          int
		nodes            uint64
		found, want      int // stored positions, bytes in use
	}{
		{empties: 40, nodes: many, want: initialBytes},
		{empties: 39, nodes: 100, found: 10_000, want: initialBytes}, // too few nodes to check whether the table fills
		{empties: 39, nodes: many, want: growth * initialBytes},
		{empties: 38, nodes: many, want: growth * initialBytes},
		{toTheEnd: true, empties: 20, want: endingBytes},
		{toTheEnd: true, empties: 19, want: endingBytes},
		{empties: 18, nodes: many, want: endingBytes},
		{toTheEnd: true, empties: endingEmpties + 1, want: size},
		{toTheEnd: true, empties: 18, want: size},
		{forget: true, empties: 40, nodes: many, want: initialBytes},
		{empties: 40, nodes: many, found: 10_000, want: growth * initialBytes},
		{empties: 40, nodes: many, found: 40_000, want: leapBytes},
		{empties: 40, nodes: many, found: 80_000, want: leapBytes},
		{empties: 40, nodes: many, found: 150_000, want: size},
		{forget: true, empties: 40, nodes: many, want: initialBytes},
		{toTheEnd: true, empties: endingEmpties + 1, want: size},
	} {
		if step.forget {
			table.forget()
		}
		for p := range bitboard.Set(step.found) {
			table.store(p, ^p, result{5, usual, -1, 1, 0, 3})
		}
		if table.resize(step.toTheEnd, step.empties, step.nodes); table.buckets != uint64(step.want)/bucketBytes {
			t.Errorf("step %d: %d buckets, want %d", i, table.buckets, step.want/bucketBytes)
		}
	}
	if table = newTable(1<<20, 1); table.buckets != 1<<14 {
		t.Errorf("a small table has %d buckets, want %d", table.buckets, 1<<14)
	}
	if table = newTable(size, 2); table.buckets != endingBytes/bucketBytes {
		t.Errorf("a table of two threads begins with %d buckets, want %d", table.buckets, endingBytes/bucketBytes)
	}
}

// TestGrowKeepsEntries checks that growing a table keeps its valid entries and does not revive forgotten ones.
func TestGrowKeepsEntries(t *testing.T) {
	table := newTable(16*initialBytes, 1)
	table.grow(table.all)
	for p := range bitboard.Set(1000) {
		table.store(p, ^p, result{7, usual, -1, 1, 0, 3})
	}
	table.forget()
	table.resize(false, 40, 0)
	r := rand.New(rand.NewPCG(5, 5))
	var kept [][2]bitboard.Set
	for range 10_000 {
		p, o := bitboard.Set(r.Uint64()), bitboard.Set(r.Uint64())
		table.store(p, o, result{5, usual, -100, 100, int(p%200) - 100, int8(o % 64)})
	}
	r = rand.New(rand.NewPCG(5, 5))
	for range 10_000 {
		p, o := bitboard.Set(r.Uint64()), bitboard.Set(r.Uint64())
		if _, ok := table.find(p, o); ok {
			kept = append(kept, [2]bitboard.Set{p, o})
		}
	}
	if len(kept) < 9_900 {
		t.Fatalf("%d of 10,000 positions are found, want at least 9,900", len(kept))
	}
	before := make([]storedResult, len(kept))
	for i, x := range kept {
		before[i], _ = table.find(x[0], x[1])
	}
	for _, least := range []uint64{growth * initialBytes, 16 * initialBytes} {
		table.grow(least / bucketBytes)
		if table.buckets != least/bucketBytes {
			t.Fatalf("%d buckets, want %d", table.buckets, least/bucketBytes)
		}
		for i, x := range kept {
			if after, ok := table.find(x[0], x[1]); !ok || after != before[i] {
				t.Fatalf("after growing to %d bytes the entry of a position is %+v, want %+v", least, after, before[i])
			}
		}
	}
	for p := range bitboard.Set(1000) {
		if k, ok := table.find(p, ^p); ok {
			t.Fatalf("the entry %+v of a forgotten position is found, want none", k)
		}
	}
}

func ExampleEngine_Search() {
	p := othello.Start(othello.Size4, othello.Usual)
	r, err := New(Options{HashBytes: 1 << 20}).Search(context.Background(), p, Limits{Depth: 12}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Position.Size.Name(r.Move), r.Score, r.Exact)
	// Output: b1 -10 true
}

func BenchmarkMidgame(b *testing.B) {
	p := after(rand.New(rand.NewPCG(6, 6)), othello.Size8, 40)
	e := New(Options{})
	var nodes uint64
	for b.Loop() {
		e.Forget()
		r, _ := e.Search(context.Background(), p, Limits{Depth: 8}, nil)
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

func BenchmarkEnding(b *testing.B) {
	p := after(rand.New(rand.NewPCG(7, 7)), othello.Size8, 16)
	e := New(Options{})
	var nodes uint64
	for b.Loop() {
		e.Forget()
		r, _ := e.Solve(context.Background(), p)
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
