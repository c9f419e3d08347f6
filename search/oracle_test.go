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

// lots is the number of parallel subtests. Each has its own engine and tests a part of the positions.
const lots = 8

// serial protects variables that the subtests share.
var serial sync.Mutex

// endings calls f with random positions of fewest to most empty squares, one in five of them on 6×6. The engines have
// small tables that are not cleared, so that the replacement of entries is tested too.
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

// alphaBeta returns the value of p from package gametree, which shares only the rules with package search.
func alphaBeta(t *testing.T, p othello.Position) int {
	t.Helper()
	r, err := gametree.AlphaBeta(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// solved solves p and returns the report. It checks that the line consists of legal moves and ends the game with the
// reported score.
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
		t.Fatalf("%v: the line is %v, want one that begins with the move %v", p, r.PV, r.Move)
	}
	if !slices.Contains(r.Best, r.Move) {
		t.Fatalf("%v: the move %v is not among the best moves %v", p, r.Move, r.Best)
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
		t.Errorf("%v: the line %v ends with the score %d, want %v and the end of the game", p, r.PV, score, r.Score)
	}
	return r
}

// equalsAlphaBeta compares the score and the winner with those of alphaBeta. It searches for the winner first, so that
// this search cannot use table entries of the search for the score.
func equalsAlphaBeta(t *testing.T, e *search.Engine, p othello.Position) {
	wld, err := e.Search(t.Context(), p, search.Limits{Exact: p.Size.Squares(), Alpha: -1, Beta: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := solved(t, e, p)
	want := alphaBeta(t, p)
	if r.Score != othello.Score(want) {
		t.Errorf("%v: score %v, want %d, that of package gametree", p, r.Score, want)
	}
	if cmp.Compare(wld.Score, 0) != cmp.Compare(want, 0) || !wld.Exact {
		t.Errorf("%v: the search for the winner returns %v, want the sign of %d", p, wld.Score, want)
	}
}

// bestMovesOf checks that the best moves of the report are exactly the moves with the best value.
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
		t.Errorf("%v: score %v with the moves %v, want %d with %v", p, r.Score, r.Best, score, best)
	}
}

// few returns positions, or a tenth of it in a short run.
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
