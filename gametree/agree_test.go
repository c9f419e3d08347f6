package gametree_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/gametree/gametreetest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// agree checks that every algorithm satisfies its guarantee in a search of p to the end of the game, and that
// MonteCarlo solves small trees.
func agree[P gametree.ComparablePosition[P, M], M comparable](t *testing.T, p P, small bool) {
	t.Helper()
	want, err := gametree.Minimax[P, M](t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range gametree.Algorithms[P, M]() {
		if a.Guarantee == gametree.Eventually && !small {
			continue
		}
		if err := gametreetest.CheckSearch(a, p, -1, nil, want); err != nil {
			t.Fatalf("position %s: %s: %v", p, a.Name, err)
		}
	}
	if !small {
		return
	}
	if r, err := gametree.MonteCarlo[P, M](t.Context(), p, -1, nil, nil); err != nil || r.Estimate {
		t.Fatalf("position %s, %d nodes: MonteCarlo returns %+v, error %v, want a solution", p, want.Nodes, r, err)
	}
}

// everyTicTacToe returns all positions of tic-tac-toe that games can reach.
func everyTicTacToe() []tictactoe.Position {
	all := []tictactoe.Position{{}}
	seen := map[tictactoe.Position]bool{{}: true}
	for i := 0; i < len(all); i++ {
		for _, m := range all[i].Moves() {
			if q := all[i].Play(m); !seen[q] {
				seen[q] = true
				all = append(all, q)
			}
		}
	}
	return all
}

func TestAgreeOnTicTacToe(t *testing.T) {
	all := everyTicTacToe()
	if len(all) != 5478 {
		t.Fatalf("%d positions, want 5478", len(all))
	}
	for i, p := range all {
		if testing.Short() && i%10 != 0 {
			continue
		}
		agree[tictactoe.Position, tictactoe.Square](t, p, len(p.Moves()) <= 5)
	}
}

func agreeOnEndings(t *testing.T, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, uint64(count)))
	for i := range count {
		size, empties := othello.Size4, 1+r.IntN(8)
		if i%2 == 1 {
			size, empties = othello.Size6, 1+r.IntN(7)
		}
		p := othellotest.Begun(r, size, empties)
		agree[othello.Position, othello.Square](t, p, p.Empties() <= 4)
	}
}

func TestAgreeOnEndings(t *testing.T) {
	count := 10_000
	if testing.Short() {
		count = 400
	}
	agreeOnEndings(t, count)
}

func TestSamplingIsSeeded(t *testing.T) {
	p := othello.Start(othello.Size6, othello.Usual)
	run := func(seed uint64) gametree.Result[othello.Square] {
		r, err := gametree.Sampling[othello.Position, othello.Square](300, seed)(t.Context(), p, -1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Estimate {
			t.Fatalf("seed %d: the value %d is not an estimate", seed, r.Value)
		}
		if !r.HasMove {
			t.Fatalf("seed %d: the result has no move", seed)
		}
		return r
	}
	one, same := run(1), run(1)
	if diff := cmp.Diff(one, same); diff != "" {
		t.Errorf("the same seed twice (-first +second):\n%s", diff)
	}
	if two, three := run(2), run(3); two.Value == one.Value && three.Value == one.Value {
		t.Errorf("three seeds give the same value %d, want different values", one.Value)
	}
	if _, err := gametree.Sampling[othello.Position, othello.Square](0, 1)(t.Context(), p, -1, nil, nil); err == nil {
		t.Error("a search with 0 playouts succeeded, want an error")
	}
}

// TestSamplingFindsTheMove checks that 30 playouts are enough to find the only winning move and to solve the tree.
func TestSamplingFindsTheMove(t *testing.T) {
	p, err := tictactoe.Parse("O-XX-X-OO X")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gametree.Sampling[tictactoe.Position, tictactoe.Square](30, 1)(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	type found struct {
		Move     string
		Value    int
		Estimate bool
	}
	if diff := cmp.Diff(found{"b2", 1, false}, found{r.Move.String(), r.Value, r.Estimate}); diff != "" {
		t.Errorf("30 playouts (-want +got):\n%s", diff)
	}
}

// TestProofOfADraw checks that the value of a drawn position is 0.
func TestProofOfADraw(t *testing.T) {
	r, err := gametree.ProofNumber(t.Context(), tictactoe.Position{}, -1, nil, (*gametree.Trace[tictactoe.Square])(nil))
	if err != nil {
		t.Fatal(err)
	}
	if r.Value != 0 {
		t.Errorf("value %d, want 0", r.Value)
	}
	if !r.HasMove {
		t.Error("the result has no move")
	}
}

func TestLimits(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	if _, err := gametree.ProofNumber(t.Context(), p, -1, nil, (*gametree.Trace[othello.Square])(nil)); !errors.Is(err,
		gametree.ErrTooLarge) {
		t.Errorf("ProofNumber of 8×8: error %v, want %v", err, gametree.ErrTooLarge)
	}
	ctx := gametree.WithBudget(t.Context(), 5000)
	for _, a := range gametree.Algorithms[othello.Position, othello.Square]() {
		r, err := a.Search(ctx, p, -1, nil, nil)
		if !errors.Is(err, gametree.ErrBudget) {
			t.Errorf("%s: error %v, want %v", a.Name, err, gametree.ErrBudget)
		}
		if r.Nodes < 5000 || r.Nodes > 7000 {
			t.Errorf("%s: %d nodes, want 5000 to 7000", a.Name, r.Nodes)
		}
		if r.HasMove {
			t.Errorf("%s: a stopped search returns the move %v, want none", a.Name, r.Move)
		}
	}
}
