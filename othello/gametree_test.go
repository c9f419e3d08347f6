package othello_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/gametree/gametreetest"
	"github.com/kaeshi/kaeshi/othello"
)

func TestGameTreeContract(t *testing.T) {
	starts(t, func(t *testing.T, size othello.Size, setup othello.Setup) {
		gametreetest.Run(t, othello.Start(size, setup))
	})
}

// TestValueOf4x4 checks that White wins 4×4 by 10 from the usual start and by 4 from the parallel one.
func TestValueOf4x4(t *testing.T) {
	for setup, want := range map[othello.Setup]int{othello.Usual: -10, othello.Parallel: -4} {
		p := othello.Start(othello.Size4, setup)
		plain, err := gametree.AlphaBeta(t.Context(), p, -1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		table, err := gametree.AlphaBetaTable(t.Context(), p, -1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if plain.Value != want {
			t.Errorf("4×4, %s start: value %d, want %d", setup, plain.Value, want)
		}
		rest := cmpopts.IgnoreFields(gametree.Result[othello.Square]{}, "Nodes", "Leaves", "Cutoffs", "TableHits")
		if diff := cmp.Diff(plain, table, rest); diff != "" {
			t.Errorf("4×4, %s start (-alpha-beta +with a table):\n%s", setup, diff)
		}
		if table.Nodes >= plain.Nodes {
			t.Errorf("4×4, %s start: %d nodes with a table, want fewer than %d", setup, table.Nodes, plain.Nodes)
		}
	}
}
