package search_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// sampleOfClaims returns the claims nearest to a draw and n random ones.
func sampleOfClaims(t *testing.T, n int) []othello.Position {
	t.Helper()
	list := claimstest.Nearest(t)
	var all []othello.Position
	for p := range claims.All() {
		all = append(all, p)
	}
	r := rand.New(rand.NewPCG(30, 50))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return append(list, all[:n]...)
}

// TestProvedBounds checks that no search reports a value outside the proved bounds of a claimed position, or of a move
// that leads to one.
func TestProvedBounds(t *testing.T) {
	t.Parallel()
	positions := sampleOfClaims(t, 100)
	for _, level := range []int{0, 1, 4, 6} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			t.Parallel()
			e := search.New(search.Options{HashBytes: 1 << 20})
			for i, p := range positions {
				if testing.Short() && i%10 != 0 {
					continue
				}
				l := search.LevelLimits(level, 0)
				l.Lines = i % 4
				within(t, e, p, l)
				if i%4 == 0 {
					l.Enough = func(r search.Report) bool {
						checkReport(t, "enough", r)
						return false
					}
					within(t, e, p, l)
				}
				rated(t, e, p, l)
			}
		})
	}
}

// within checks that the reports of a search are within proved bounds.
func within(t *testing.T, e *search.Engine, p othello.Position, l search.Limits) {
	t.Helper()
	r, err := e.Search(t.Context(), p, l, func(r search.Report) { checkReport(t, "progress", r) })
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, "report", r)
}

func checkReport(t *testing.T, what string, r search.Report) {
	t.Helper()
	claimstest.Check(t, what, r.Position, r.Score.Discs())
	claimstest.CheckMove(t, what, r.Position, r.Move, r.Score.Discs())
	for i, line := range r.Lines {
		claimstest.CheckMove(t, what, r.Position, line.Move, line.Score.Discs())
		if i > 0 && line.Score > r.Lines[i-1].Score {
			t.Errorf("%s: %s: lines %v are not sorted by score", what, r.Position, r.Lines)
		}
	}
	if len(r.Lines) > 0 && r.Lines[0].Score != r.Score {
		t.Errorf("%s: %s: score %v, want %v, that of the first line", what, r.Position, r.Score, r.Lines[0].Score)
	}
	if r.Exact {
		t.Errorf("%s: %s: the score is exact, want an estimate", what, r.Position)
	}
}

// rated checks that the ratings of the moves and the best of them are within proved bounds.
func rated(t *testing.T, e *search.Engine, p othello.Position, l search.Limits) {
	t.Helper()
	list, err := e.Rate(t.Context(), p, l)
	if err != nil {
		t.Fatal(err)
	}
	best := othello.Score(-64)
	for _, r := range list {
		claimstest.CheckMove(t, "rating", p, r.Move, r.Score.Discs())
		best = max(best, r.Score)
	}
	claimstest.Check(t, "best rating", p, best.Discs())
}

// TestClaimsMatter checks that searches without the claims give some of these positions a value outside their bounds.
func TestClaimsMatter(t *testing.T) {
	t.Parallel()
	e := search.New(search.Options{HashBytes: 1 << 20, Without: search.Claims})
	wrong := 0
	for _, p := range claimstest.Nearest(t) {
		r, err := e.Search(t.Context(), p, search.LevelLimits(4, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := claims.Of(p); b.Clamp(r.Score.Discs()) != r.Score.Discs() {
			wrong++
		}
	}
	if wrong < 5 {
		t.Errorf("%d of 102 values without the claims are outside the bounds, want at least 5", wrong)
	}
}

// TestProvedStart checks that the start is a draw for every kind of limits, and that a search of a proved value ends
// before its time.
func TestProvedStart(t *testing.T) {
	t.Parallel()
	start := othello.Start(othello.Size8, othello.Usual)
	line := start
	for _, name := range []string{"f5", "d6"} {
		m, err := line.Size.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		line = line.Play(m)
	}
	for name, c := range map[string]struct {
		limits search.Limits
		depth  int
	}{
		"depth":   {search.Limits{Depth: 20}, 20},
		"time":    {search.Limits{Time: time.Hour}, 12},
		"nodes":   {search.Limits{Nodes: 1 << 40}, 12},
		"the end": {search.Limits{Exact: 64, Ties: true}, 60},
		"endless": {search.Limits{Depth: 60, Time: time.Hour, Confidence: 73}, 12},
	} {
		e := search.New(search.Options{HashBytes: 1 << 20})
		r, err := e.Search(t.Context(), start, c.limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		type result struct {
			Score othello.Score
			Depth int
			Exact bool
		}
		if diff := gocmp.Diff(result{0, c.depth, false}, result{r.Score, r.Depth, r.Exact}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if last := played(start, r.PV); last.Empties() != claims.Empties {
			t.Errorf("%s: the line %s ends with %d empty squares, want the last proved position with %d", name,
				start.Size.NamesOf(r.PV), last.Empties(), claims.Empties)
		}
		if r.Nodes > 1000 {
			t.Errorf("%s: %d nodes for a proved value, want at most 1,000", name, r.Nodes)
		}
	}
	e := search.New(search.Options{HashBytes: 1 << 20})
	r, err := e.Search(t.Context(), line, search.Limits{Depth: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if move := line.Size.Name(r.Move); r.Score != 0 || move != "c3" {
		t.Errorf("after f5d6: move %s with the score %v, want c3 with 0", move, r.Score)
	}
}

// played returns the position after moves.
func played(p othello.Position, moves []othello.Square) othello.Position {
	for _, m := range moves {
		p = p.Play(m)
	}
	return p
}

// TestOnlyOtherMoves checks that the proved lower bound of a position is not applied to a search of moves that do not
// attain it.
func TestOnlyOtherMoves(t *testing.T) {
	t.Parallel()
	start := othello.Start(othello.Size8, othello.Usual)
	p := start.Play(start.Moves()[0])
	lost := p.Moves()[0]
	worst := othello.Score(64)
	e := search.New(search.Options{HashBytes: 1 << 20})
	list, err := e.Rate(t.Context(), p, search.Limits{Depth: 6})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Score < worst {
			lost, worst = r.Move, r.Score
		}
	}
	if worst > -1 {
		t.Fatalf("the worst second move has the score %v, want at most -1", worst)
	}
	r, err := e.Search(t.Context(), p, search.Limits{Depth: 6, Only: bitboard.Set(1) << lost}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Move != lost || r.Score >= 0 {
		t.Errorf("move %v with the score %v, want %v with less than 0", r.Move, r.Score, lost)
	}
}

// TestProvedWindow checks that a search with a window reports a bound that agrees with the proof.
func TestProvedWindow(t *testing.T) {
	t.Parallel()
	e := search.New(search.Options{HashBytes: 1 << 20})
	for _, p := range claimstest.Nearest(t) {
		b, _ := claims.Of(p)
		for _, alpha := range []int{-10, -1, 0, 9} {
			r, err := e.Search(t.Context(), p, search.Limits{Depth: 4, Alpha: alpha, Beta: alpha + 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			claimstest.Check(t, "score in a window", p, r.Score.Discs())
			if r.Bound == search.AtLeast && b.AtMost <= alpha || r.Bound == search.AtMost && b.AtLeast > alpha {
				t.Errorf("%s, window from %d: %v %v, want a bound that agrees with %d to %d", p, alpha, r.Bound,
					r.Score, b.AtLeast,
					b.AtMost)
			}
		}
	}
}
