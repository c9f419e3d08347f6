package search_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/search"
)

// lots are tests that run side by side, each over its share of the positions with an engine of its own.
const lots = 8

// serial lets one lot at a time use what they share.
var serial sync.Mutex

// endings runs f over random positions of fewest to most empty squares, one in five of them on 6×6. The engines forget
// nothing and their tables are soon full, so that what a table keeps of other positions, and throws out, is under test
// as well.
func endings(t *testing.T, positions, fewest, most int, f func(*testing.T, *search.Engine, othello.Position)) {
	t.Helper()
	for lot := range lots {
		t.Run(fmt.Sprint("lot ", lot), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(fewest), uint64(lot)))
			e := search.New(search.Options{HashBytes: 1 << 17})
			for i := range positions / lots {
				size := othello.Size8
				if i%5 == 4 {
					size = othello.Size6
				}
				f(t, e, othellotest.Ending(r, size, fewest+i%(most-fewest+1)))
			}
		})
	}
}

// alphaBeta is the value of p by package gametree, which shares no code with package search but the rules.
func alphaBeta(t *testing.T, p othello.Position) int {
	t.Helper()
	r, err := gametree.AlphaBeta(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// solved is the report of the solution of p, whose line of legal moves goes on to the end of the game and gives the
// score there.
func solved(t *testing.T, e *search.Engine, p othello.Position) search.Report {
	t.Helper()
	r, err := e.Solve(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Exact {
		t.Fatalf("%v: the score is not exact", p)
	}
	if len(r.PV) == 0 || r.PV[0] != r.Move {
		t.Fatalf("%v: the line is %v, the move %v", p, r.PV, r.Move)
	}
	if !slices.Contains(r.Best, r.Move) {
		t.Fatalf("%v: the move %v is not among the best, %v", p, r.Move, r.Best)
	}
	end := p
	for i, m := range r.PV {
		if err := end.Check(m); err != nil {
			t.Fatalf("%v: line %v, move %d: %v", p, r.PV, i+1, err)
		}
		end = end.Play(m)
	}
	score := end.ScoreBlack()
	if p.Turn == othello.White {
		score = -score
	}
	if !end.Over() || othello.Score(score) != r.Score {
		t.Errorf("%v: the line %v ends at %d, the score is %v", p, r.PV, score, r.Score)
	}
	return r
}

// equalsAlphaBeta asks who wins before it asks for the score, so that the table cannot answer the first question by the
// second.
func equalsAlphaBeta(t *testing.T, e *search.Engine, p othello.Position) {
	wld, err := e.Search(t.Context(), p, search.Limits{Exact: p.Size.Squares(), Alpha: -1, Beta: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := solved(t, e, p)
	want := alphaBeta(t, p)
	if r.Score != othello.Score(want) {
		t.Errorf("%v: score %v, alpha-beta of package gametree says %d", p, r.Score, want)
	}
	if cmp.Compare(wld.Score, 0) != cmp.Compare(want, 0) || !wld.Exact {
		t.Errorf("%v: asked who wins it says %v, the score is %d", p, wld.Score, want)
	}
}

// bestMovesOf requires more of the report: the best moves are those, and all of those, whose value is the score.
func bestMovesOf(t *testing.T, e *search.Engine, p othello.Position) {
	r := solved(t, e, p)
	var best []othello.Square
	score := -p.Size.Squares() - 1
	for _, m := range p.Moves() {
		v := -alphaBeta(t, p.Play(m))
		if v > score {
			score, best = v, nil
		}
		if v == score {
			best = append(best, m)
		}
	}
	if got := slices.Sorted(slices.Values(r.Best)); r.Score != othello.Score(score) || !slices.Equal(got, best) {
		t.Errorf("%v: score %v by %v, alpha-beta of package gametree says %d by %v", p, r.Score, r.Best, score, best)
	}
}

// few is how many positions are enough where the race detector makes all of it slow.
func few(positions int) int {
	if testing.Short() {
		return positions / 10
	}
	return positions
}

func TestSolveEqualsAlphaBeta(t *testing.T) {
	t.Parallel()
	endings(t, few(2_000), 8, 11, equalsAlphaBeta)
}

func TestBestMovesEqualAlphaBeta(t *testing.T) {
	t.Parallel()
	endings(t, few(400), 7, 10, bestMovesOf)
}
