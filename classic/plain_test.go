package classic_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// byColumn returns the legal moves in the order of the articles, column by column.
func byColumn(p othello.Position) []othello.Square {
	moves := p.Moves()
	slices.SortFunc(moves, func(a, b othello.Square) int { return int(a&7-b&7)*8 + int(a>>3-b>>3) })
	return moves
}

// randomPosition returns a position of a random game with the number of discs that is not over, or false if the game
// ended before.
func randomPosition(r *rand.Rand, n othello.Size, discs int) (othello.Position, bool) {
	p := othello.Start(n, othello.Usual)
	for n.Squares()-p.Empties() < discs {
		moves := p.Moves()
		if len(moves) == 0 {
			return p, false
		}
		p = p.Play(moves[r.IntN(len(moves))])
	}
	return p, !p.Over()
}

// eachRandom calls visit with count random positions of all phases on boards of size n, including positions in which
// the side to move must pass if passes is true.
func eachRandom(seed uint64, n othello.Size, count int, passes bool, visit func(othello.Position)) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	for count > 0 {
		p, ok := randomPosition(r, n, 5+r.IntN(n.Squares()-5))
		if ok && (passes || !p.MustPass()) {
			visit(p)
			count--
		}
	}
}

// judgement is the evaluation of a program from the point of view of the side to move, and the number of plies of a
// pass.
type judgement struct {
	leaf, finished func(othello.Position) float64
	pass           int // plies
}

// plain returns the value of p for the side to move, from minimax without pruning.
func (j judgement) plain(p othello.Position, depth int) float64 {
	switch {
	case p.Over():
		return j.finished(p)
	case depth == 0:
		return j.leaf(p)
	case p.MustPass():
		return -j.plain(p.Play(othello.Pass), depth-j.pass)
	}
	_, value := j.best(p, depth)
	return value
}

func (j judgement) best(p othello.Position, depth int) (move othello.Square, value float64) {
	value = math.Inf(-1)
	for _, m := range byColumn(p) {
		if v := -j.plain(p.Play(m), depth-1); v > value {
			move, value = m, v
		}
	}
	return move, value
}

// root returns the move in p, which may be a pass, and its value.
func (j judgement) root(p othello.Position, depth int) (move othello.Square, value float64) {
	if p.MustPass() {
		return othello.Pass, j.plain(p, depth)
	}
	return j.best(p, depth)
}

func lead(p othello.Position) float64 {
	return float64(p.Mover.Len() - p.Other.Len())
}

var countDiscs = judgement{leaf: lead, finished: lead}

type program interface {
	Choose(ctx ctx, p othello.Position) (classic.Choice, error)
}

// checkPlain compares a program with a search without pruning that uses the same judgement.
func checkPlain(t *testing.T, name string, c program, j judgement, p othello.Position, depth int) {
	t.Helper()
	got, err := c.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	move, value := j.root(p, depth)
	want := classic.Choice{Move: move, HasMove: true, Value: value, Depth: depth, Nodes: got.Nodes}
	if got != want {
		t.Errorf("%s, %s (-minimax +got):\n%s", name, p, cmp.Diff(want, got))
	}
}

// deepest is the maximum depth in plies, so that minimax without pruning is fast enough.
func deepest(p othello.Position) int {
	if p.Empties() <= 7 {
		return 8
	}
	return 4
}

func TestCorrectedEqualsMinimax(t *testing.T) {
	byPly := countDiscs
	byPly.pass = 1
	mobility := judgement{leaf: mobilityPoints, finished: func(p othello.Position) float64 { return 10_000 * lead(p) }}
	for _, n := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		depth := 0
		eachRandom(1, n, 60, true, func(p othello.Position) {
			if depth = depth%4 + 1; p.Empties() <= 7 {
				depth = deepest(p)
			}
			checkPlain(t, "discs", classic.Discs{Depth: depth, Fixes: classic.Corrected}, countDiscs, p, depth)
			checkPlain(t, "discs-negamax", classic.DiscsNegamax{Depth: depth}, countDiscs, p, depth)
			checkPlain(t, "mobility", classic.Mobility{Depth: depth, Fixes: classic.Corrected}, mobility, p, depth)
			checkPlain(t, "lazytree", classic.LazyTree{Depth: depth, Fixes: classic.Corrected}, byPly, p, depth)
			checkPlain(t, "lazytree:-pruning", classic.LazyTree{Depth: depth, Unpruned: true}, byPly, p, depth)
		})
	}
}

// mobilityPoints is the evaluation of article 003 in the interpretation of this package.
func mobilityPoints(p othello.Position) float64 {
	n := int(p.Size)
	var corners, stars bitboard.Set
	for _, x := range []int{0, n - 1} {
		for _, y := range []int{0, n - 1} {
			corners |= 1 << p.Size.Square(x, y)
			stars |= 1 << p.Size.Square(min(max(x, 1), n-2), min(max(y, 1), n-2))
		}
	}
	count := func(set bitboard.Set) float64 {
		return float64((p.Mover & set).Len() - (p.Other & set).Len())
	}
	other := othello.Position{Mover: p.Other, Other: p.Mover, Size: p.Size, Turn: p.Turn.Other()}
	moves := p.Legal().Len() - other.Legal().Len()
	return 10*float64(moves) - 50*count(stars) + 200*count(corners)
}

// TestLazyTreeCorrectedIsUnpruned checks that the corrected program plays the same moves as the version without
// pruning.
func TestLazyTreeCorrectedIsUnpruned(t *testing.T) {
	saved := uint64(0)
	for _, n := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		eachRandom(2, n, 300, true, func(p othello.Position) {
			all, err := classic.LazyTree{Unpruned: true}.Choose(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			pruned, err := classic.LazyTree{Fixes: classic.Corrected}.Choose(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(all, pruned, cmpopts.IgnoreFields(classic.Choice{}, "Nodes")); diff != "" {
				t.Errorf("%s (-unpruned +corrected):\n%s", p, diff)
			}
			saved += all.Nodes - pruned.Nodes
		})
	}
	if saved == 0 {
		t.Error("pruning saves 0 nodes, want more")
	}
}
