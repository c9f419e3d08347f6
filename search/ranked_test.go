package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// randomPosition returns a position after fewer than most random moves, in which the side to move has a move.
func randomPosition(r *rand.Rand, size othello.Size, most int) othello.Position {
	for {
		p := othello.Start(size, othello.Usual)
		if p = othellotest.Play(r, p, p.Empties()-r.IntN(most)); !p.Over() && !p.MustPass() {
			return p
		}
	}
}

// TestRankedMoves checks that the lines contain every move once, are sorted by score, and begin with the result of a
// search for the best move only. The last progress report has the result.
func TestRankedMoves(t *testing.T) {
	for _, level := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(level), 1))
			e := New(Options{HashBytes: LevelHashBytes(level)})
			rounds := 12
			if testing.Short() {
				rounds = 2
			}
			for range rounds {
				checkRanked(t, e, randomPosition(r, othello.Size8, 52), LevelLimits(level, 0))
				checkRanked(t, e, randomPosition(r, othello.Size6, 20), LevelLimits(level, 0))
			}
			checkRanked(t, e, othello.Start(othello.Size8, othello.Usual), LevelLimits(level, 0))
		})
	}
}

func checkRanked(t *testing.T, e *Engine, p othello.Position, l Limits) {
	t.Helper()
	find := func(lines int) Report {
		e.Forget()
		l.Lines = lines
		var last Report
		report, err := e.Search(t.Context(), p, l, func(r Report) { last = r })
		if err != nil {
			t.Fatal(err)
		}
		if last.Move != report.Move || last.Score != report.Score {
			t.Errorf("%v %+v: the last progress is %s with %v, the result %s with %v", p, l, p.Size.Name(last.Move),
				last.Score, p.Size.Name(report.Move), report.Score)
		}
		return report
	}
	one := find(1)
	for _, n := range []int{2, 5, 64} {
		list := find(n)
		if diff := cmp.Diff(Line{one.Move, one.Score, one.PV}, list.Lines[0]); diff != "" {
			t.Errorf("%v: the first of %d lines (-search for the best move +got):\n%s", p, n, diff)
		}
		type ranked struct {
			Lines int
			Move  othello.Square
			Score othello.Score
		}
		want, got := ranked{min(n, len(p.Moves())), one.Move, one.Score}, ranked{len(list.Lines), list.Move, list.Score}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: a search for %d moves (-want +got):\n%s", p, n, diff)
		}
		seen := map[othello.Square]bool{}
		for i, line := range list.Lines {
			if seen[line.Move] {
				t.Errorf("%v: line %d repeats the move %v", p, i+1, line.Move)
			}
			if err := p.Check(line.Move); err != nil {
				t.Errorf("%v: line %d: %v", p, i+1, err)
			}
			if line.PV[0] != line.Move {
				t.Errorf("%v: line %d is %v, want one that begins with the move %v", p, i+1, line.PV, line.Move)
			}
			seen[line.Move] = true
			if i > 0 && line.Score > list.Lines[i-1].Score {
				t.Errorf("%v: line %d has the score %+.2f, want at most %+.2f", p, i+1, line.Score,
					list.Lines[i-1].Score)
			}
		}
	}
}

// TestRankedUnderClock checks that the lines are sorted by score when a node limit has ended the search.
func TestRankedUnderClock(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	e := New(Options{HashBytes: 1 << 20})
	for range 60 {
		p := randomPosition(r, othello.Size8, 52)
		report, err := e.Search(t.Context(), p, Limits{Depth: 60, Nodes: 30_000, Lines: 64}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Lines[0]; got.Move != report.Move || got.Score != report.Score {
			t.Errorf("%v: the first line is %v, want the move %v and its score", p, got, report.Move)
		}
		for i := 1; i < len(report.Lines); i++ {
			if report.Lines[i].Score > report.Lines[i-1].Score {
				t.Errorf("%v: line %d has the score %+.2f, want at most %+.2f",
					p, i+1, report.Lines[i].Score, report.Lines[i-1].Score)
			}
		}
	}
}

// TestRankedInterrupted checks that the first line has the move of the report even if a search is cancelled at any
// time.
func TestRankedInterrupted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	e := New(Options{HashBytes: 1 << 20})
	rounds := 300
	if testing.Short() {
		rounds = 48
	}
	for i := range rounds {
		calls := i % 12
		p := randomPosition(r, othello.Size8, 40)
		check := func(report Report) {
			if len(report.Lines) == 0 || report.Lines[0].Move != report.Move {
				t.Errorf("%v after %d polls: lines %v, want the move %v first", p, calls, report.Lines, report.Move)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		polled := 0
		report, err := e.Search(ctx, p, Limits{Depth: 12, Lines: 5, Poll: func() {
			if polled++; polled > calls {
				cancel()
			}
		}}, check)
		cancel()
		if err == nil { // the search ended before it was cancelled
			continue
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v after %d polls: error %v, want %v", p, calls, err, context.Canceled)
		}
		check(report)
	}
}
