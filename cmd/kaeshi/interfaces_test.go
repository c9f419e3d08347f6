package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// ranked is the answer of an interface for a position: moves, best first, with scores in discs for the side to move.
type ranked struct {
	moves  []string
	scores []float64
}

func (r *ranked) add(move string, score float64) {
	r.moves, r.scores = append(r.moves, strings.ToLower(move)), append(r.scores, score)
}

// questions are positions of a game for which the interfaces rank the moves at a level.
type questions struct {
	*testing.T

	level     int
	game      *record.Game
	plies     []int
	positions []othello.Position
}

// ranking is an interface that ranks the moves of each position.
type ranking struct {
	name string
	rank func(*questions) []ranked
	// whole scores are rounded to discs
	whole bool
	// only the order is checked, because the effort differs
	order bool
}

func rankings() []ranking {
	return []ranking{
		{name: "hint -n 1", rank: func(q *questions) []ranked { return q.hints(1) }},
		{name: "move", rank: (*questions).moves},
		{name: "analyze", rank: (*questions).reviews},
		{name: "analyze --stdio", rank: (*questions).replies},
		{name: "GTP reg_genmove", rank: (*questions).gtpMoves},
		{name: "GTP kaeshi-values", rank: (*questions).gtpValues, whole: true},
		{name: "GTP lz-analyze", rank: (*questions).gtpAnalyses, order: true},
		{name: "NBoard go", rank: (*questions).nboardMoves},
		{name: "NBoard hint", rank: (*questions).nboardHints},
		{name: "Cassio", rank: (*questions).cassioSearches},
		{name: "POST /move", rank: (*questions).httpMoves},
		{name: "GET /analyse", rank: (*questions).httpAnalyses},
		{name: "book growth", rank: (*questions).leaves},
	}
}

// TestInterfacesAgree checks that all interfaces rank the moves of a position by score, in the same order and with the
// same scores.
func TestInterfacesAgree(t *testing.T) {
	levels, every := []int{1, 3, 4, 6, 7}, 11
	if testing.Short() {
		levels, every = []int{4}, 29
	}
	for _, level := range levels {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			size := othello.Size8
			if level%3 == 0 {
				size = othello.Size6
			}
			r := rand.New(rand.NewPCG(uint64(level), 2))
			checkInterfaces(t, level, randomMoves(r, othello.Start(size, othello.Usual)), every)
		})
	}
}

// randomMoves returns a game of random moves.
func randomMoves(r *rand.Rand, start othello.Position) *record.Game {
	g := &record.Game{Start: start}
	for p := start; !p.Over(); {
		moves := p.Moves()
		m := moves[r.IntN(len(moves))]
		g.Moves = append(g.Moves, m)
		p = p.Play(m)
	}
	return g
}

// checkInterfaces compares the interfaces at one ply of a game in every. It returns the number of lists of moves.
func checkInterfaces(t *testing.T, level int, g *record.Game, every int) (lists int) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // protocols search with one thread per processor
	q := &questions{T: t, level: level, game: g}
	for ply := level % every; ply < len(g.Moves); ply += every {
		if p := g.PositionAt(ply); !p.MustPass() {
			q.plies, q.positions = append(q.plies, ply), append(q.positions, p)
		}
	}
	want := q.hints(analysis.MaxLines)
	for _, r := range rankings() {
		for i, got := range r.rank(q) {
			if len(got.moves) > 0 {
				lists++
				q.check(r, i, want[i], got)
			}
		}
	}
	return lists + len(want)
}

// check checks that a list is in the order of its scores, and that it begins as the wanted list.
func (q *questions) check(r ranking, i int, want, got ranked) {
	q.Helper()
	if !slices.IsSortedFunc(got.scores, func(a, b float64) int { return cmp.Compare(b, a) }) {
		q.Errorf("%s at level %d, %v: out of order: %v %v", r.name, q.level, q.positions[i], got.moves, got.scores)
	}
	if r.order {
		return
	}
	n := min(len(got.moves), len(want.moves))
	if len(got.moves) > 1 {
		n = len(want.moves)
	}
	shown := slices.Clone(want.scores[:min(n, len(got.scores))]) // some interfaces give no score
	if r.whole {
		for i, score := range shown {
			shown[i] = math.Round(score)
		}
	}
	if !slices.Equal(got.moves, want.moves[:n]) || !slices.Equal(got.scores, shown) {
		q.Errorf("%s at level %d, %v: %v %v, want %v %v as in hint -n 64", r.name, q.level, q.positions[i], got.moves,
			got.scores, want.moves[:n], shown)
	}
}
