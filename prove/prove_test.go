package prove_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

func TestProve(t *testing.T) {
	engine := search.New(search.Options{HashBytes: 8 << 20})
	r := rand.New(rand.NewPCG(1, 1))
	positions := []othello.Position{
		othello.Start(othello.Size4, othello.Usual), othello.Start(othello.Size4, othello.Parallel),
		// After one move of the opponent, all positions are leaves.
		othellotest.Parse(t, "OX-OOOOXXOOOXXXXX--XOXX--XXXXX-XXXX- O"),
	}
	for _, n := range []othello.Size{othello.Size6, othello.Size8} {
		for empties := range 17 {
			positions = append(positions, othellotest.Begun(r, n, empties))
		}
	}
	for i, p := range positions {
		value := p.Score()
		if !p.Over() {
			solved, err := engine.Solve(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			value = int(solved.Score)
		}
		leaf := proof.MinLeaf + i%(proof.MaxLeaf-proof.MinLeaf+1)
		o := prove.Options{Engine: engine, Leaf: leaf, Generator: "test"}
		for relation, wrong := range map[string]int{proof.AtLeast: value + 2, proof.AtMost: value - 2} {
			b, err := prove.Prove(t.Context(), p, relation, value, o)
			if err != nil {
				t.Fatalf("%s: %s %d: %v", p, relation, value, err)
			}
			var file bytes.Buffer
			if _, err := b.WriteTo(&file); err != nil {
				t.Fatal(err)
			}
			got, err := proof.Verify(t.Context(), &file, proof.Options{})
			if err != nil {
				t.Fatalf("%s: %s %d: %v", p, relation, value, err)
			}
			want := proof.Claim{Position: p.String(), Relation: relation, Value: value}
			if diff := cmp.Diff(want, got.Claim); diff != "" {
				t.Error(diff)
			}
			if _, err := prove.Prove(t.Context(), p, relation, wrong, o); !errors.Is(err, prove.ErrFalse) {
				t.Errorf("%s: %s %d: error %v, want %v", p, relation, wrong, err, prove.ErrFalse)
			}
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	p := othellotest.Begun(rand.New(rand.NewPCG(5, 2)), othello.Size8, 22)
	_, err := prove.Prove(ctx, p, proof.AtLeast, -64+2, prove.Options{
		Leaf: proof.MinLeaf, Progress: func(int) { calls++; cancel() },
	})
	if calls == 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d calls of Progress, error %v; want 1 or more, and %v", calls, err, context.Canceled)
	}
}
